//! The instances of an experiment, to be measured on again.

use super::views::{InstanceList, NamedInstance};
use super::{Number, number};
use crate::server::failure::Failure;
use crate::server::{Answer, App, run_blocking};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::sync::Arc;
use unstuck_evolution::role::Role;

/// Which of them.
#[derive(Deserialize)]
pub struct Which {
    role: Role,
    configuration: Option<u32>,
}

/// The instances of a role that are used.
pub async fn instances(
    State(app): State<Arc<App>>,
    id: Number,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer {
    let id = number(id, "experiment")?;
    let Query(Which { role, configuration }) = which.map_err(|error| {
        Failure::bad(error.body_text()).help("role is train, validation or test").field("role")
    })?;
    run_blocking(move || {
        app.store.experiment(id)?;
        let material = app.store.material(id, configuration.unwrap_or(0))?;
        let used = material.iter().filter(|one| one.role == role && one.dropped.is_none());
        let instances = used.map(|one| NamedInstance { name: one.name.clone(), text: one.text.clone() });
        Ok(InstanceList { instances: instances.collect() })
    })
    .await
}
