//! Writes a heuristic in another form: a drawing, a formula, source code, or a shorter text.

use crate::request::error::{Error, Result};
use crate::request::instances::{self, Reading};
use crate::request::method;
use crate::request::numbers::counted;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{self, DomainRef};
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::{self, Formula, compile, export, simplify};
use unstuck_core::sample::Row;
use unstuck_core::search::Limits;

/// The form that is wanted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Request {
    /// Its name: text, infix, json, dot, svg, latex, python, c, rust.
    pub form: String,
    /// Makes the heuristic shorter without changing any value.
    #[serde(default)]
    pub simplify: bool,
    /// Rounds its numbers to this many significant digits.
    #[serde(default)]
    pub round: Option<u8>,
}

/// A heuristic in another form.
#[derive(Debug, Clone, Serialize, crate::ToSchema)]
pub struct Exported {
    /// The text of the form.
    pub text: String,
    /// The ending of a file with it.
    pub ending: &'static str,
    /// The formula before and after its numbers were rounded.
    #[serde(skip)]
    pub rounded: Option<(Formula, Formula)>,
}

/// Writes a formula in the terms of a table.
pub fn run(request: &Request, formula: &Formula, table: &FeatureTable) -> Result<Exported> {
    let write =
        method::writer(&request.form).map_err(|error| Error::request(error.to_string()).field("form"))?;
    let mut formula = if request.simplify { simplify(formula) } else { formula.clone() };
    let mut rounded = None;
    match request.round {
        Some(digits @ 1..=17) => {
            let exact = formula;
            formula = language::round(&exact, digits.into());
            rounded = Some((exact, formula.clone()));
        }
        Some(_) => return Err(Error::request("round keeps from 1 to 17 digits").field("round")),
        None => {}
    }
    let form = export::form(&request.form);
    let attempts = formula.attempts.len();
    if attempts > 0 && form.is_some_and(|form| form.is_code) {
        let message = format!(
            "the heuristic has {} before it, and source code is one function",
            counted(attempts as u64, "attempts")
        );
        return Err(Error::request(message).field("form").help("export each heuristic by itself"));
    }
    let ending = form.map_or("heuristic", |form| form.ending);
    Ok(Exported { text: write(&formula, table), ending, rounded })
}

/// States that a change is measured on, for each of a few instances.
const STATES: usize = 500;
const INSTANCES: usize = 5;

/// How much rounding changes the values over some states of the domain, in words.
pub fn change(domain: &DomainRef, exact: &Formula, rounded: &Formula) -> anyhow::Result<String> {
    if exact.reads_path(domain.features().features()) {
        return Ok("not measured: the heuristic reads how a node was reached".to_owned());
    }
    if domain.info().kind != domain::Kind::Search {
        return Ok("not measured: no states could be drawn".to_owned());
    }
    let names: Vec<String> = domain.info().audit.iter().map(|name| name.to_string()).collect();
    let mut rows: Vec<Row> = Vec::new();
    let reading = Reading::default();
    let named = instances::resolve_names(&names, domain, &reading)?;
    for source in named.sources.iter().take(INSTANCES) {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        if let Ok(drawn) =
            source.search(&reading, "measuring a change")?.draw_rows(STATES, 1, limits, &mut ())
        {
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
