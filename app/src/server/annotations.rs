//! Names, notes and tags of experiments.

use super::body::JsonBody;
use super::experiments::{Number, number, summary};
use super::{Answer, App, run_blocking};
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use unstuck_ops::ToSchema;
use unstuck_ops::store::annotation::{Annotation, AnnotationChange};

/// Notes and tags of experiments.
#[derive(Serialize, ToSchema)]
pub struct AnnotationList {
    annotations: Vec<Annotation>,
}

/// The notes and tags of all experiments that have some.
pub async fn list(State(app): State<Arc<App>>) -> Answer {
    run_blocking(move || Ok(AnnotationList { annotations: app.store.annotations()? })).await
}

/// Changes the name, the note or the tags of an experiment.
pub async fn annotate(
    State(app): State<Arc<App>>,
    id: Number,
    JsonBody(change): JsonBody<AnnotationChange>,
) -> Answer {
    let id = number(id, "experiment")?;
    run_blocking(move || {
        app.writer.annotate(id, &change.checked().map_err(unstuck_ops::Error::from)?)?;
        summary(&app, &app.store.experiment(id)?, None)
    })
    .await
}
