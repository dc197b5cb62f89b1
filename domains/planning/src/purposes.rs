//! What the steps of a plan are for: causal links, from the step that makes a fact true to the steps and goals that read it.
//!
//! A derived atom is read through the axiom that makes it true first when all are evaluated: from atoms that do not depend on it,
//! so that axioms may depend on each other. That a derived atom is false has no single cause, so
//! nothing is linked then; hence steps count as needless only if the validator accepts the plan without them.

use crate::ground_task::GroundTask;
use crate::source::Source;
use crate::task::state::State;
use rustc_hash::{FxHashMap, FxHashSet};
use unstuck_core::instance::{StepPurpose, Support};
use unstuck_pddl::ids::Fact;

/// The purposes of the steps of a valid plan.
pub(super) fn purposes(source: &Source, ground: &GroundTask, plan: &[String]) -> Vec<StepPurpose> {
    let task = &ground.task;
    let mut links =
        Links { ground, made_by: vec![None; task.variables.len()], found: vec![Vec::new(); plan.len()] };
    let mut state = ground.initial();
    for (number, step) in plan.iter().enumerate() {
        for step in source.parse_plan(step).into_iter().flatten() {
            // What the goal does not depend on is no operator of the ground task.
            let Some(operator) = ground.applicable_as(&state, &step.action) else { continue };
            let mut read = task.operators.precondition(operator).to_vec();
            let mut new: Vec<Fact> = task.operators.effects(operator).to_vec();
            for (condition, effect) in task.operators.conditional_effects(operator) {
                if condition.iter().all(|&fact| ground.holds(&state, fact)) {
                    if !ground.holds(&state, effect) {
                        read.extend(condition);
                    }
                    new.push(effect);
                }
            }
            links.read(&state, &read, Some(number));
            new.retain(|&fact| !ground.holds(&state, fact));
            ground.apply(&mut state, operator);
            for fact in new.into_iter().filter(|&fact| ground.holds(&state, fact)) {
                links.made_by[task.variables.variable(fact).index()] = Some(number);
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
    rows.map(|((step, supports), needless)| StepPurpose {
        step: step.clone(),
        supports,
        needless: needless && certain,
    })
    .collect()
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
    /// Links the facts to the step that reads them; to the goal if there is none. What derived atoms are made from counts as read.
    fn read(&mut self, state: &State, facts: &[Fact], reader: Option<usize>) {
        let GroundTask { task, layout, derivation, .. } = self.ground;
        let variables = &task.variables;
        let is_derived = |fact: Fact| variables.is_derived(variables.variable(fact));
        let causes: FxHashMap<Fact, usize> = match facts.iter().any(|&fact| is_derived(fact)) {
            true => derivation.causes(layout, state).into_iter().collect(),
            false => FxHashMap::default(),
        };
        let mut waiting = facts.to_vec();
        let mut seen: FxHashSet<Fact> = FxHashSet::default();
        while let Some(fact) = waiting.pop() {
            if !seen.insert(fact) {
                continue;
            }
            if is_derived(fact) {
                let body = causes.get(&fact).map_or(&[][..], |&axiom| task.axioms.body(axiom));
                waiting.extend(body);
            } else if let Some(step) = self.made_by[variables.variable(fact).index()] {
                let (fact, step_of_reader) = (task.fact_name(fact), reader.map(|step| step + 1));
                self.found[step].push(Support { fact, step: step_of_reader });
            }
        }
    }
}
