//! `[grid]`: settings that are to be tried in all combinations, by their paths. Each combination is a
//! [`Configuration`]: a separate experiment.

use super::{Experiment, Load};
use crate::algorithms::ALGORITHMS;
use crate::config::source::{Places, Section, not_toml};
use crate::config::writer::{Writer, quoted};
use crate::fitness::EVALUATORS;
use std::collections::BTreeMap;
use toml::de::DeTable;
use unstuck_core::error::ParseError;

/// Paths with the values to be tried.
pub type Grid = BTreeMap<String, Vec<toml::Value>>;

/// Maximum number of configurations of a grid.
const MAX_CONFIGURATIONS: usize = 10_000;

/// One combination of a grid's values.
#[derive(Debug, Clone, PartialEq)]
pub struct Configuration {
    /// Paths with their values as TOML: `("genome.rules", "3")`. None for a file without a grid.
    pub settings: Vec<(String, String)>,
    /// The file with these values and without its grid.
    pub experiment: Experiment,
}

impl Experiment {
    /// Reads a file as the configurations of its grid, in the order of the values, those of the last path changing
    /// fastest. A file without a grid has one configuration.
    ///
    /// A configuration is read from the file as it was written: what the file leaves out has the default that suits
    /// the configuration.
    ///
    /// ```
    /// use unstuck_evolution::experiment::Experiment;
    /// unstuck_domains::install();
    /// let text = r#"
    ///     format = 1
    ///     name = "sizes"
    ///     domain = "rush-hour"
    ///     [data]
    ///     train = ["jam:1-20"]
    ///     validation = ["jam:21-30"]
    ///     [genome]
    ///     kind = "weights"
    ///     [grid]
    ///     "algorithm.kind" = ["generational", "cma_es"]
    /// "#;
    /// let configurations = Experiment::configurations(text, &|_| Err("no files here".into())).unwrap();
    /// assert_eq!(configurations[1].settings, [("algorithm.kind".to_owned(), "\"cma_es\"".to_owned())]);
    /// assert_eq!(configurations[1].experiment.algorithm.population, 20);
    /// ```
    pub fn configurations(text: &str, load: &Load<'_>) -> Result<Vec<Configuration>, ParseError> {
        let whole = Self::read(text, load)?;
        if whole.grid.is_empty() {
            return Ok(vec![Configuration { settings: Vec::new(), experiment: whole }]);
        }
        let count: usize = whole.grid.values().map(Vec::len).product();
        let table = DeTable::parse(text).map_err(|error| not_toml(text, &error))?;
        let file = Section::whole(text, table.get_ref());
        let places = Places::of(&file);
        let plain = without_grid(&file)?;
        (0..count).map(|number| configuration(&whole.grid, &plain, number, load, &places)).collect()
    }
}

/// The configuration of a number.
fn configuration(
    grid: &Grid,
    plain: &toml::Table,
    mut number: usize,
    load: &Load<'_>,
    places: &Places,
) -> Result<Configuration, ParseError> {
    let mut chosen: Vec<(&String, &toml::Value)> = Vec::new();
    for (path, values) in grid.iter().rev() {
        chosen.push((path, &values[number % values.len()]));
        number /= values.len();
    }
    chosen.reverse();
    let choices: Vec<String> = chosen.iter().map(|(path, value)| format!("{path} to {value}")).collect();
    let refuse = |why: String| places.refuse("grid", format!("the grid sets {}: {why}", choices.join(", ")));
    let mut table = plain.clone();
    for (path, value) in &chosen {
        table = with(&table, path, (*value).clone()).map_err(refuse)?;
    }
    let text = toml::to_string(&table).map_err(|error| refuse(error.to_string()))?;
    // The place is one in a text that the user has not written.
    let experiment = Experiment::read(&text, load)
        .map_err(|error| refuse(ParseError { place: None, ..error }.to_string()))?;
    let settings = chosen.iter().map(|(path, value)| ((*path).clone(), value.to_string())).collect();
    Ok(Configuration { settings, experiment })
}

fn without_grid(whole: &Section<'_>) -> Result<toml::Table, ParseError> {
    let mut plain = whole.plain()?;
    plain.remove("grid");
    Ok(plain)
}

/// Reads the grid of a file. Every value is tried by itself: the file with it must be an experiment.
pub(super) fn read(whole: &Section<'_>, places: &Places, load: &Load<'_>) -> Result<Grid, ParseError> {
    let mut grid = Grid::new();
    let entries = whole.section("grid")?.entries();
    if entries.is_empty() {
        return Ok(grid);
    }
    let mut count = 1_usize;
    let plain = without_grid(whole)?;
    for (path, list) in entries {
        let values = list.list()?;
        if path.split('.').next() == Some("grid") {
            return Err(list.refuse("the grid cannot set itself"));
        }
        if values.is_empty() {
            return Err(list.refuse(format!("the grid has no value for {path}")));
        }
        // Before they are tried: that takes its time.
        count = count.saturating_mul(values.len());
        if count > MAX_CONFIGURATIONS {
            return Err(
                places.refuse("grid", format!("the grid has more than {MAX_CONFIGURATIONS} configurations"))
            );
        }
        let mut tried = Vec::new();
        for value in &values {
            let new = value.plain()?;
            tried.push(new.clone());
            // Other kinds have other keys, so the keys that are set for this one do not matter.
            if let Some(kinds) = kinds(&path).filter(|_| places.has(&path)) {
                let names: Vec<(&str, ())> = kinds.into_iter().map(|kind| (kind, ())).collect();
                value.word(&names)?;
                continue;
            }
            let read = with(&plain, &path, new.clone()).and_then(|table| {
                let error = |error: ParseError| ParseError { place: None, ..error }.to_string();
                let text = toml::to_string(&table).map_err(|error| error.to_string())?;
                Experiment::read(&text, load).map(drop).map_err(error)
            });
            if let Err(why) = read {
                return Err(value.refuse(format!("the grid sets {path} to {new}: {why}")));
            }
        }
        grid.insert(path, tried);
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
