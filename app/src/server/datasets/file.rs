//! A dataset as a file.

use super::dataset_store::{bytes, cannot, load};
use crate::server::failure::Failure;
use crate::server::{Answer, App};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use std::sync::Arc;
use unstuck_evolution::dataset::Form;
use unstuck_ops::dataset;

/// In which form.
#[derive(Deserialize)]
pub struct Wanted {
    form: Option<FileForm>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum FileForm {
    Csv,
    Bare,
    Json,
}

/// The dataset as a file.
pub async fn file(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer {
    let Query(Wanted { form }) = wanted.map_err(|error| Failure::bad(error.body_text()).field("form"))?;
    let form = form.unwrap_or(FileForm::Csv);
    let made = tokio::task::spawn_blocking(move || {
        let text = match form {
            FileForm::Csv => bytes(&app, &name)?,
            FileForm::Json => dataset::json(&load(&app, &name)?.dataset).to_string().into_bytes(),
            FileForm::Bare => {
                let mut text = Vec::new();
                let written = load(&app, &name)?.dataset.write(&mut text, Form::Bare);
                written.map_err(|error| cannot(&error))?;
                text
            }
        };
        let ending = if form == FileForm::Json { "json" } else { "csv" };
        Ok::<_, Failure>((format!("{name}.{ending}"), text))
    });
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be made");
    let (name, text) = made.await.map_err(failed)??;
    let kind = if form == FileForm::Json { "application/json" } else { "text/csv; charset=utf-8" };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}
