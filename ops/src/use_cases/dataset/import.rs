//! Checks a dataset of any origin row by row against the domain.

use super::generate::stopped;
use super::read;
use super::rows::{lower_bound, one_line};
use crate::pattern_databases::{self, Making};
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::method;
use crate::request::numbers::{counted, grouped};
use crate::system::cancel;
use crate::system::warnings;
use crate::system::watch::{Activity, Watch};
use crate::wording;
use anyhow::{anyhow, bail};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use unstuck_core::domain::{Domain, DomainRef};
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::search::Limits;
use unstuck_evolution::dataset::{Column, Dataset, Distance};

/// Most nodes of a search that checks a distance.
const SEARCH: u64 = 100_000;
/// Errors that are printed one by one.
const TOLD: usize = 10;

/// A dataset of any origin, and the domain of its instances.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
pub struct Request {
    /// The text of the file.
    pub csv: String,
    /// What messages call the file.
    #[serde(default)]
    pub title: String,
    /// The domain.
    pub domain: String,
    /// Names for the columns behind h*, instead of those in the file.
    #[serde(default)]
    pub features: Vec<String>,
    /// Takes the domain's values of all features instead of the stored ones.
    #[serde(default)]
    pub recompute: bool,
    /// How many distances to check by a search.
    #[serde(default)]
    pub check: u64,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Number of threads; 0 for one per core.
    #[serde(default)]
    pub threads: usize,
}

/// A dataset that was checked.
pub struct Imported {
    /// The dataset, in the domain's own form.
    pub dataset: Dataset,
    /// What was checked, and left out.
    pub notes: Vec<String>,
}

/// What was found out about a row.
struct Checked {
    row: usize,
    text: String,
    values: Vec<Option<f64>>,
    /// The distance, if a search has found it.
    found: Option<u64>,
    wrong: Vec<String>,
}

/// Checks a dataset row by row. Where something is wrong, the first lines are reported by [`warnings`] and the whole is
/// refused.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Imported> {
    let domain = context.domain(&request.domain)?;
    only_search(&*domain, "dataset")?;
    let known = match levels(&request.csv) {
        Some(levels) => levels,
        None => read(&request.csv, &request.title)?,
    };
    let dataset = named(request, &*domain, known)?;
    let columns: Vec<&str> = dataset.columns.iter().map(|column| column.name.as_str()).collect();
    let making = Making::unlimited(request.threads, context.progress);
    pattern_databases::prepare_features(&*domain, &columns, making)?;
    let inspection = Inspection::new(request, domain.clone(), &dataset);
    let rows: Vec<usize> = (0..dataset.len()).collect();
    let mut keeper = Keeper { request, dataset: &dataset, first: HashMap::new(), kept: Vec::new(), wrong: 0 };
    context.workers(request.threads, "checking rows").each(
        &rows.chunks(CHUNK).collect::<Vec<_>>(),
        |rows, activity| rows.iter().map(|&row| inspection.check(row, activity)).collect::<Vec<Checked>>(),
        |checked| {
            checked.into_iter().for_each(|checked| keeper.keep(checked));
            Ok(())
        },
    )?;
    if cancel::requested() || context.activity.is_over() {
        return Err(stopped());
    }
    if keeper.wrong > 0 {
        let more = keeper.wrong.saturating_sub(TOLD);
        let rest = if more > 0 { format!(" ({} more)", grouped(more as u64)) } else { String::new() };
        let mut metrics = domain.info().metric_names();
        let metric = match (metrics.next(), metrics.next()) {
            (Some(default), Some(other)) if inspection.reading.metric.is_none() => {
                format!(
                    "; it was read in {default}, and {} would be another",
                    wording::given("metric", other)
                )
            }
            _ => String::new(),
        };
        let (file, name) = (&request.title, &domain.info().name);
        return Err(Error::input(format!(
            "{file} does not fit the domain {name}{rest}; nothing was written{metric}"
        )));
    }
    let notes = inspection.notes(dataset.len() - keeper.kept.len(), &keeper.kept);
    let dataset = imported(&dataset, &*domain, keeper.kept, request.recompute);
    Ok(Imported { dataset, notes })
}

/// The rows of a database of levels, a line each: the number of moves, the board, perhaps the size of its cluster. None for
/// other texts.
fn levels(text: &str) -> Option<Dataset> {
    let mut dataset = Dataset::default();
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        let (moves, board, cluster) = match words[..] {
            [moves, board] => (moves, board, "0"),
            [moves, board, cluster] => (moves, board, cluster),
            _ => return None,
        };
        let cost = moves.parse().ok()?;
        cluster.parse::<u64>().ok()?;
        if board.contains([',', ';']) || board.parse::<f64>().is_ok() {
            return None;
        }
        dataset.push(board.to_owned(), Distance { cost, exact: true }, []);
        dataset.lines.push(line);
    }
    (!dataset.is_empty()).then_some(dataset)
}

/// Rows that a thread takes at a time.
const CHUNK: usize = 64;

/// The dataset with the names of its columns.
fn named(request: &Request, domain: &dyn Domain, mut dataset: Dataset) -> anyhow::Result<Dataset> {
    if dataset.name.is_empty() {
        dataset.name = request.title.clone();
    }
    if !request.features.is_empty() {
        let (given, there) = (request.features.len(), dataset.columns.len());
        if given != there {
            bail!(
                "{} names {given} columns, and {} has {there} behind h*",
                wording::field("features"),
                request.title
            );
        }
        for (column, name) in dataset.columns.iter_mut().zip(&request.features) {
            column.name = name.trim().to_owned();
        }
        dataset.named = true;
    }
    if dataset.columns.is_empty() {
        dataset.named = true;
    }
    dataset.name_columns(domain).map_err(|error| anyhow!("{}: {error}", request.title))?;
    Ok(dataset)
}

/// What every row is held against.
struct Inspection<'a> {
    domain: DomainRef,
    reading: Reading,
    dataset: &'a Dataset,
    /// The place of every column in the domain's table.
    places: Vec<usize>,
    recompute: bool,
    searches: usize,
}

impl<'a> Inspection<'a> {
    fn new(request: &Request, domain: DomainRef, dataset: &'a Dataset) -> Self {
        let table = domain.features().clone();
        let place = |column: &Column| table.index(&column.name).unwrap_or(0).into();
        Self {
            domain,
            reading: request.reading.clone(),
            dataset,
            places: dataset.columns.iter().map(place).collect(),
            recompute: request.recompute,
            searches: usize::try_from(request.check).unwrap_or(usize::MAX).min(dataset.len()),
        }
    }

    fn check(&self, row: usize, activity: &Activity) -> Checked {
        let mut checked =
            Checked { row, text: String::new(), values: Vec::new(), found: None, wrong: Vec::new() };
        let instance = match self.reading.search(&*self.domain, &self.dataset.instances[row]) {
            Ok(instance) => instance,
            Err(error) => {
                // The place is one within the instance, not within the file.
                let place = error.place.map_or(String::new(), |place| format!("sign {}: ", place.column));
                let help = error.help.map_or(String::new(), |help| format!(" ({help})"));
                checked.wrong.push(format!("the instance cannot be read: {place}{}{help}", error.message));
                return checked;
            }
        };
        checked.text = one_line(&*self.domain, &self.reading, instance.text());
        checked.values = instance.values();
        if !self.recompute {
            self.compare_values(&mut checked);
        }
        self.check_distance(&*instance, &mut checked, activity);
        checked
    }

    fn compare_values(&self, checked: &mut Checked) {
        for (column, &place) in self.dataset.columns.iter().zip(&self.places) {
            let stored = column.values[checked.row];
            match checked.values[place] {
                _ if stored.is_nan() => {}
                None => checked
                    .wrong
                    .push(format!("{} is {stored}, and this instance has no such feature", column.name)),
                Some(own) if (own - stored).abs() <= 1e-6 * own.abs().max(1.0) => {}
                Some(own) => {
                    checked.wrong.push(format!("{} is {stored}, and the domain computes {own}", column.name));
                }
            }
        }
    }

    fn check_distance(&self, instance: &dyn SearchInstance, checked: &mut Checked, activity: &Activity) {
        let Distance { cost, exact } = self.dataset.distances[checked.row];
        let bound = lower_bound(&*self.domain, &instance.metric(), &checked.values);
        if exact && bound > cost {
            checked
                .wrong
                .push(format!("h* is {cost}, and an admissible feature is {bound}; is it another metric?"));
            return;
        }
        // Evenly spread: the row is the first of its share.
        let (row, searches, count) = (checked.row, self.searches, self.dataset.len());
        if row * searches / count == (row + 1) * searches / count {
            return;
        }
        let limits = Limits { expanded: Some(SEARCH), memory: Some(1 << 30), ..Limits::NONE };
        let Ok(request) = method::optimal(&*self.domain, &instance.metric(), limits) else { return };
        let Ok(solution) = instance.solve(&request, &mut Watch::new(activity, limits)) else { return };
        match solution.cost.filter(|_| solution.optimal) {
            _ if solution.status == Status::Unsolvable => {
                checked.wrong.push(format!("h* is {cost}, and the instance has no solution"));
            }
            Some(found) if exact && found != cost => {
                checked.wrong.push(format!("h* is {cost}, and a cheapest plan costs {found}"));
            }
            Some(found) if found < cost => {
                checked.wrong.push(format!("h* is estimated as +{cost}, and a cheapest plan costs {found}"));
            }
            found => checked.found = found,
        }
    }

    fn notes(&self, repeated: usize, kept: &[Checked]) -> Vec<String> {
        let proved = kept.iter().filter(|checked| checked.found.is_some()).count();
        let rows = counted(self.dataset.len() as u64, "rows");
        let mut notes = vec![format!("{rows} read; h* proved by a search for {proved} of them")];
        if repeated > 0 {
            notes.push(format!("left out: {repeated} whose instance is in an earlier row"));
        }
        notes
    }
}

/// Takes rows in their order.
struct Keeper<'a> {
    request: &'a Request,
    dataset: &'a Dataset,
    first: HashMap<String, usize>,
    kept: Vec<Checked>,
    wrong: usize,
}

impl Keeper<'_> {
    fn keep(&mut self, mut checked: Checked) {
        let row = checked.row;
        let Distance { cost, exact } = self.dataset.distances[row];
        if checked.wrong.is_empty() {
            let first = *self.first.entry(checked.text.clone()).or_insert(row);
            let before = self.dataset.distances[first];
            if first != row && exact && before.exact && before.cost != cost {
                let (line, other) = (self.dataset.lines[first], before.cost);
                checked.wrong.push(format!("h* is {cost}, and {other} for the same instance in line {line}"));
            } else if first != row {
                return;
            }
        }
        for wrong in &checked.wrong {
            self.wrong += 1;
            if self.wrong <= TOLD {
                warnings::error(&format!(
                    "{}: line {}: {wrong}",
                    self.request.title, self.dataset.lines[row]
                ));
            }
        }
        self.kept.push(checked);
    }
}

/// The dataset as it was checked: texts in the domain's form, distances that were proved, and the domain's values if
/// asked for.
fn imported(dataset: &Dataset, domain: &dyn Domain, kept: Vec<Checked>, recompute: bool) -> Dataset {
    let rows: Vec<usize> = kept.iter().map(|checked| checked.row).collect();
    let mut checked = dataset.select(&rows);
    if recompute {
        let features = domain.features().features().iter().enumerate();
        let there = features.filter(|(index, _)| kept.iter().any(|row| row.values[*index].is_some()));
        let column = |(index, info): (usize, &unstuck_core::feature::FeatureInfo)| Column {
            name: info.name.to_string(),
            values: kept.iter().map(|row| row.values[index].unwrap_or(f64::NAN)).collect(),
        };
        checked.columns = there.map(column).collect();
    }
    for (row, found) in kept.into_iter().enumerate() {
        checked.instances[row] = found.text;
        if let Some(cost) = found.found {
            checked.distances[row] = Distance { cost, exact: true };
        }
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_levels_is_a_dataset_without_features() {
        let found = levels("# hard ones\n60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n\n58 AAoo\n").unwrap();
        assert_eq!(found.instances, ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "AAoo"]);
        assert_eq!(found.distances[0], Distance { cost: 60, exact: true });
        assert_eq!(found.lines, [2, 4]);
        for other in ["", "name\ndescription\n1 0 2 3,1,1\n", "1 0 2", "1 0 2 3\n", "x AAoo 3", "3 AAoo x"] {
            assert_eq!(levels(other), None, "{other}");
        }
    }
}
