//! Positions: an instance and the moves made so far.

use super::access::context;
use super::body::JsonBody;
use super::{Answer, App, heuristics, run_blocking};
use axum::extract::State;
use std::sync::Arc;
use unstuck_ops::judge;
use unstuck_ops::position::{self, Request};
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::Activity;

/// Reads an instance, plays moves, and describes the position.
pub async fn position(JsonBody(request): JsonBody<Request>) -> Answer {
    run_blocking(move || Ok(position::run(&request, &context(&Silent, &Activity::default()))?)).await
}

/// Judges a game by the distances of all states.
pub async fn judge(State(app): State<Arc<App>>, JsonBody(request): JsonBody<judge::Request>) -> Answer {
    heuristics::in_turn(&app, move || Ok(judge::run(&request, &context(&Silent, &Activity::default()))?))
        .await
}
