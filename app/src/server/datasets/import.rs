//! Tables that come from elsewhere.

use super::dataset_store::{self, About};
use crate::server::body::JsonBody;
use crate::server::failure::Failure;
use crate::server::heuristics::domain;
use crate::server::{Answer, App, run_blocking};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use unstuck_core::domain::Settings;
use unstuck_evolution::dataset::{Dataset, Distance};
use unstuck_ops::ToSchema;
use unstuck_ops::dataset::lower_bound;
use unstuck_ops::request::Fields;

/// A table that was imported.
#[derive(Serialize, ToSchema)]
pub struct ImportResult {
    dataset: dataset_store::DatasetView,
    warnings: Vec<String>,
}

/// A table to be imported.
#[derive(Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = ImportRequest)]
pub struct Import {
    domain: String,
    name: Option<String>,
    metric: Option<String>,
    csv: String,
}

/// Imports a table: every instance is read, and no distance may be below what never overestimates.
pub async fn import(State(app): State<Arc<App>>, JsonBody(given): JsonBody<Import>) -> Answer {
    let answer = run_blocking(move || {
        let domain = domain(&given.domain)?;
        let mut dataset =
            Dataset::read(&given.csv).map_err(|error| Failure::within(&error, &given.csv).field("csv"))?;
        dataset.name_columns(&*domain).map_err(|error| Failure::of_text(&error).field("csv"))?;
        drop(given.csv);
        let reserved = dataset_store::reserve(&app, given.name.as_deref().unwrap_or(&dataset.name))?;
        let mut warnings = Vec::new();
        for (row, text) in dataset.instances.iter().enumerate() {
            let line = dataset.lines[row];
            let read = unstuck_core::domain::read(&*domain, text, given.metric.as_deref(), &Settings::new());
            let instance =
                read.map_err(|error| Failure::unreadable(format!("line {line}: {error}")).field("csv"))?;
            let bound = lower_bound(&*domain, &instance.metric(), &instance.values());
            let Distance { cost, exact } = dataset.distances[row];
            if exact && cost < bound {
                let message =
                    format!("line {line}: h* is {cost}, and no solution can be shorter than {bound}");
                return Err(Failure::unreadable(message).field("csv"));
            }
        }
        if dataset.distances.iter().any(|distance| !distance.exact) {
            warnings.push("some distances are lower bounds only".to_owned());
        }
        dataset.name.clone_from(&reserved.name);
        reserved.write(&dataset)?;
        let about = About {
            domain: &given.domain,
            metric: given.metric.as_deref(),
            settings: Settings::new(),
            description: None,
        };
        Ok(ImportResult { dataset: reserved.keep(&dataset, about)?, warnings })
    });
    Ok((StatusCode::CREATED, answer.await?).into_response())
}
