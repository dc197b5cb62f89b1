//! `[grid]`: settings that are to be tried in all combinations, by their paths.

use super::source::{Places, Section};
use super::writer::{Writer, quoted};
use super::{Experiment, Load};
use crate::algorithms::ALGORITHMS;
use crate::fitness::EVALUATORS;
use std::collections::BTreeMap;
use unstuck_core::error::ParseError;

/// Paths with the values to be tried.
pub type Grid = BTreeMap<String, Vec<toml::Value>>;

/// Reads the grid of a file. Every value is tried by itself: the file with it must be an experiment.
pub(super) fn read(whole: &Section<'_>, places: &Places, load: &Load<'_>) -> Result<Grid, ParseError> {
    let mut grid = Grid::new();
    let plain: toml::Table = whole
        .entries()
        .into_iter()
        .filter(|(key, _)| key != "grid")
        .map(|(key, item)| (key, item.plain()))
        .collect();
    for (path, list) in whole.section("grid")?.entries() {
        let values = list.list()?;
        if values.is_empty() {
            return Err(list.refuse(format!("the grid has no value for {path}")));
        }
        for value in &values {
            // Other kinds come with other keys: what is set for this one says nothing about them.
            if let Some(kinds) = kinds(&path).filter(|_| places.has(&path)) {
                let names: Vec<(&str, ())> = kinds.into_iter().map(|kind| (kind, ())).collect();
                value.word(&names)?;
                continue;
            }
            let tried = with(&plain, &path, value.plain()).and_then(|table| {
                let error = |error: ParseError| ParseError { place: None, ..error }.to_string();
                let text = toml::to_string(&table).map_err(|error| error.to_string())?;
                Experiment::read(&text, load).map(drop).map_err(error)
            });
            if let Err(why) = tried {
                return Err(value.refuse(format!("the grid sets {path} to {}: {why}", value.plain())));
            }
        }
        grid.insert(path, values.iter().map(|value| value.plain()).collect());
    }
    Ok(grid)
}

/// The kinds that a path may be set to.
fn kinds(path: &str) -> Option<Vec<&'static str>> {
    match path {
        "genome.kind" => Some(vec!["weights", "tree", "policy"]),
        "algorithm.kind" => Some(ALGORITHMS.iter().map(|(name, _)| *name).collect()),
        "fitness.kind" => Some(EVALUATORS.iter().map(|(name, _)| *name).collect()),
        _ => None,
    }
}

/// A file with one value replaced.
fn with(table: &toml::Table, path: &str, value: toml::Value) -> Result<toml::Table, String> {
    let mut table = table.clone();
    let mut inner = &mut table;
    let mut parts: Vec<&str> = path.split('.').collect();
    let last = parts.pop().unwrap_or(path);
    for part in parts {
        let next = inner.entry(part).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        inner = next.as_table_mut().ok_or_else(|| format!("'{part}' is not a table"))?;
    }
    inner.insert(last.to_owned(), value);
    Ok(table)
}

pub(super) fn print(grid: &Grid, out: &mut Writer) {
    if grid.is_empty() {
        return;
    }
    out.section("grid");
    for (path, values) in grid {
        out.entry(&quoted(path), toml::Value::Array(values.clone()));
    }
}
