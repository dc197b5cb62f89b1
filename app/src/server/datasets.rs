//! Datasets: tables of instances with distances and features, kept as files in a folder next to the store.
//!
//! | file | idea |
//! |---|---|
//! | [`dataset_store`], [`summary`] | the folder: names, notes, what was deleted; the figures of a table |
//! | [`import`] | tables that come from elsewhere |
//! | [`rows`], [`mod@file`] | looking at a table; taking it away |

pub mod dataset_store;
pub mod file;
pub mod import;
pub mod rows;
mod summary;

use super::failure::Failure;
use super::{Answer, App, run_blocking};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;
use unstuck_ops::ToSchema;

/// All datasets.
#[derive(Serialize, ToSchema)]
pub struct DatasetList {
    datasets: Vec<dataset_store::DatasetView>,
}

/// All datasets.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    run_blocking(move || Ok(DatasetList { datasets: dataset_store::list(&app) })).await
}

/// Deletes a dataset; for a day it can be brought back.
pub async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<StatusCode, Failure> {
    run_blocking(move || dataset_store::delete(&app, &name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a deletion back.
pub async fn undo(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer {
    run_blocking(move || dataset_store::restore(&app, &name)).await
}
