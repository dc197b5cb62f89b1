//! The curves of all runs, as columns.

use super::summary_cache::thin;
use super::views::{Curves, RunCurves};
use super::{Number, number, real};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::Arc;
use unstuck_evolution::engine::Generation;

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

/// The share of uses of operators that could not be applied.
pub fn failed(generation: &Generation) -> Option<f64> {
    let sum = |of: fn(&unstuck_evolution::engine::OperatorUse) -> u32| {
        generation.operators.values().map(|one| u64::from(of(one))).sum::<u64>() as f64
    };
    let used = sum(|one| one.used);
    (used > 0.0).then(|| 1.0 - sum(|one| one.applied) / used)
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
            let column = |of: &dyn Fn(&Generation) -> Option<f64>| history.iter().map(of).collect::<Vec<_>>();
            runs.push(RunCurves {
                run: run.id,
                configuration: run.configuration,
                repetition: run.repetition,
                control: run.control,
                generation: history.iter().map(|one| one.number + 1).collect(),
                evaluations: history.iter().map(|one| one.evaluations).collect(),
                seconds: column(&|one| times.get(&one.number).copied()),
                best: column(&|one| real(one.best)),
                mean: column(&|one| real(one.mean)),
                worst: column(&|one| real(one.worst)),
                validation: column(&|one| one.validation.and_then(real)),
                size: column(&|one| Some(one.size)),
                depth: column(&|one| Some(one.depth)),
                distinct: column(&|one| Some(one.distinct as f64)),
                distinct_results: column(&|one| Some(one.distinct_results as f64)),
                failed: column(&failed),
            });
        }
        let baseline =
            record.configurations.iter().filter_map(|configuration| configuration.baseline.as_ref()?.fitness);
        let (fitness, population) = (summary_of.fitness.clone(), summary_of.population);
        Ok(Curves { runs, baseline: baseline.reduce(f64::min), fitness, population })
    })
    .await
}
