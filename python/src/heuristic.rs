//! Texts of the heuristic language: read, shortened, computed, exported.

use crate::call::{away, guarded};
use crate::errors::told;
use crate::solving::read;
use anyhow::{Context, Result, anyhow, bail};
use pyo3::prelude::*;
use unstuck_core::language::{BLIND, Checked, Formula, HeuristicRef, compile, print, round, simplify};
use unstuck_ops::export::{Request, run as write};
use unstuck_ops::{instances, method};

fn checked(domain: &str, text: &str) -> Result<Checked> {
    let domain = instances::domain(domain)?;
    match method::heuristic(&*domain, text)? {
        HeuristicRef::Formula(checked) => Ok(Checked::new(checked.formula.clone(), domain.features())),
        HeuristicRef::Blind => Ok(Checked::read(BLIND, domain.features())?),
    }
}

/// The text on one line, the same as it is printed in a file, and the features it reads. It may be made shorter without
/// changing any value, and its numbers rounded to a number of digits.
#[pyfunction]
#[pyo3(signature = (domain, text, *, simplified=false, digits=None))]
pub fn read_heuristic(
    domain: &str,
    text: &str,
    simplified: bool,
    digits: Option<u8>,
) -> PyResult<(String, String, Vec<String>)> {
    let read = || {
        let Checked { mut formula, table, .. } = checked(domain, text)?;
        if simplified {
            formula = simplify(&formula);
        }
        match digits {
            Some(digits) if !(1..=17).contains(&digits) => bail!("digits must be from 1 to 17, not {digits}"),
            Some(digits) => formula = round(&formula, digits.into()),
            None => {}
        }
        let long = print(&formula, &table);
        let short = Checked::new(formula, &table);
        let features = short.features().into_iter().map(str::to_owned).collect();
        Ok((short.to_string(), long, features))
    };
    guarded(|| read().map_err(|error: anyhow::Error| told(&error)))
}

/// The value at the start of an instance.
#[pyfunction]
#[pyo3(signature = (domain, text, instance, metric=None))]
pub fn evaluate(
    py: Python<'_>,
    domain: &str,
    text: &str,
    instance: &str,
    metric: Option<String>,
) -> PyResult<f64> {
    away(py, &|| (), || {
        let checked = checked(domain, text)?;
        let Checked { formula, table, .. } = &checked;
        let (puzzle, other) = read(instance, Some(domain), metric, &checked.features())?;
        if other.info().name != domain {
            bail!("{instance} is {}, and the heuristic is for {domain}", other.info().name);
        }
        let values = puzzle.values();
        let value = |index: u16| values.get(usize::from(index)).copied().flatten();
        for &index in &own_features(formula) {
            let name = table.name(index);
            let info = table.features().get(usize::from(index)).context("a feature without a name")?;
            if !info.node().needs.state_only() {
                bail!("'{name}' reads how a node was reached; only a search has its value");
            }
            if value(index).is_none() {
                bail!("the feature '{name}' does not exist for {instance}");
            }
        }
        let program = checked.program();
        Ok(program.run(&mut program.slots(), |index| value(index).unwrap_or_default()))
    })
}

/// The features that the value reads: those of attempts before it are not asked.
fn own_features(formula: &Formula) -> Vec<u16> {
    Formula::of(formula.body.clone()).features()
}

/// The values over rows, whose columns are called `names`.
#[pyfunction]
pub fn evaluate_rows(
    domain: &str,
    text: &str,
    names: Vec<String>,
    rows: Vec<Vec<f64>>,
) -> PyResult<Vec<f64>> {
    let run = || {
        let Checked { formula, table, .. } = checked(domain, text)?;
        let mut columns = vec![None; table.features().len()];
        for &index in &own_features(&formula) {
            let place = names.iter().position(|name| name == table.name(index));
            let place = place.ok_or_else(|| anyhow!("there is no column '{}'", table.name(index)))?;
            columns[usize::from(index)] = Some(place);
        }
        let wide = names.len();
        if let Some((number, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != wide) {
            bail!("row {} has {} values, and there are {wide} columns", number + 1, row.len());
        }
        let program = compile(&formula);
        let mut slots = program.slots();
        // Every feature of the formula has a place, and every row has all places.
        let value =
            |row: &[f64], index: u16| columns[usize::from(index)].map_or(0.0, |place: usize| row[place]);
        Ok(rows.iter().map(|row| program.run(&mut slots, |index| value(row, index))).collect())
    };
    guarded(|| run().map_err(|error: anyhow::Error| told(&error)))
}

/// The heuristic in another form: text, infix, json, dot, svg, latex, python, c, rust.
#[pyfunction]
pub fn export(domain: &str, text: &str, into: &str) -> PyResult<String> {
    let exported = || {
        let Checked { formula, table, .. } = checked(domain, text)?;
        let request = Request { form: into.to_owned(), simplify: false, round: None };
        Ok(write(&request, &formula, &table)?.text)
    };
    guarded(|| exported().map_err(|error: anyhow::Error| told(&error)))
}
