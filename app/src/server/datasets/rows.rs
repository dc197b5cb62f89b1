//! Looking at a table: its rows with their boards, and a feature against h*.

use super::dataset_store::{DatasetView, Note, figures, load};
use crate::server::failure::Failure;
use crate::server::heuristics::formula;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_core::view::Board;
use unstuck_evolution::dataset::Distance;
use unstuck_ops::ToSchema;
use unstuck_ops::formula::Reading;
use unstuck_ops::scatter::Scatter;

/// Most rows of one answer.
const PAGE: usize = 500;

/// Which rows.
#[derive(Deserialize)]
pub struct Rows {
    #[serde(default)]
    offset: usize,
    count: Option<usize>,
    sort: Option<Sort>,
    order: Option<Direction>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Sort {
    Number,
    Distance,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

/// A dataset with a page of its rows.
#[derive(Serialize, ToSchema)]
pub struct DatasetRows {
    /// The dataset.
    dataset: DatasetView,
    /// Rows before these.
    offset: usize,
    /// The rows.
    rows: Vec<DatasetRow>,
}

/// A row of a dataset.
#[derive(Serialize, ToSchema)]
pub struct DatasetRow {
    /// Its number, from 1.
    number: usize,
    /// The instance's text.
    instance: String,
    /// `DOMAIN:TEXT`.
    reference: String,
    /// The instance as screens show it.
    board: Board,
    /// The distance.
    distance: u64,
    /// Whether the distance is a lower bound only.
    estimate: bool,
    /// A value for each feature of the dataset.
    values: Vec<Option<f64>>,
}

/// A dataset's figures and a page of its rows.
pub async fn rows(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Rows>, QueryRejection>,
) -> Answer {
    let Query(wanted) = wanted.map_err(|error| Failure::bad(error.body_text()))?;
    run_blocking(move || {
        let loaded = load(&app, &name)?;
        let domain = loaded.domain()?;
        let dataset = &loaded.dataset;
        let mut order: Vec<usize> = (0..dataset.len()).collect();
        if wanted.sort == Some(Sort::Distance) {
            order.sort_by_key(|&row| (dataset.distances[row].cost, row));
        }
        if wanted.order == Some(Direction::Down) {
            order.reverse();
        }
        let count = wanted.count.unwrap_or(50).min(PAGE);
        let mut rows = Vec::new();
        for row in order.into_iter().skip(wanted.offset).take(count) {
            let text = &dataset.instances[row];
            let read = unstuck_core::domain::read(&*domain, text, None, &loaded.note.settings);
            rows.push(DatasetRow {
                number: row + 1,
                instance: text.clone(),
                reference: format!("{}:{text}", loaded.note.domain),
                board: read.map_err(|error| Failure::of_text(&error))?.view(),
                distance: dataset.distances[row].cost,
                estimate: !dataset.distances[row].exact,
                values: dataset.columns.iter().map(|column| Some(column.values[row])).collect(),
            });
        }
        let dataset = figures(&app, &name, loaded.note.clone())?;
        Ok(DatasetRows { dataset, offset: wanted.offset, rows })
    })
    .await
}

/// What is held against h*.
#[derive(Deserialize)]
pub struct Against {
    feature: String,
}

/// A feature or a heuristic against h*.
pub async fn scatter(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Against>, QueryRejection>,
) -> Answer {
    let Query(Against { feature }) =
        wanted.map_err(|error| Failure::bad(error.body_text()).field("feature"))?;
    run_blocking(move || {
        let loaded = load(&app, &name)?;
        let domain = loaded.domain()?;
        let checked = formula(&*domain, &feature, "feature")?;
        // What the table has need not be computed again.
        let is_there = |name: &&str| loaded.dataset.columns.iter().any(|column| column.name == *name);
        let lacks = !checked.features().iter().all(is_there);
        let mut pairs = Vec::new();
        for (row, text) in loaded.dataset.instances.iter().enumerate() {
            let Distance { cost, exact } = loaded.dataset.distances[row];
            // A lower bound is no truth to be held against.
            if !exact {
                continue;
            }
            let values = if lacks {
                let Note { metric, settings, .. } = &loaded.note;
                let read = unstuck_core::domain::read(&*domain, text, Some(metric), settings);
                read.map_err(|error| Failure::of_text(&error))?.values()
            } else {
                loaded.dataset.row(row, domain.features(), Vec::new()).values
            };
            if let Some(raw) = Reading::new(&checked, Some(&values)).raw() {
                pairs.push((cost as f64, raw));
            }
        }
        Ok(Scatter::of(&pairs))
    })
    .await
}
