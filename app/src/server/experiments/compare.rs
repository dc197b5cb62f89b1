//! Runs of experiments against each other.

use crate::server::body::JsonBody;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State;
use std::sync::Arc;
use unstuck_ops::run_comparison::{self, Request};

/// Compares the runs of experiments.
pub async fn compare(State(app): State<Arc<App>>, JsonBody(request): JsonBody<Request>) -> Answer {
    run_blocking(move || Ok(run_comparison::run(&request, &app.store)?)).await
}
