//! The concepts of an experiment: features that tell the states of plans for its training tasks apart. They are found
//! before the experiment is stored and become part of its domain's definition, so that stored, sent and resumed runs have
//! the same ones.

use super::plan_formulas;
use anyhow::{Result, anyhow, bail};
use std::sync::OnceLock;
use unstuck_core::executor::Executor;
use unstuck_core::instance::Instance;
use unstuck_core::registry::DomainHandle;
use unstuck_core::search::Limits;
use unstuck_evolution::experiment::{Experiment, Sets};

/// Most training tasks whose plans are looked at, the smallest ones.
const TASKS: usize = 40;

/// Most effort for the plan of one task. Counted, not timed: the concepts must not depend on the machine.
const EFFORT: u64 = 1_000_000_000;

/// The experiment with the concepts that it asks for in its domain; `None` if it asks for none.
pub fn enrich(experiment: &Experiment, sets: &Sets, executor: &dyn Executor) -> Result<Option<Experiment>> {
    let Some(bounds) = experiment.genome.concepts else { return Ok(None) };
    let mut tasks: Vec<&dyn Instance> =
        sets.instances.train.iter().map(|(_, instance)| &**instance).collect();
    tasks.sort_by_cached_key(|instance| {
        let text = instance.text();
        (text.len(), text)
    });
    tasks.truncate(TASKS);
    let places: Vec<OnceLock<Vec<String>>> = tasks.iter().map(|_| OnceLock::new()).collect();
    executor.run(tasks.len(), &|number| {
        let plan = plan(tasks[number]).unwrap_or_default();
        let _ = places[number].set(plan);
    });
    let plans: Vec<Vec<String>> = places.into_iter().filter_map(OnceLock::into_inner).collect();
    let solved: Vec<(&dyn Instance, &[String])> = tasks
        .iter()
        .copied()
        .zip(plans.iter().map(Vec::as_slice))
        .filter(|(_, plan)| !plan.is_empty())
        .collect();
    if solved.is_empty() {
        bail!("genome.concepts: none of the training tasks could be solved to look at the states of a plan");
    }
    let made = experiment.domain().with_concepts(&solved, (bounds.complexity, bounds.max));
    let Some(made) = made else {
        bail!(
            "genome.concepts: {} has no concepts; they are for one PDDL domain",
            experiment.domain.info().name
        );
    };
    let domain = made.map_err(|why| anyhow!("genome.concepts: {why}"))?;
    let mut richer = Experiment { domain: DomainHandle(domain), ..experiment.clone() };
    if bounds.formulas > 0 {
        let room = richer.room().min(bounds.formulas);
        richer.initial.extend(plan_formulas::learn(&richer, &solved, room, executor));
    }
    Ok(Some(richer))
}

/// A plan of a task by its domain's own solver; `None` if it takes too much effort.
fn plan(task: &dyn Instance) -> Option<Vec<String>> {
    let mut request = task.request("quick", "hff").ok()?;
    request.parameters.limits = Limits { effort: Some(EFFORT), memory: Some(1 << 30), ..Limits::NONE };
    Some(task.solve(&request, &mut ()).ok()?.plan)
}
