//! The test of a cell: all heuristics on the test set, and the champion against each of the others.

use super::{Number, number, real};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use unstuck_ops::analysis::{ENOUGH, Pair, fitness};
use unstuck_ops::store::record::{EntryRecord, Kind};

/// Which cell of a grid.
#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    cell: u32,
}

/// The results on the test set.
pub async fn trial(
    State(app): State<Arc<App>>,
    id: Number,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer {
    let id = number(id, "experiment")?;
    let Query(Which { cell }) = which.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let record = app.store.study(id)?;
        let Some(held) = record.cells.iter().find(|one| one.number == cell) else {
            return Err(Failure::missing(format!("{} has no cell {cell}", record.name)));
        };
        let Some(trial) = &held.trial else {
            return Err(Failure::missing(format!("the test of {} was not held yet", record.name))
                .help("it comes when all runs are done"));
        };
        let runs: Vec<_> = record.runs.iter().filter(|run| run.cell == cell).collect();
        let own = runs.iter().filter(|run| !run.control);
        let best = own.clone().filter_map(|run| Some((fitness(run)?, run.repetition)));
        let best = best.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, repetition)| repetition);
        let standing = |entry: &EntryRecord| {
            let (kind, repetition) = match entry.kind {
                Kind::Champion(number) => ("champion", Some(number)),
                Kind::Control(number) => ("control", Some(number)),
                Kind::Baseline => ("baseline", None),
                Kind::Handmade => ("handmade", None),
            };
            let control = kind == "control";
            let run = runs.iter().find(|run| Some(run.repetition) == repetition && run.control == control);
            let one = &entry.standing;
            json!({
                "name": one.name,
                "kind": kind,
                "repetition": repetition,
                "run": run.map(|run| run.id),
                "heuristic": one.heuristic,
                "solved": one.solved,
                "mean_ratio": one.mean_ratio,
                "total_ratio": one.total_ratio,
                "length": real(one.length),
                "expanded": one.expanded,
                "seconds": entry.seconds,
                "runs": one.runs.iter().map(|run| json!({
                    "solved": run.solved, "expanded": run.expanded, "length": run.length,
                })).collect::<Vec<_>>(),
            })
        };
        let champion = trial.entries.iter().find(|entry| best.map(Kind::Champion) == Some(entry.kind));
        let paired = champion.map_or(Vec::new(), |champion| against(champion, &trial.entries));
        let instances = trial.instances.iter().map(|one| {
            json!({
                "name": one.name, "text": one.text, "expanded": one.yardstick.expanded,
                "solved": one.yardstick.solved, "length": one.yardstick.length, "optimal": one.yardstick.optimal,
            })
        });
        Ok(json!({
            "cell": cell,
            "instances": instances.collect::<Vec<_>>(),
            "standings": trial.entries.iter().map(standing).collect::<Vec<_>>(),
            "champion": champion.map(|entry| &entry.standing.name),
            "paired": paired,
            "claim": own.count() >= ENOUGH,
        }))
    })
    .await
}

/// The champion against the others that are no champions, instance by instance.
fn against(champion: &EntryRecord, all: &[EntryRecord]) -> Vec<Value> {
    let others = all.iter().filter(|entry| !matches!(entry.kind, Kind::Champion(_)));
    others
        .map(|other| {
            let (one, two) = (&champion.standing, &other.standing);
            let pair = Pair::of((&one.name, one), (&two.name, two), other.kind == Kind::Baseline);
            json!({
                "name": pair.second,
                "wilcoxon": pair.wilcoxon,
                "ratio": real(pair.ratio),
                "low": real(pair.interval.low),
                "high": real(pair.interval.high),
                "mcnemar": real(pair.mcnemar),
                "pairs": one.runs.len(),
            })
        })
        .collect()
}
