//! From a stored configuration to one that can be run: its instances are read or made, and solved by the reference
//! unless they were before.

use super::configuration::Configuration;
use super::context::{Interrupted, RunContext, failed};
use super::event::Stage;
use super::executor::WorkerPool;
use crate::pattern_databases::{self, Making};
use crate::sources;
use crate::store::progress::Finding as Found;
use crate::store::record::{ConfigurationRecord, MaterialRecord, read_config};
use crate::store::{DatasetRows, DraftInstance};
use crate::system::progress::{Progress, Silent};
use anyhow::{Context, Result, anyhow};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use unstuck_evolution::context::Finding;
use unstuck_evolution::experiment::{BuildError, Experiment, LEFT_OUT, Ready, Sets};
use unstuck_evolution::role::{PerRole, Role};

/// The experiment of a stored configuration.
pub fn read(config: &str) -> Result<Experiment> {
    read_config(config)
        .map_err(|error| anyhow!("the stored configuration cannot be read ({error}); run its file again"))
}

/// Fetches the tables that an experiment's features read, making those that are missing.
pub fn fetch_pattern_databases(
    experiment: &Experiment,
    threads: usize,
    progress: &dyn Progress,
) -> Result<()> {
    let making = Making::unlimited(threads, progress);
    pattern_databases::prepare_features(experiment.domain(), &experiment.tables(), making)
}

/// Prepares a configuration.
pub fn configuration(context: &RunContext<'_>, number: u32, pool: &WorkerPool) -> Result<Configuration> {
    let (store, id) = (&context.shared.store, context.lease.experiment);
    let configurations = store.experiment(id)?.configurations;
    let record = configurations
        .iter()
        .find(|configuration| configuration.number == number)
        .context("the configuration is gone")?;
    let experiment = read(&record.config)?;
    let mut material = store.material(id, number)?;
    if awaits_generation(&experiment, &material) {
        generate(context, &configurations, &experiment, &material, (number, pool))?;
        material = store.material(id, number)?;
    }
    let fetched =
        context.heed(false, || fetch_pattern_databases(&experiment, context.shared.threads, &Silent))?;
    if !context.control.order().lets(false) {
        return Err(Interrupted.into());
    }
    fetched?;
    let sets = sets(&experiment, &material, store.dataset_rows(id, number)?)?;
    let (total, solved) = (material.len(), AtomicUsize::new(0));
    let news = context.news(Stage::Preparing, number, None);
    let executor = context.executor(pool, false, &|_, _| {});
    let ready = context.heed(false, || {
        experiment.prepare(sets, &executor, &context.watch(false), &|| {
            news(solved.fetch_add(1, Ordering::Relaxed) + 1, total);
        })
    })?;
    let ready = ready.map_err(|error| match error {
        BuildError::Search(failure) => failed(failure),
        error => error.into(),
    })?;
    if !context.control.order().lets(false) {
        return Err(Interrupted.into());
    }
    store.put_findings(context.lease, number, &findings(&ready))?;
    Ok(Configuration { number, experiment, ready })
}

/// Whether instances of a configuration are still to be made.
fn awaits_generation(experiment: &Experiment, material: &[MaterialRecord]) -> bool {
    let present: Vec<Role> = material.iter().map(|one| one.role).collect();
    sources::awaits_generation(experiment, &present)
}

/// Makes the instances of a configuration, and stores them for all configurations that share them. What is interrupted
/// begins again.
fn generate(
    context: &RunContext<'_>,
    configurations: &[ConfigurationRecord],
    experiment: &Experiment,
    material: &[MaterialRecord],
    (number, pool): (u32, &WorkerPool),
) -> Result<()> {
    let (store, id) = (&context.shared.store, context.lease.experiment);
    let mut sets = sets(experiment, material, store.dataset_rows(id, number)?)?;
    let news = context.news(Stage::Generating, number, None);
    let executor = context.executor(pool, false, &|_, _| {});
    let generated = context.heed(false, || sources::generate(experiment, &mut sets, &executor, &news))?;
    if !context.control.order().lets(false) {
        return Err(Interrupted.into());
    }
    generated?;
    let instances = DraftInstance::all(&experiment.separate(sets)?);
    let mut shared = vec![number];
    for other in configurations.iter().filter(|configuration| configuration.number != number) {
        if sources::are_shared(experiment, &read(&other.config)?)
            && awaits_generation(experiment, &store.material(id, other.number)?)
        {
            shared.push(other.number);
        }
    }
    Ok(store.put_instances(context.lease, &shared, &instances)?)
}

/// The instances by role, as they were read from their sources.
fn sets(experiment: &Experiment, material: &[MaterialRecord], rows: DatasetRows) -> Result<Sets> {
    let [train, validation, test] = rows;
    let rows = PerRole { train, validation, test };
    let mut sets = Sets { rows, findings: found_before(material), ..Sets::default() };
    for one in material {
        let instance =
            experiment.read_instance(&one.text).map_err(|error| anyhow!("{}: {error}", one.name))?;
        sets.instances[one.role].push((one.name.clone(), instance));
    }
    Ok(sets)
}

/// What an earlier session found out. Of several instances with one name only the first was written down, so nothing is
/// known of those.
fn found_before(material: &[MaterialRecord]) -> PerRole<HashMap<String, Finding>> {
    let mut found: PerRole<HashMap<String, Finding>> = PerRole::default();
    let mut seen: HashSet<(Role, &str)> = HashSet::new();
    for one in material {
        let dropped = || LEFT_OUT.into_iter().find(|why| Some(*why) == one.dropped.as_deref());
        let finding = one.reference.map(Ok).or_else(|| dropped().map(Err));
        if !seen.insert((one.role, &one.name)) {
            found[one.role].remove(&one.name);
        } else if let Some(finding) = finding {
            found[one.role].insert(one.name.clone(), finding);
        }
    }
    found
}

/// What is now known about every instance.
fn findings(ready: &Ready) -> Vec<Found> {
    let mut findings = Vec::new();
    for role in Role::ALL {
        let known = ready.context.set(role).iter();
        findings.extend(known.map(|known| Found {
            role,
            name: known.name.clone(),
            outcome: Ok(known.reference),
        }));
    }
    findings.extend(ready.dropped.iter().map(|(role, name, why)| Found {
        role: *role,
        name: name.clone(),
        outcome: Err((*why).to_owned()),
    }));
    findings
}
