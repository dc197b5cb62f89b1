//! Describes a dataset: rows, distances, and how well each feature predicts them.

use super::read;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::Result;
use crate::system::origin::Origin;
use anyhow::anyhow;
use serde::{Deserialize, Serialize};
use unstuck_evolution::dataset::{ColumnSummary, Dataset, Summary};

/// Distances that a histogram lists one by one; beyond, the file is of another kind.
const FARTHEST: u64 = 100_000;

/// A dataset to be described.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The text of the file.
    pub csv: String,
    /// What messages call the file.
    #[serde(default)]
    pub title: String,
    /// The domain whose features the columns are; only a file without names needs it.
    #[serde(default)]
    pub domain: Option<String>,
}

/// A dataset and its statistics.
pub struct Shown {
    /// The dataset.
    pub dataset: Dataset,
    /// Its statistics.
    pub summary: Summary,
}

/// Reads and describes a dataset.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Shown> {
    let mut dataset = read(&request.csv, &request.title)?;
    if let Some(domain) = context.optional_domain(request.domain.as_deref())? {
        dataset.name_columns(&*domain).map_err(|error| anyhow!("{}: {error}", request.title))?;
    }
    let summary = dataset.summary();
    Ok(Shown { dataset, summary })
}

/// A description as plain data.
#[derive(Debug, Clone, Serialize)]
pub struct ShowResult {
    /// The dataset's name.
    pub name: String,
    /// What it is.
    pub description: String,
    /// How many rows it has.
    pub rows: usize,
    /// Rows whose distance is known.
    pub exact: usize,
    /// Rows whose instance is in an earlier one.
    pub repeated: usize,
    /// Smallest and largest distance.
    pub range: [u64; 2],
    /// The mean distance.
    pub mean: f64,
    /// Rows by distance.
    pub histogram: Vec<u64>,
    /// The features.
    pub columns: Vec<ColumnResult>,
    /// What it was made with.
    pub unstuck: Origin,
}

/// How well a feature predicts the distance.
#[derive(Debug, Clone, Serialize)]
pub struct ColumnResult {
    /// The feature.
    pub feature: String,
    /// Rows without a value.
    pub missing: usize,
    /// Smallest and largest value.
    pub range: Option<[f64; 2]>,
    /// The mean.
    pub mean: f64,
    /// The mean of absolute errors.
    pub mean_error: Option<f64>,
    /// The correlation with the distance.
    pub correlation: Option<f64>,
    /// Rows where it is above the distance.
    pub overestimates: usize,
}

impl Shown {
    /// As plain data.
    pub fn result(&self) -> ShowResult {
        let Self { dataset, summary } = self;
        let column = |column: &ColumnSummary| ColumnResult {
            feature: column.name.clone(),
            missing: column.missing,
            range: column.range.map(|(low, high)| [low, high]),
            mean: column.mean,
            mean_error: column.mean_error,
            correlation: column.correlation,
            overestimates: column.overestimates,
        };
        ShowResult {
            name: dataset.name.clone(),
            description: dataset.description.clone(),
            rows: dataset.len(),
            exact: summary.exact,
            repeated: summary.repeated,
            range: [summary.range.0, summary.range.1],
            mean: summary.mean,
            histogram: self.distances(),
            columns: summary.columns.iter().map(column).collect(),
            unstuck: Origin::here(),
        }
    }

    /// How many rows lie at each distance.
    pub fn distances(&self) -> Vec<u64> {
        let mut counts = vec![0; self.summary.range.1.min(FARTHEST) as usize + 1];
        for distance in &self.dataset.distances {
            if let Some(count) = usize::try_from(distance.cost).ok().and_then(|cost| counts.get_mut(cost)) {
                *count += 1;
            }
        }
        counts
    }
}
