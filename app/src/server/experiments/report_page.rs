//! The report of an experiment as a page of its own.

use super::{Number, number};
use crate::report;
use crate::server::failure::Failure;
use crate::server::{Answer, App};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use std::sync::Arc;
use unstuck_ops::report::Report;

/// The report has its style within and nothing else: no script, no form, no origin.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups; \
                      frame-ancestors 'none'";

/// The report, to be read in a tab.
pub async fn page(State(app): State<Arc<App>>, id: Number) -> Answer {
    let id = number(id, "experiment")?;
    let made = tokio::task::spawn_blocking(move || {
        let Report { record, analysis } = Report::of(&app.store, id)?;
        Ok::<_, Failure>(report::page(&record, &analysis))
    });
    let failed = |_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, "the report could not be made");
    let text = made.await.map_err(failed)??;
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    Ok((headers, text).into_response())
}
