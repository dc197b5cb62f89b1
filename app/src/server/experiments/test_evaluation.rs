//! The test of a configuration: all heuristics on the test set, and the champion against each of the others.

use super::views::{Paired, TestInstance, TestResult, TestRun, TestView, TestedKind};
use super::{Number, number};
use crate::report::curves::real;
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::sync::Arc;
use unstuck_ops::analysis::{self, ENOUGH, Pair, chosen};
use unstuck_ops::store::record::{EntryRecord, Kind};

/// Which configuration of a grid.
#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    configuration: u32,
}

/// The results on the test set.
pub async fn test_evaluation(
    State(app): State<Arc<App>>,
    id: Number,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer {
    let id = number(id, "experiment")?;
    let Query(Which { configuration }) = which.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let record = app.store.study(id)?;
        let Some(held) = record.configurations.iter().find(|one| one.number == configuration) else {
            return Err(Failure::missing(format!("{} has no configuration {configuration}", record.name)));
        };
        let Some(test) = &held.test else {
            return Err(Failure::missing(format!("the test of {} was not held yet", record.name))
                .help("it comes when all runs are done"));
        };
        let runs: Vec<_> = record.runs.iter().filter(|run| run.configuration == configuration).collect();
        let own = runs.iter().filter(|run| !run.control);
        let best = chosen(own.clone().copied()).best.map(|run| run.repetition);
        let result = |entry: &EntryRecord| {
            let (kind, repetition) = match entry.kind {
                Kind::Champion(number) => (TestedKind::Champion, Some(number)),
                Kind::Control(number) => (TestedKind::Control, Some(number)),
                Kind::Baseline => (TestedKind::Baseline, None),
                Kind::Handmade => (TestedKind::Handmade, None),
            };
            let control = kind == TestedKind::Control;
            let run = runs.iter().find(|run| Some(run.repetition) == repetition && run.control == control);
            let one = &entry.result;
            let test_run = |run: &unstuck_evolution::measure::Run| TestRun {
                solved: run.solved,
                expanded: run.expanded,
                length: run.length,
            };
            TestResult {
                name: one.name.clone(),
                kind,
                repetition,
                run: run.map(|run| run.id),
                heuristic: one.heuristic.clone(),
                solved: one.solved,
                mean_ratio: one.mean_ratio,
                total_ratio: one.total_ratio,
                length: real(one.length),
                lengths: one.lengths,
                expanded: one.expanded,
                seconds: entry.seconds,
                runs: one.runs.iter().map(test_run).collect(),
            }
        };
        let champion = test.entries.iter().find(|entry| best.map(Kind::Champion) == Some(entry.kind));
        let instances = test.instances.iter().map(|one| TestInstance {
            name: one.name.clone(),
            text: one.text.clone(),
            expanded: one.reference.expanded,
            solved: one.reference.solved,
            length: one.reference.length,
            optimal: one.reference.optimal,
        });
        Ok(TestView {
            configuration,
            instances: instances.collect(),
            results: test.entries.iter().map(result).collect(),
            champion: champion.map(|entry| entry.result.name.clone()),
            paired: champion.map_or(Vec::new(), |champion| against(champion, &test.entries)),
            claim: own.count() >= ENOUGH,
        })
    })
    .await
}

/// The champion against the others that are no champions, instance by instance.
fn against(champion: &EntryRecord, all: &[EntryRecord]) -> Vec<Paired> {
    let paired = |pair: Pair| Paired {
        wilcoxon: pair.holm,
        verdict: pair.verdict,
        ratio: real(pair.ratio),
        low: real(pair.interval.low),
        high: real(pair.interval.high),
        mcnemar: real(pair.mcnemar_holm),
        pairs: champion.result.runs.len(),
        name: pair.second,
    };
    analysis::against(champion, all).into_iter().map(paired).collect()
}
