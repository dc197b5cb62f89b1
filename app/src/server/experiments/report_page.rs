//! The report of an experiment as a page of its own.

use super::{Number, number};
use crate::report;
use crate::server::failure::Failure;
use crate::server::{Answer, App};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;
use unstuck_ops::analysis::Analysis;
use unstuck_ops::report::Report;
use unstuck_ops::store::record::ExperimentRecord;

/// The page's own policy allows its script and style alone; here it also has no origin, so that it cannot use the API.
const POLICY: &str = "sandbox allow-scripts allow-downloads; frame-ancestors 'none'";

/// The report, to be read in a tab.
pub async fn page(State(app): State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "experiment")?;
    let made = tokio::task::spawn_blocking(move || {
        let Report { record, analysis } = Report::of(&app.store, id)?;
        of(&record, &analysis)
    });
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the report could not be made");
    let text = made.await.map_err(failed)??;
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    Ok((headers, text).into_response())
}

/// The page of a record.
pub fn of(record: &ExperimentRecord, analysis: &Analysis) -> Result<String, Failure> {
    report::page(&report::document(record, analysis))
        .map_err(|error| Failure::new(StatusCode::NOT_IMPLEMENTED, error.to_string()))
}
