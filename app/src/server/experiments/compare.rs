//! Runs of experiments against each other: values, tests, effect sizes, and how soon a target is reached.

use super::real;
use crate::server::body::JsonBody;
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use unstuck_ops::analysis::statistics::{
    Quartiles, RunLength, cohen_d, hedges_g, holm, kruskal_wallis, mann_whitney, median, vargha_delaney,
    welch,
};
use unstuck_ops::analysis::{ENOUGH, fitness, validation_curve};
use unstuck_ops::store::record::{ExperimentRecord, Kind, RunRecord};

/// Most experiments at once.
const MOST: usize = 20;

/// What is compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    experiments: Vec<i64>,
    /// Whether every cell of a grid is a group of its own; it is unless something is said.
    cells: Option<bool>,
    measure: Measure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Measure {
    Validation,
    Nodes,
    Length,
    Solved,
    Size,
    Evaluations,
    Seconds,
}

struct Group<'a> {
    name: String,
    experiment: i64,
    cell: u32,
    control: bool,
    runs: Vec<(&'a RunRecord, f64)>,
}

/// Compares the runs of experiments.
pub async fn compare(State(app): State<Arc<App>>, JsonBody(request): JsonBody<Request>) -> Answer {
    run_blocking(move || {
        if request.experiments.is_empty() || request.experiments.len() > MOST {
            return Err(Failure::bad(format!("name from 1 to {MOST} experiments")).field("experiments"));
        }
        let records: Result<Vec<ExperimentRecord>, _> =
            request.experiments.iter().map(|&id| app.store.study(id)).collect();
        let records = records?;
        let mut groups: Vec<Group<'_>> = Vec::new();
        for record in &records {
            for control in [false, true] {
                for cell in &record.cells {
                    let grid = request.cells != Some(false) && record.cells.len() > 1;
                    if !grid && cell.number > 0 {
                        continue;
                    }
                    let own = record
                        .runs
                        .iter()
                        .filter(|run| run.control == control && (!grid || run.cell == cell.number));
                    let runs: Vec<(&RunRecord, f64)> =
                        own.filter_map(|run| Some((run, value(record, run, request.measure)?))).collect();
                    if runs.is_empty() && control {
                        continue;
                    }
                    let settings: Vec<String> =
                        cell.settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                    let mut name = record.name.clone();
                    if grid {
                        name += &format!(" ({})", settings.join(", "));
                    }
                    if control {
                        name += ", random search";
                    }
                    groups.push(Group { name, experiment: record.id, cell: cell.number, control, runs });
                }
            }
        }
        Ok(describe(&groups, request.measure))
    })
    .await
}

/// What a run comes to; the test tells only of champions that stood it.
fn value(record: &ExperimentRecord, run: &RunRecord, measure: Measure) -> Option<f64> {
    let standing = || {
        let trial = record.cells.iter().find(|cell| cell.number == run.cell)?.trial.as_ref()?;
        let kind = if run.control { Kind::Control(run.repetition) } else { Kind::Champion(run.repetition) };
        trial.entries.iter().find(|entry| entry.kind == kind).map(|entry| &entry.standing)
    };
    match measure {
        Measure::Validation => fitness(run),
        Measure::Size => run.champion.as_ref().map(|champion| champion.size as f64),
        Measure::Evaluations => Some(run.evaluations as f64),
        Measure::Seconds => Some(run.seconds),
        Measure::Nodes => standing().and_then(|standing| real(standing.mean_ratio)),
        Measure::Length => standing().and_then(|standing| real(standing.length)),
        Measure::Solved => standing().map(|standing| standing.solved as f64),
    }
}

fn describe(groups: &[Group<'_>], measure: Measure) -> Value {
    let values: Vec<Vec<f64>> =
        groups.iter().map(|group| group.runs.iter().map(|(_, value)| *value).collect()).collect();
    let described = groups.iter().zip(&values).map(|(group, values)| {
        let quartiles = Quartiles::of(values);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        json!({
            "name": group.name,
            "experiment": group.experiment,
            "cell": group.cell,
            "control": group.control,
            "runs": group.runs.iter().map(|(run, _)| run.id).collect::<Vec<_>>(),
            "values": values,
            "median": real(quartiles.median),
            "lower": real(quartiles.lower),
            "upper": real(quartiles.upper),
            "least": real(quartiles.minimum),
            "most": real(quartiles.maximum),
            "mean": real(mean),
        })
    });
    let (target, ecdf) = run_lengths(groups);
    let few = groups.iter().any(|group| group.runs.len() < ENOUGH);
    let mut notes = Vec::new();
    if few {
        notes.push(format!("Fewer than {ENOUGH} runs in a group: an observation, not a claim."));
    }
    if values.iter().any(Vec::is_empty) {
        notes.push("A group without values: its runs have none of this measure yet.".to_owned());
    }
    json!({
        "measure": measure,
        "smaller_is_better": measure != Measure::Solved,
        "groups": described.collect::<Vec<_>>(),
        "overall": overall(&values),
        "pairs": pairs(&values),
        "ecdf": ecdf,
        "target": target,
        "notes": notes,
    })
}

/// Whether any group differs from another.
fn overall(values: &[Vec<f64>]) -> Value {
    let filled: Vec<Vec<f64>> = values.iter().filter(|list| !list.is_empty()).cloned().collect();
    let (test, verdict) = match &filled[..] {
        [] | [_] => return Value::Null,
        [first, second] => ("Mann–Whitney", mann_whitney(first, second)),
        many => ("Kruskal–Wallis", kruskal_wallis(many)),
    };
    match (real(verdict.statistic), real(verdict.p)) {
        (Some(statistic), Some(p)) => json!({ "test": test, "statistic": statistic, "p": p }),
        _ => Value::Null,
    }
}

/// Each against each.
fn pairs(values: &[Vec<f64>]) -> Vec<Value> {
    let mut found = Vec::new();
    for (a, first) in values.iter().enumerate() {
        for (b, second) in values.iter().enumerate().skip(a + 1) {
            if !first.is_empty() && !second.is_empty() {
                found.push((a, b, mann_whitney(first, second).p));
            }
        }
    }
    let corrected = holm(&found.iter().map(|pair| pair.2).collect::<Vec<f64>>());
    let pair = |((a, b, p), holm): ((usize, usize, f64), f64)| {
        let (first, second) = (&values[a], &values[b]);
        json!({
            "a": a, "b": b, "p": p, "holm": holm,
            "a12": vargha_delaney(first, second),
            "cohen": real(cohen_d(first, second)),
            "hedges": real(hedges_g(first, second)),
            "welch": real(welch(first, second).p),
        })
    };
    found.into_iter().zip(corrected).map(pair).collect()
}

/// The share of runs that reached the median of all champions on validation, by evaluations.
fn run_lengths(groups: &[Group<'_>]) -> (Option<f64>, Vec<Value>) {
    let all: Vec<f64> =
        groups.iter().flat_map(|group| &group.runs).filter_map(|(run, _)| fitness(run)).collect();
    let Some(target) = real(median(&all)).filter(|_| !all.is_empty()) else { return (None, Vec::new()) };
    let curve = |(number, group): (usize, &Group<'_>)| {
        let curves: Vec<Vec<(f64, f64)>> = group.runs.iter().map(|(run, _)| validation_curve(run)).collect();
        let lengths = RunLength::of_curves(&curves, target);
        let shares: Vec<f64> = lengths.reached.iter().map(|&effort| lengths.share(effort)).collect();
        json!({ "group": number, "evaluations": lengths.reached, "share": shares })
    };
    (Some(target), groups.iter().enumerate().map(curve).collect())
}
