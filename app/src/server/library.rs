//! Heuristics that people keep under a name.

use super::body::JsonBody;
use super::experiments::{Number, number};
use super::failure::Failure;
use super::heuristics::{domain, formula};
use super::{Answer, App, run_blocking};
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;
use unstuck_ops::ToSchema;
use unstuck_ops::store::library::{KeptDraft, KeptHeuristic};

/// Heuristics that are kept under a name, the newest first.
#[derive(Serialize, ToSchema)]
pub struct Library {
    heuristics: Vec<KeptHeuristic>,
}

/// All of them, the newest first.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    run_blocking(move || Ok(Library { heuristics: app.store.library()? })).await
}

/// Keeps a heuristic that can be read; one of the same name is replaced.
pub async fn keep(State(app): State<Arc<App>>, JsonBody(draft): JsonBody<KeptDraft>) -> Answer {
    run_blocking(move || {
        let draft = draft.checked().map_err(unstuck_ops::Error::from)?;
        formula(&*domain(&draft.domain)?, &draft.text, "text")?;
        Ok(app.writer.keep_heuristic(&draft)?)
    })
    .await
}

/// Deletes one.
pub async fn remove(State(app): State<Arc<App>>, id: Number) -> Result<StatusCode, Failure> {
    let id = number(id, "heuristic")?;
    run_blocking(move || Ok(app.writer.drop_heuristic(id)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}
