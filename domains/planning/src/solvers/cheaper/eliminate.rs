//! Action elimination (Nakhost and Müller 2010): an action is left out with all later ones that need it, if the goal is
//! reached without them.

use crate::problem::{Action, PlanningProblem};
use crate::task::effort;
use crate::task::state::State;
use std::ops::ControlFlow;
use unstuck_core::problem::Problem;
use unstuck_core::search::{Limit, Meter};

/// Actions applied between two polls.
const POLL: usize = 1 << 14;

/// The plan without the actions that it does not need, as far as that is known with so much effort in all.
pub(crate) fn eliminate(
    problem: &PlanningProblem,
    start: &State,
    plan: &[Action],
    meter: &mut Meter<'_>,
    until: u64,
) -> Result<Vec<Action>, Limit> {
    let ground = &*problem.ground;
    let applicable = |state: &State, action: Action| {
        let before = ground.task.operators.precondition(action.operator());
        before.iter().all(|&fact| ground.holds(state, fact))
    };
    let mut plan = plan.to_vec();
    let mut state = start.clone();
    let mut tried = start.clone();
    let mut kept = Vec::with_capacity(plan.len());
    let (mut at, mut applied) = (0, 0);
    while at < plan.len() && meter.effort() < until {
        tried.clone_from(&state);
        kept.clear();
        for &action in &plan[at + 1..] {
            if applicable(&tried, action) {
                problem.apply(&mut tried, action);
                kept.push(action);
            }
        }
        meter.add_work(effort::APPLIED * (plan.len() - at) as u64);
        applied += plan.len() - at;
        if applied >= POLL {
            applied = 0;
            if let ControlFlow::Break(limit) = meter.poll() {
                return Err(limit);
            }
        }
        if problem.is_goal(&tried) {
            plan.truncate(at);
            plan.extend_from_slice(&kept);
        } else {
            problem.apply(&mut state, plan[at]);
            at += 1;
        }
    }
    Ok(plan)
}
