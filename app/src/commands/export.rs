//! `unstuck export`: a heuristic as a drawing, a formula, source code, or a shorter text.

use super::Screen;
use crate::evolution::output;
use crate::exit::Exit;
use crate::instances::{self, Reading};
use crate::method;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use unstuck_core::domain::DomainRef;
use unstuck_core::language::{self, BLIND, Formula, HeuristicRef, compile, parse, simplify};
use unstuck_core::sample::Row;
use unstuck_core::search::Limits;

#[derive(Args)]
#[command(after_help = "\
Forms: text (the language of heuristics), infix, json, dot, svg, latex, python, c, rust.
The simplifier changes no value; --round does, and says by how much on states of the domain's audit instances.

Examples:
  unstuck export rush-hour '1*blockers + (2 - 2)' --simplify
  unstuck export rush-hour @champions/hand/rush-hour.policy --form svg --output policy.svg
  unstuck export tiles '0.98213*manhattan + 1.5117*linear_conflict' --round 2")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// The heuristic: a feature's name, a text, @FILE, champion, or champion:NAME
    heuristic: String,
    /// The form to write
    #[arg(long, short, default_value = "text")]
    form: String,
    /// Make it shorter without changing any value
    #[arg(long)]
    simplify: bool,
    /// Round its numbers to so many significant digits
    #[arg(long, value_name = "DIGITS", value_parser = clap::value_parser!(u8).range(1..=17))]
    round: Option<u8>,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let domain = instances::domain(&arguments.domain)?;
    let write = method::writer(&arguments.form)?;
    let table = domain.features();
    let mut formula = match method::heuristic(&*domain, &arguments.heuristic)? {
        HeuristicRef::Formula(checked) => checked.formula.clone(),
        HeuristicRef::Blind => parse(BLIND, table)?,
    };
    if arguments.simplify {
        formula = simplify(&formula);
    }
    let mut note = None;
    if let Some(digits) = arguments.round {
        let rounded = language::round(&formula, digits.into());
        note = Some(format!("≈ {}", change(&domain, &formula, &rounded)?));
        formula = rounded;
    }
    let written = write(&formula, table);
    match &arguments.output {
        Some(path) => {
            let path = output::save(path, &written)?;
            screen.line(format_args!("written to {}", path.display()))?;
        }
        None => write_out(&written, screen)?,
    }
    if let Some(note) = note {
        // Beside the text, which may be a program or a drawing.
        eprintln!("{note}");
    }
    Ok(Exit::Fine)
}

fn write_out(text: &str, screen: &mut Screen<'_>) -> Result<()> {
    screen.line(text.trim_end_matches('\n'))
}

/// States that a change is measured on, for each of a few instances.
const STATES: usize = 500;
const INSTANCES: usize = 5;

/// How much values changed, in words.
fn change(domain: &DomainRef, exact: &Formula, rounded: &Formula) -> Result<String> {
    if exact.reads_path(domain.features().features()) {
        return Ok("not measured: the heuristic reads how a node was reached".to_owned());
    }
    let names: Vec<String> = domain.info().audit.iter().map(|name| name.to_string()).collect();
    let mut rows: Vec<Row> = Vec::new();
    let reading = Reading::default();
    let named = instances::resolve_names(&names, domain, &reading)?;
    for source in named.sources.iter().take(INSTANCES) {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        if let Ok(drawn) = source.read(&reading)?.draw_rows(STATES, 1, limits, &mut ()) {
            rows.extend(drawn);
        }
    }
    let value = |formula: &Formula| {
        let program = compile(formula);
        let mut slots = program.slots();
        let values = rows
            .iter()
            .map(|row| program.run(&mut slots, |index| row.values[usize::from(index)].unwrap_or_default()));
        values.collect::<Vec<f64>>()
    };
    if rows.is_empty() {
        return Ok("not measured: no states could be drawn".to_owned());
    }
    let (before, after) = (value(exact), value(rounded));
    let differences: Vec<f64> = before.iter().zip(&after).map(|(a, b)| (a - b).abs()).collect();
    let most = differences.iter().copied().fold(0.0, f64::max);
    let mean = differences.iter().sum::<f64>() / differences.len().max(1) as f64;
    Ok(format!(
        "values change by {mean:.3} on average and {most:.3} at most, over {} states of {}",
        differences.len(),
        names.join(", ")
    ))
}
