//! A fresh copy of an experiment: the same configuration and instances, nothing run yet.

use super::identity;
use crate::runner::read_config;
use crate::store::record::ExperimentRecord;
use crate::store::{Draft, DraftConfiguration, DraftInstance, Store};
use crate::system::origin;
use crate::wording::field;
use anyhow::{Result, bail};
use unstuck_evolution::experiment::Experiment;

/// Puts a copy into the store; tells its number and name.
pub fn copy(
    store: &Store,
    record: &ExperimentRecord,
    new: Option<String>,
    seed: Option<u64>,
) -> Result<(i64, String)> {
    let changed = |config: &str| -> Result<Experiment> {
        let mut experiment = read_config(config)?;
        if seed.is_some() && experiment.grid.contains_key("seed") {
            bail!("the grid of {} tries several seeds, so {} cannot be given", record.name, field("seed"));
        }
        experiment.seed = seed.unwrap_or(experiment.seed);
        experiment.name = new.clone().unwrap_or(experiment.name);
        // What was changed must be an experiment still.
        read_config(&experiment.print())
    };
    let mut configurations = Vec::new();
    for configuration in &record.configurations {
        let experiment = changed(&configuration.config)?;
        let material = store.material(record.id, configuration.number)?;
        let rows = store.dataset_rows(record.id, configuration.number)?;
        let instances =
            material.into_iter().map(|one| DraftInstance { role: one.role, name: one.name, text: one.text });
        configurations.push(DraftConfiguration::new(
            configuration.settings.clone(),
            &experiment,
            (instances.collect(), rows),
        ));
    }
    let whole = changed(&record.config)?;
    let identity = if new.is_none() && seed.is_none() {
        record.identity.clone()
    } else {
        identity(
            [whole.print()].iter().chain(configurations.iter().map(|configuration| &configuration.config)),
        )
    };
    let draft = Draft {
        identity,
        name: whole.name.clone(),
        domain: record.domain.clone(),
        config: whole.print(),
        origin: origin::line(),
        configurations,
    };
    Ok((store.put(&draft)?, draft.name))
}
