//! The statistics, individuals and Pareto fronts of an experiment as CSV.

use crate::store::Store;
use crate::store::record::{ExperimentRecord, RunRecord};
use anyhow::{Result, anyhow};

/// Which run a row is about.
const RUN: [&str; 4] = ["configuration", "run", "control", "seed"];

fn of(run: &RunRecord) -> [String; 4] {
    let RunRecord { configuration, repetition, control, seed, .. } = run;
    [(configuration + 1).to_string(), (repetition + 1).to_string(), control.to_string(), seed.to_string()]
}

/// The statistics of every generation of every run, as CSV.
pub fn generations(record: &ExperimentRecord) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let head = [
        "generation",
        "evaluations",
        "best",
        "mean",
        "worst",
        "validation",
        "size",
        "depth",
        "distinct",
        "distinct_results",
        "searches",
        "expanded",
        "skipped",
    ];
    csv.write_record(RUN.iter().chain(&head))?;
    for run in &record.runs {
        for one in &run.history {
            let row = [
                (one.number + 1).to_string(),
                one.evaluations.to_string(),
                one.best.to_string(),
                one.mean.to_string(),
                one.worst.to_string(),
                one.validation.map_or(String::new(), |fitness| fitness.to_string()),
                one.size.to_string(),
                one.depth.to_string(),
                one.distinct.to_string(),
                one.distinct_results.to_string(),
                one.effort.searches.to_string(),
                one.effort.expanded.to_string(),
                one.effort.skipped.to_string(),
            ];
            csv.write_record(of(run).iter().chain(&row))?;
        }
    }
    text(csv)
}

/// Every individual of every run, with the operators that made it, as CSV.
pub fn individuals(store: &Store, record: &ExperimentRecord) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(RUN.iter().chain(&[
        "generation",
        "fitness",
        "size",
        "operators",
        "fingerprint",
        "parents",
        "heuristic",
    ]))?;
    for run in &record.runs {
        for one in store.individuals(run.id)? {
            let row = [
                (one.generation + 1).to_string(),
                one.fitness.map_or(String::new(), |fitness| fitness.to_string()),
                one.size.to_string(),
                one.operators.join(" "),
                hexadecimal(one.fingerprint),
                one.parents.iter().copied().map(hexadecimal).collect::<Vec<_>>().join(" "),
                one.heuristic,
            ];
            csv.write_record(of(run).iter().chain(&row))?;
        }
    }
    text(csv)
}

/// Every point of the last Pareto front of every run, as CSV.
///
/// # Errors
///
/// No run has a front.
pub fn fronts(record: &ExperimentRecord) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(RUN.iter().chain(&["point", "nodes", "length", "size", "heuristic"]))?;
    let mut any = false;
    for run in &record.runs {
        for (number, (place, (nodes, length))) in run.front().enumerate() {
            any = true;
            let size = place.size.to_string();
            let row = [
                (number + 1).to_string(),
                nodes.to_string(),
                length.to_string(),
                size,
                place.heuristic.clone(),
            ];
            csv.write_record(of(run).iter().chain(&row))?;
        }
    }
    anyhow::ensure!(
        any,
        "{} has no Pareto front; experiments with the algorithm nsga2 have one",
        record.name
    );
    text(csv)
}

/// A fingerprint as it is written.
fn hexadecimal(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

fn text(csv: csv::Writer<Vec<u8>>) -> Result<String> {
    let bytes = csv.into_inner().map_err(|error| anyhow!("{error}"))?;
    Ok(String::from_utf8(bytes)?)
}
