//! Experiments from their records: what `/experiments/{id}/download?what=json` gives, here or on another machine.

use super::summary;
use super::views::ExperimentSummary;
use crate::server::body::JsonBody;
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;
use unstuck_ops::ToSchema;
use unstuck_ops::experiments;
use unstuck_ops::report::record_file;
use unstuck_ops::request::Fields;
use unstuck_ops::store::Error;

/// A record that is to be imported.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = ImportRecord)]
pub struct Import {
    /// The record's text, which is JSON.
    record: String,
}

/// An experiment that was imported.
#[derive(Serialize, ToSchema)]
pub struct ImportedExperiment {
    experiment: ExperimentSummary,
    /// What the record did not bring along.
    warnings: Vec<String>,
}

/// Stores a finished experiment.
pub async fn import(State(app): State<Arc<App>>, JsonBody(given): JsonBody<Import>) -> Answer {
    let answer = run_blocking(move || {
        if !app.writer.is_writable() {
            return Err(Failure::new(StatusCode::SERVICE_UNAVAILABLE, "the store can only be read"));
        }
        let record = record_file::of_text(&given.record, "the file").map_err(refused)?;
        drop(given.record);
        let imported = experiments::import(&app.writer, &record).map_err(refused)?;
        let change = json!({ "experiment": imported.id, "what": "created" });
        app.events.send("experiment", imported.id, &change, true);
        let experiment = summary(&app, &app.store.experiment(imported.id)?, None)?;
        Ok(ImportedExperiment { experiment, warnings: imported.warnings })
    });
    Ok((StatusCode::CREATED, answer.await?).into_response())
}

/// What is wrong with a record, or with the store.
fn refused(error: anyhow::Error) -> Failure {
    match error.downcast::<Error>() {
        Ok(error) => error.into(),
        Err(error) => Failure::unreadable(format!("{error:#}")).field("record"),
    }
}
