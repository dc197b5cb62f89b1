//! What the steps of a plan are for: causal links, from the step that makes a fact true to the steps and goals that read it.
//!
//! A derived atom is read through the first axiom that makes it true. That a derived atom is false has no single cause, so
//! nothing is linked then; hence steps count as needless only if the validator accepts the plan without them.

use crate::ground_task::GroundTask;
use crate::source::Source;
use crate::task::state::State;
use hashbrown::HashMap;
use unstuck_core::instance::{StepPurpose, Support};
use unstuck_core::puzzle::ReplayError;
use unstuck_pddl::ids::{Fact, OperatorId};

/// The purposes of the steps of a valid plan.
pub(super) fn purposes(
    source: &Source,
    ground: &GroundTask,
    plan: &[String],
) -> Result<Vec<StepPurpose>, ReplayError> {
    source.replay(plan, false)?;
    let task = &ground.task;
    let operators: HashMap<String, OperatorId> = task
        .operators
        .ids()
        .map(|operator| (format!("({})", task.operator_name(operator)), operator))
        .collect();
    let mut links =
        Links { ground, made_by: vec![None; task.variables.len()], found: vec![Vec::new(); plan.len()] };
    let mut state = ground.initial();
    for (number, step) in plan.iter().enumerate() {
        // What the goal does not depend on is no operator of the ground task.
        let Some(&operator) = operators.get(step) else { continue };
        links.read(&state, task.operators.precondition(operator), Some(number));
        for (condition, effect) in task.operators.conditional_effects(operator) {
            if !ground.holds(&state, effect) && condition.iter().all(|&fact| ground.holds(&state, fact)) {
                links.read(&state, condition, Some(number));
            }
        }
        let before = ground.facts(&state);
        ground.apply(&mut state, operator);
        for (old, new) in before.into_iter().zip(ground.facts(&state)) {
            if old != new {
                links.made_by[task.variables.variable(new).index()] = Some(number);
            }
        }
    }
    links.read(&state, &task.goal, None);
    let needless = needless(&links.found);
    let kept: Vec<String> = plan
        .iter()
        .zip(&needless)
        .filter(|(_, needless)| !**needless)
        .map(|(step, _)| step.clone())
        .collect();
    let certain = kept.len() < plan.len() && source.replay(&kept, false).is_ok();
    let rows = plan.iter().zip(links.found).zip(needless);
    Ok(rows
        .map(|((step, supports), needless)| StepPurpose {
            step: step.clone(),
            supports,
            needless: needless && certain,
        })
        .collect())
}

/// Steps that support no goal, directly or by other steps.
fn needless(found: &[Vec<Support>]) -> Vec<bool> {
    let mut needless = vec![true; found.len()];
    for number in (0..found.len()).rev() {
        // Steps are counted from 1.
        needless[number] =
            found[number].iter().all(|link| link.step.is_some_and(|later| needless[later - 1]));
    }
    needless
}

struct Links<'a> {
    ground: &'a GroundTask,
    /// For each variable: the step that gave it its value; none at the start.
    made_by: Vec<Option<usize>>,
    found: Vec<Vec<Support>>,
}

impl Links<'_> {
    /// Links the facts to the step that reads them; to the goal if there is none.
    fn read(&mut self, state: &State, facts: &[Fact], reader: Option<usize>) {
        let variables = &self.ground.task.variables;
        let (mut waiting, mut seen) = (facts.to_vec(), facts.to_vec());
        while let Some(fact) = waiting.pop() {
            let variable = variables.variable(fact);
            if variables.is_derived(variable) {
                let body = self.cause(state, fact).iter().copied().filter(|other| !seen.contains(other));
                let body: Vec<Fact> = body.collect();
                seen.extend(&body);
                waiting.extend(body);
            } else if let Some(step) = self.made_by[variable.index()] {
                let link =
                    Support { fact: self.ground.task.fact_name(fact), step: reader.map(|step| step + 1) };
                if !self.found[step].contains(&link) {
                    self.found[step].push(link);
                }
            }
        }
    }

    /// The facts by which an axiom makes a derived atom true.
    fn cause(&self, state: &State, fact: Fact) -> &[Fact] {
        let axioms = &self.ground.task.axioms;
        let fires = |axiom: &usize| {
            axioms.head(*axiom) == fact
                && axioms.body(*axiom).iter().all(|&one| self.ground.holds(state, one))
        };
        (0..axioms.len()).find(fires).map_or(&[], |axiom| axioms.body(axiom))
    }
}
