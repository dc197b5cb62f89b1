//! The file of a dataset, as columns for Python and back.

use crate::call::guarded;
use crate::errors::Error;
use pyo3::prelude::*;
use unstuck_evolution::dataset::{Column, Dataset, Distance, Form};

/// Name, description, instances, distances, which of them are exact, the names of the features, and their columns.
type Parts = (String, String, Vec<String>, Vec<u64>, Vec<bool>, Vec<String>, Vec<Vec<f64>>);

/// Reads the text of a file.
#[pyfunction]
pub fn read_dataset(py: Python<'_>, text: &str) -> PyResult<Parts> {
    let dataset =
        guarded(|| py.detach(|| Dataset::read(text)).map_err(|error| Error::new_err(error.in_text(text))))?;
    let (names, columns) = dataset.columns.into_iter().map(|column| (column.name, column.values)).unzip();
    Ok((
        dataset.name,
        dataset.description,
        dataset.instances,
        dataset.distances.iter().map(|distance| distance.cost).collect(),
        dataset.distances.iter().map(|distance| distance.exact).collect(),
        names,
        columns,
    ))
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
