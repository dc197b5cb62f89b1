//! Datasets: tables of instances with distances and features, kept as files in a folder beside the store.
//!
//! | file | idea |
//! |---|---|
//! | [`shelf`], [`summary`] | the folder: names, notes, what was deleted; the figures of a table |
//! | [`import`] | tables that come from elsewhere |
//! | [`rows`], [`mod@file`] | looking at a table; taking it away |

pub mod file;
pub mod import;
pub mod rows;
pub mod shelf;
mod summary;

use super::failure::Failure;
use super::{Answer, App, work};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::json;
use std::sync::Arc;

/// All datasets.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    work(move || Ok(json!({ "datasets": shelf::list(&app) }))).await
}

/// Deletes a dataset; for a day it can be brought back.
pub async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<StatusCode, Failure> {
    work(move || shelf::delete(&app, &name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a deletion back.
pub async fn undo(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer {
    work(move || shelf::restore(&app, &name)).await
}
