//! The concepts of an experiment: features that tell the states of plans for its training tasks apart. They are found
//! before the experiment is stored and become part of its domain's definition, so that stored, sent and resumed runs have
//! the same ones.

use super::plan_formulas;
use crate::system::cancel::{self, Stopped};
use crate::system::progress::{Extent, Progress};
use crate::system::watch::{Activity, Watch};
use crate::system::workers::{Pool, Workers};
use anyhow::{Result, anyhow, bail};
use unstuck_core::instance::SearchInstance;
use unstuck_core::registry::DomainHandle;
use unstuck_core::search::Limits;
use unstuck_evolution::experiment::{Experiment, Sets};

/// Most training tasks whose plans are looked at, the smallest ones.
const TASKS: usize = 30;

/// Most effort for the plan of one task. Counted, not timed: the concepts must not depend on the machine.
const EFFORT: u64 = 300_000_000;

/// The experiment with the concepts that it asks for in its domain; `None` if it asks for none.
pub fn enrich(
    experiment: &Experiment,
    sets: &Sets,
    threads: usize,
    progress: &dyn Progress,
) -> Result<Option<Experiment>> {
    let Some(bounds) = experiment.genome.concepts else { return Ok(None) };
    let mut tasks: Vec<&dyn SearchInstance> =
        sets.instances.train.iter().filter_map(|(_, instance)| instance.as_search()).collect();
    tasks.sort_by_cached_key(|instance| {
        let text = instance.text();
        (text.len(), text)
    });
    tasks.truncate(TASKS);
    let activity = Activity::default();
    let workers = Workers { what: "solving training tasks", threads, progress, activity: &activity };
    let mut plans: Vec<Vec<String>> = Vec::new();
    workers.each(
        &tasks,
        |task, activity| plan(*task, activity).unwrap_or_default(),
        |plan| {
            plans.push(plan);
            Ok(())
        },
    )?;
    if cancel::requested() {
        return Err(Stopped.into());
    }
    let solved: Vec<(&dyn SearchInstance, &[String])> = tasks
        .iter()
        .copied()
        .zip(plans.iter().map(Vec::as_slice))
        .filter(|(_, plan)| !plan.is_empty())
        .collect();
    if solved.is_empty() {
        bail!("genome.concepts: none of the training tasks could be solved to look at the states of a plan");
    }
    let mut stage = progress.stage("learning from the plans", Extent::Share);
    stage.show(0, &activity);
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
        if cancel::requested() {
            return Err(Stopped.into());
        }
        stage.show(500, &activity);
        let pool = Pool::new(threads)?;
        richer.initial.extend(plan_formulas::learn(&richer, &solved, room, &pool));
    }
    Ok(Some(richer))
}

/// A good plan of a task by its domain's own solver; `None` if a first one takes too much effort.
fn plan(task: &dyn SearchInstance, activity: &Activity) -> Option<Vec<String>> {
    let mut request = task.request("shortest", "hff").ok()?;
    request.parameters.limits = Limits { effort: Some(EFFORT), memory: Some(1 << 30), ..Limits::NONE };
    Some(task.solve(&request, &mut Watch::new(activity, Limits::NONE)).ok()?.plan)
}
