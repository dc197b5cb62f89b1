//! An experiment, or a part of it, for other programs.

use crate::terminal::Screen;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use std::path::Path;
use unstuck_ops::champion::Champion;
use unstuck_ops::experiments::{champion_file, fronts, generations, individuals};
use unstuck_ops::origin;
use unstuck_ops::store::Store;

/// What is written.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Form {
    /// The best on validation, as a heuristic's text
    #[arg(long)]
    champion: bool,
    /// Every point of the Pareto front of every run, as CSV: nsga2
    #[arg(long)]
    front: bool,
    /// A point of the champion's Pareto front, as a heuristic's text; 'unstuck report' numbers them
    #[arg(long, value_name = "NUMBER")]
    point: Option<usize>,
    /// The figures of every generation of every run
    #[arg(long)]
    csv: bool,
    /// Every individual of every population, with its parents, as CSV
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
        Champion::of(&store.study(id)?)?.text
    } else if let Some(point) = form.point {
        Champion::of_front(&store.study(id)?, point)?.text
    } else if form.front {
        fronts(&store.study(id)?)?
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
            let saved = champion_file::save(path, &text)?;
            screen.line(format_args!("saved as {}", saved.display()))
        }
        None => Ok(screen.out.write_all(text.as_bytes())?),
    }
}
