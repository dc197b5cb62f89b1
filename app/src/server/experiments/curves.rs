//! The curves of all runs, as columns.

use super::views::Curves;
use super::{Number, number};
use crate::report::curves::{RunCurves, thin};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;

/// How many points.
#[derive(Deserialize)]
pub struct Points {
    points: Option<usize>,
}

/// How many points a request wants.
pub fn points(wanted: Result<Query<Points>, QueryRejection>) -> Result<usize, Failure> {
    let Query(Points { points }) = wanted.map_err(|error| Failure::bad(error.body_text()))?;
    Ok(points.unwrap_or(1_000).clamp(2, 10_000))
}

/// The curves of an experiment.
pub async fn curves(
    State(app): State<Arc<App>>,
    id: Number,
    wanted: Result<Query<Points>, QueryRejection>,
) -> Answer {
    let (id, points) = (number(id, "experiment")?, points(wanted)?);
    run_blocking(move || {
        let record = app.store.experiment(id)?;
        let summary_of = app.summaries.summary_of(&record);
        let mut runs = Vec::new();
        for run in &record.runs {
            let history = thin(&app.store.history(run.id)?, points);
            let times: HashMap<u32, f64> = app.store.times(run.id)?.into_iter().collect();
            runs.push(RunCurves::of(run, &history, |number| times.get(&number).copied()));
        }
        let baseline =
            record.configurations.iter().filter_map(|configuration| configuration.baseline.as_ref()?.fitness);
        let (fitness, population) = (summary_of.fitness.clone(), summary_of.population);
        Ok(Curves { runs, baseline: baseline.reduce(f64::min), fitness, population })
    })
    .await
}
