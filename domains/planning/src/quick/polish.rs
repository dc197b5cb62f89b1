//! A first plan, made cheaper within a small share of the effort that it took: it loses the actions that it does not need
//! and takes shortcuts, actions move to where the same can be done earlier, and windows of it are solved again.

mod gather;
mod shortcut;

use crate::problem::{Action, PlanningProblem};
use crate::shortest::{Best, Windows, eliminate};
use crate::state::State;
use gather::gather;
use shortcut::shortcut;
use unstuck_core::search::{Limit, Meter};

/// The share of the effort so far, as a divisor.
const SHARE: u64 = 10;

/// Effort that every plan may take: about half a millisecond.
const ALWAYS: u64 = 1 << 19;

/// About the effort of reading and grounding an operator.
const GROUNDED: u64 = 600;

/// The plan, made cheaper. A limit that is reached ends the work and not the search: there is a plan.
pub(super) fn polish(
    problem: &PlanningProblem,
    start: &State,
    plan: Vec<Action>,
    meter: &mut Meter<'_>,
) -> Vec<Action> {
    let spent = meter.effort() + GROUNDED * problem.ground.task.operators.len() as u64;
    let until = meter.effort() + spent / SHARE + ALWAYS;
    let Ok(needed) = eliminate(problem, start, &plan, meter, until) else { return plan };
    let mut best = Best::new(problem, start, needed);
    // Whatever was found before a limit is kept.
    let _ = improve(problem, start, &mut best, meter, until);
    best.plan
}

fn improve(
    problem: &PlanningProblem,
    start: &State,
    best: &mut Best,
    meter: &mut Meter<'_>,
    until: u64,
) -> Result<(), Limit> {
    while meter.effort() < until {
        let gathered = gather(problem, start, &best.plan, meter, until)?;
        let gathered = eliminate(problem, start, &gathered, meter, until)?;
        let gathered = shortcut(problem, start, &gathered, meter)?;
        if !best.take(problem, start, gathered) {
            break;
        }
    }
    Windows::new(problem).until((problem, start), best, meter, until)
}

/// Whether an action is applicable.
fn applicable(problem: &PlanningProblem, state: &State, action: Action) -> bool {
    let before = problem.ground.task.operators.precondition(action.operator());
    before.iter().all(|&fact| problem.ground.holds(state, fact))
}
