//! An experiment, or a part of it, for other programs.

use crate::commands::Screen;
use crate::commands::evolve::report::Results;
use crate::evolution::output;
use crate::origin;
use crate::store::Store;
use crate::store::record::{ExperimentRecord, RunRecord};
use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::json;
use std::path::Path;

/// What is written.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Form {
    /// The best on validation, as a heuristic's text
    #[arg(long)]
    champion: bool,
    /// The figures of every generation of every run
    #[arg(long)]
    csv: bool,
    /// Everybody who ever was in a population, with who made it, as CSV
    #[arg(long)]
    individuals: bool,
    /// Everything that is stored but individuals and snapshots
    #[arg(long)]
    json: bool,
}

/// Writes an experiment to a file, or to standard output.
pub fn run(
    store: &Store,
    id: i64,
    form: &Form,
    output: Option<&Path>,
    screen: &mut Screen<'_>,
) -> Result<()> {
    let text = if form.champion {
        let results = Results::load(store, id)?;
        let name = &results.record.name;
        let none = || anyhow!("{name} has no champion yet; one is found when a generation is validated");
        results.champion_text().ok_or_else(none)?.to_owned()
    } else if form.csv {
        generations(&store.study(id)?)?
    } else if form.individuals {
        individuals(store, &store.experiment(id)?)?
    } else {
        let object = json!({ "experiment": store.study(id)?, "unstuck": origin::json() });
        format!("{object:#}\n")
    };
    match output {
        Some(path) => {
            let saved = output::save(path, &text)?;
            screen.line(format_args!("saved as {}", saved.display()))
        }
        None => Ok(screen.out.write_all(text.as_bytes())?),
    }
}

/// Which run a row is about.
const RUN: [&str; 4] = ["cell", "run", "control", "seed"];

fn of(run: &RunRecord) -> [String; 4] {
    let RunRecord { cell, repetition, control, seed, .. } = run;
    [(cell + 1).to_string(), (repetition + 1).to_string(), control.to_string(), seed.to_string()]
}

/// The figures of every generation of every run, as CSV.
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
            ];
            csv.write_record(of(run).iter().chain(&row))?;
        }
    }
    text(csv)
}

fn individuals(store: &Store, record: &ExperimentRecord) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(RUN.iter().chain(&[
        "generation",
        "fitness",
        "size",
        "operators",
        "mark",
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
                one.mark.map_or(String::new(), hexadecimal),
                one.parents.iter().copied().map(hexadecimal).collect::<Vec<_>>().join(" "),
                one.heuristic,
            ];
            csv.write_record(of(run).iter().chain(&row))?;
        }
    }
    text(csv)
}

/// A mark as it is written.
fn hexadecimal(mark: u64) -> String {
    format!("{mark:016x}")
}

fn text(csv: csv::Writer<Vec<u8>>) -> Result<String> {
    let bytes = csv.into_inner().map_err(|error| anyhow!("{error}"))?;
    Ok(String::from_utf8(bytes)?)
}
