//! Positions: an instance and the moves made so far.

use super::access::context;
use super::body::JsonBody;
use super::{Answer, run_blocking};
use unstuck_ops::position::{self, Request};
use unstuck_ops::progress::Silent;
use unstuck_ops::watch::Activity;

/// Reads an instance, plays moves, and describes the position.
pub async fn position(JsonBody(request): JsonBody<Request>) -> Answer {
    run_blocking(move || Ok(position::run(&request, &context(&Silent, &Activity::default()))?)).await
}
