//! The file of a dataset, as columns for Python and back.

use crate::call::{guarded, operate};
use crate::errors::{Error, warn};
use anyhow::{Result, anyhow, bail};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use unstuck_core::registry::domains;
use unstuck_evolution::dataset::{Column, Dataset, Distance, Form};
use unstuck_ops::dataset::generate::{self, Generated, Request};
use unstuck_ops::numbers::{parse_bytes, parse_count, parse_positive, parse_seed};

/// Name, description, instances, distances, which of them are exact, the names of the features, and their columns.
type Parts = (String, String, Vec<String>, Vec<u64>, Vec<bool>, Vec<String>, Vec<Vec<f64>>);

/// Reads the text of a file.
#[pyfunction]
pub fn read_dataset(py: Python<'_>, text: &str) -> PyResult<Parts> {
    let read = || py.detach(|| Dataset::read(text)).map_err(|error| Error::new_err(error.in_text(text)));
    guarded(read).map(parts)
}

fn parts(dataset: Dataset) -> Parts {
    let (names, columns) = dataset.columns.into_iter().map(|column| (column.name, column.values)).unzip();
    (
        dataset.name,
        dataset.description,
        dataset.instances,
        dataset.distances.iter().map(|distance| distance.cost).collect(),
        dataset.distances.iter().map(|distance| distance.exact).collect(),
        names,
        columns,
    )
}

/// Makes a dataset. Options are fields of the request; other names are settings of domains and parameters of generators.
#[pyfunction]
pub fn generate_dataset(
    py: Python<'_>,
    domain: String,
    generator: Option<String>,
    options: BTreeMap<String, Vec<String>>,
) -> PyResult<Parts> {
    let Generated { dataset, errors, .. } = operate(py, |context| {
        let mut request = Request { domain, generator, seed: 1, ..Request::default() };
        options.into_iter().try_for_each(|(name, values)| take(&mut request, name, values))?;
        Ok(generate::run(&request, context)?)
    })?;
    warn(py, &errors)?;
    dataset.map(parts).ok_or_else(|| Error::new_err("there is no row to write"))
}

/// Puts an option into a request.
fn take(request: &mut Request, name: String, values: Vec<String>) -> Result<()> {
    let wrong = |why: String| anyhow!("{name}: {why}");
    let text = values.last().cloned().unwrap_or_default();
    let whole = |text: &str| parse_count(text).map_err(wrong);
    match name.as_str() {
        "from" => request.from = values,
        "feature" => request.features = values,
        "all" => request.all = true,
        "count" => request.count = Some(whole(&text)?),
        "seed" => request.seed = parse_seed(&text).map_err(wrong)?,
        "name" => request.name = Some(text),
        "threads" => request.threads = usize::try_from(whole(&text)?)?,
        "limit-nodes" => request.limits.nodes = Some(whole(&text)?),
        "limit-seconds" => request.limits.seconds = Some(parse_positive(&text).map_err(wrong)?),
        "limit-memory" => request.limits.memory = Some(parse_bytes(&text).map_err(wrong)?),
        "metric" => {
            request.reading.metric = Some(text.clone());
            request.parameters.insert(name, text);
        }
        _ => {
            let domains = domains();
            let infos = || domains.iter().map(|domain| domain.info());
            let is_setting = infos().flat_map(|info| info.settings).any(|setting| setting.name == name);
            let mut parameters = infos().flat_map(|info| info.generators).flat_map(|one| one.parameters);
            let is_parameter = parameters.any(|(known, ..)| *known == name);
            if !is_setting && !is_parameter {
                bail!("there is no option '{name}'; options are those of 'unstuck dataset generate'");
            }
            if is_setting {
                request.reading.settings.insert(name.clone(), text.clone());
            }
            if is_parameter {
                request.parameters.insert(name, text);
            }
        }
    }
    Ok(())
}

/// Writes the text of a file, with the names of the features or, as published, without.
#[pyfunction]
#[pyo3(signature = (parts, *, bare=false))]
pub fn write_dataset(py: Python<'_>, parts: Parts, bare: bool) -> PyResult<String> {
    let (name, description, instances, costs, exact, names, columns) = parts;
    let rows = instances.len();
    if costs.len() != rows || exact.len() != rows || names.len() != columns.len() {
        return Err(Error::new_err(
            "a dataset has one distance and one value of each feature for every instance",
        ));
    }
    if let Some((name, column)) = names.iter().zip(&columns).find(|(_, column)| column.len() != rows) {
        let (have, want) = (column.len(), rows);
        return Err(Error::new_err(format!("the column '{name}' has {have} values for {want} instances")));
    }
    let distances = costs.into_iter().zip(exact).map(|(cost, exact)| Distance { cost, exact }).collect();
    let columns = names.into_iter().zip(columns).map(|(name, values)| Column { name, values }).collect();
    let dataset =
        Dataset { name, description, instances, distances, columns, named: !bare, lines: Vec::new() };
    let form = if bare { Form::Bare } else { Form::Named };
    let write = || {
        let mut out = Vec::new();
        dataset.write(&mut out, form).map_err(|error| Error::new_err(error.to_string()))?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    };
    guarded(|| py.detach(write))
}
