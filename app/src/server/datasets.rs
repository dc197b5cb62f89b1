//! Datasets: tables of instances with distances and features, kept as files in a folder beside the store.
//!
//! | file | idea |
//! |---|---|
//! | [`shelf`] | the folder: names, notes, what was deleted |
//! | [`import`] | tables that come from elsewhere |
//! | [`rows`], [`mod@file`] | looking at a table; taking it away |

pub mod file;
pub mod import;
pub mod rows;
pub mod shelf;

use super::failure::Failure;
use super::{Answer, App, work};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde_json::{Value, json};
use shelf::load;
use std::sync::Arc;

/// All datasets.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    work(move || {
        let there = shelf::names(&app).into_iter().filter(|(_, note)| !note.is_deleted());
        let found: Vec<Value> =
            there.filter_map(|(name, _)| load(&app, &name).ok()).map(|one| one.json()).collect();
        Ok(json!({ "datasets": found }))
    })
    .await
}

/// Deletes a dataset; for a day it can be brought back.
pub async fn remove(State(app): State<Arc<App>>, Path(name): Path<String>) -> Result<StatusCode, Failure> {
    work(move || shelf::delete(&app, &name)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a deletion back.
pub async fn undo(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer {
    work(move || {
        shelf::restore(&app, &name)?;
        Ok(load(&app, &name)?.json())
    })
    .await
}
