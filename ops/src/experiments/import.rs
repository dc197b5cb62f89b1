//! An experiment from its record: what `experiments export` writes as JSON, and what is published with a paper.
//!
//! A record has the configurations, histories, champions and tests, but not the engines: a finished experiment can be
//! shown, compared and reported, and one that is not finished cannot be resumed from it.

use crate::sources;
use crate::store::progress::{Finding, Step};
use crate::store::record::{ConfigurationRecord, ExperimentRecord, State};
use crate::store::{Draft, DraftConfiguration, DraftInstance, Lease, Store, record};
use crate::system::workers::Pool;
use anyhow::{Context, Result, bail};
use std::path::Path;
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::role::Role;

/// An experiment that was imported.
pub struct Imported {
    /// Its number in the store.
    pub id: i64,
    /// What the record did not bring along.
    pub warnings: Vec<String>,
}

/// Puts a finished experiment into the store, in one transaction.
///
/// # Errors
///
/// It is not finished, its domain is not there, or nothing can be written. Then the store is as it was.
pub fn import(store: &Store, record: &ExperimentRecord) -> Result<Imported> {
    if record.state != State::Done {
        let (name, state) = (&record.name, record.state.name());
        bail!("{name} is {state}, and a record cannot be resumed; import the store that it is kept in");
    }
    let (mut configurations, mut warnings) = (Vec::new(), Vec::new());
    for configuration in &record.configurations {
        let experiment = record::read_config(&configuration.config)
            .with_context(|| format!("the configuration of {} cannot be read", record.name))?;
        let (instances, missing) = instances(&experiment, configuration);
        warnings.extend(missing.filter(|missing| !warnings.contains(missing)));
        configurations.push(DraftConfiguration::new(
            configuration.settings.clone(),
            &experiment,
            (instances, Default::default()),
        ));
    }
    let draft = Draft {
        identity: record.identity.clone(),
        name: record.name.clone(),
        domain: record.domain.clone(),
        config: record.config.clone(),
        origin: record.origin.clone(),
        configurations,
    };
    // Built in memory first, so that a failure leaves nothing behind.
    let draft_store = Store::in_memory()?;
    let id = draft_store.put(&draft)?;
    let lease = draft_store.lease(id)?;
    fill(&draft_store, &lease, record)?;
    draft_store.release(&lease, State::Done, None)?;
    Ok(Imported { id: store.import(&draft_store, id)?, warnings })
}

/// The instances, and why some are missing: those of the test are in the record, the others are read again where they
/// still can be. What a run makes is made by the run.
fn instances(
    experiment: &Experiment,
    configuration: &ConfigurationRecord,
) -> (Vec<DraftInstance>, Option<String>) {
    let read = || {
        let sets = sources::read(experiment, Path::new(""), &Pool::new(1)?)?;
        anyhow::Ok(DraftInstance::all(&experiment.separate(sets)?))
    };
    let (mut found, missing) = match read() {
        Ok(found) => (found, None),
        Err(error) => {
            let what =
                "the instances of training and validation are not in the record, and cannot be read again";
            (Vec::new(), Some(format!("{what}: {error:#}")))
        }
    };
    if let Some(test) = &configuration.test {
        found.retain(|one| one.role != Role::Test);
        let draft = |name: &String, text: &String| DraftInstance {
            role: Role::Test,
            name: name.clone(),
            text: text.clone(),
        };
        found.extend(test.instances.iter().map(|one| draft(&one.name, &one.text)));
    }
    (found, missing)
}

/// The results, as the runs would have stored them.
fn fill(store: &Store, lease: &Lease, record: &ExperimentRecord) -> Result<()> {
    for run in store.experiment(lease.experiment)?.runs {
        let is_same = |other: &&record::RunRecord| {
            (other.configuration, other.repetition, other.control)
                == (run.configuration, run.repetition, run.control)
        };
        let Some(known) = record.runs.iter().find(is_same) else { continue };
        store.commit(
            lease,
            &Step {
                run: run.id,
                state: known.state,
                reason: known.reason,
                evaluations: known.evaluations,
                seconds: known.seconds,
                champion: known.champion.as_ref(),
                text: known.text.as_deref(),
                history: &known.history,
                individuals: &[],
                hall: Some(&known.hall),
                snapshot: &[],
            },
        )?;
    }
    for configuration in &record.configurations {
        let number = configuration.number;
        if let Some(baseline) = &configuration.baseline {
            store.put_baseline(lease, number, baseline)?;
        }
        let Some(test) = &configuration.test else { continue };
        let findings: Vec<Finding> = test
            .instances
            .iter()
            .map(|one| Finding { role: Role::Test, name: one.name.clone(), outcome: Ok(one.reference) })
            .collect();
        store.put_findings(lease, number, &findings)?;
        for (position, entry) in test.entries.iter().enumerate() {
            store.put_entry(lease, number, position, entry)?;
        }
        store.set_tested(lease, number)?;
    }
    Ok(())
}
