//! The rows of a dataset as instances, and as rows to be fitted.

use super::Named;
use crate::request::user_file::{self, FileKind};
use anyhow::{Result, anyhow, bail};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use unstuck_core::executor::Executor;
use unstuck_core::instance::Instance;
use unstuck_core::sample::Row;
use unstuck_evolution::dataset::Dataset;
use unstuck_evolution::experiment::{Experiment, Tabular};
use unstuck_evolution::role::Role;

/// The datasets that were read: one may serve several roles.
#[derive(Default)]
pub struct Files(HashMap<String, Arc<Dataset>>);

/// What a role gets: instances to be searched and, where rows are fitted, the rows.
pub type Part = (Named, Option<Vec<(String, Row)>>);

/// The instances of a role. Files are looked for in the folder of the experiment's own file.
pub fn read(
    experiment: &Experiment,
    (source, role): (&Tabular, Role),
    folder: &Path,
    files: &mut Files,
    executor: &dyn Executor,
) -> Result<Part> {
    let dataset = files.open(experiment, &source.csv, folder)?;
    let mut rows: Vec<usize> = match &source.split {
        Some(split) => {
            let costs: Vec<u64> = dataset.distances.iter().map(|distance| distance.cost).collect();
            std::mem::take(&mut split.rows(&costs)[role])
        }
        None => (0..dataset.len()).collect(),
    };
    rows.truncate(source.take.unwrap_or(usize::MAX));
    if rows.is_empty() {
        bail!("{} has {} rows, which leaves none for {}", source.csv, dataset.len(), role.name());
    }
    let fits = experiment.fitness.evaluator.least_squares().is_some() && role != Role::Test;
    let needed = experiment.named_features();
    let lacks = needed.iter().any(|name| !dataset.columns.iter().any(|column| column.name == *name));
    // Where rows are all that is learned from, some instances are enough to be searched.
    let searched = if fits && experiment.fits_rows_of_a_file() { Experiment::SEARCHED } else { rows.len() };
    let is_searched = |number: usize| number * searched / rows.len() != (number + 1) * searched / rows.len();
    let features = experiment.domain().features();
    let name = |row: usize| format!("{}:{}", source.csv, dataset.lines[row]);
    type Read = Result<(Option<Box<dyn Instance>>, Option<Row>)>;
    let one = |number: usize| -> Read {
        let row = rows[number];
        let text = &dataset.instances[row];
        let instance = experiment
            .read_instance(text)
            .map_err(|error| anyhow!("{}: line {}: {error}", source.csv, dataset.lines[row]))?;
        let row = fits.then(|| {
            let values = if lacks { instance.values() } else { Vec::new() };
            Row { text: instance.text(), ..dataset.row(row, features, values) }
        });
        Ok((is_searched(number).then_some(instance), row))
    };
    let places: Vec<OnceLock<Read>> = rows.iter().map(|_| OnceLock::new()).collect();
    executor.run(rows.len(), &|number| {
        let _ = places[number].set(one(number));
    });
    let (mut instances, mut fitted) = (Named::new(), Vec::new());
    for (&row, place) in rows.iter().zip(places) {
        // Every place was filled above.
        let Some(read) = place.into_inner() else { continue };
        let (instance, values) = read?;
        instances.extend(instance.map(|instance| (name(row), instance)));
        fitted.extend(values.map(|values| (name(row), values)));
    }
    Ok((instances, fits.then_some(fitted)))
}

/// The file of a table that an experiment names, which may leave out its ending.
pub fn table_file(folder: &Path, name: &str) -> String {
    let with_ending = format!("{name}.csv");
    match !folder.join(name).is_file() && folder.join(&with_ending).is_file() {
        true => with_ending,
        false => name.to_owned(),
    }
}

impl Files {
    fn open(&mut self, experiment: &Experiment, file: &str, folder: &Path) -> Result<Arc<Dataset>> {
        if let Some(known) = self.0.get(file) {
            return Ok(Arc::clone(known));
        }
        let text =
            user_file::read(&folder.join(table_file(folder, file)).to_string_lossy(), FileKind::INSTANCES)?;
        let mut dataset =
            Dataset::read(&text).map_err(|error| anyhow!("{file}: {}", error.in_text(&text)))?;
        // Searches read the instances alone; only fits ask what the columns mean.
        if experiment.fitness.evaluator.least_squares().is_some() {
            dataset.name_columns(experiment.domain()).map_err(|error| anyhow!("{file}: {error}"))?;
        }
        let dataset = Arc::new(dataset);
        self.0.insert(file.to_owned(), Arc::clone(&dataset));
        Ok(dataset)
    }
}
