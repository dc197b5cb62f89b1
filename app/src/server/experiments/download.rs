//! Experiments as files.

use super::{Number, number, report_page};
use crate::report::file_name;
use crate::server::failure::Failure;
use crate::server::{Answer, App};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use unstuck_ops::analysis::Analysis;
use unstuck_ops::champion::Champion;
use unstuck_ops::experiments::generations;
use unstuck_ops::origin;

/// What is wanted.
#[derive(Deserialize)]
pub struct Wanted {
    what: What,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum What {
    Config,
    Json,
    Csv,
    Champion,
    Report,
}

/// A file of an experiment.
pub async fn download(
    State(app): State<Arc<App>>,
    id: Number,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Answer {
    let id = number(id, "experiment")?;
    let Query(Wanted { what }) = wanted.map_err(|error| {
        Failure::bad(error.body_text()).help("what is config, json, csv, champion or report").field("what")
    })?;
    let made = tokio::task::spawn_blocking(move || write(&app, id, what)).await;
    let (name, text) =
        made.map_err(|_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the file could not be made"))??;
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}

fn write(app: &App, id: i64, what: What) -> Result<(String, String), Failure> {
    let record = app.store.study(id)?;
    // A header is plain ASCII.
    let stem = file_name(&record.name).replace(|sign: char| !sign.is_ascii(), "_");
    Ok(match what {
        What::Config => (format!("{stem}.toml"), record.config),
        What::Csv => (format!("{stem}.csv"), generations(&record)?),
        What::Json => {
            let object = json!({ "experiment": record, "unstuck": origin::json() });
            (format!("{stem}.json"), format!("{object:#}\n"))
        }
        What::Champion => (format!("{stem}.heuristic"), Champion::of(&record)?.text),
        What::Report => (format!("{stem}.html"), report_page::of(&record, &Analysis::of(&record))?),
    })
}
