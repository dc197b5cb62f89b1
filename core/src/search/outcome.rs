//! How searches end: their outcomes, with what was counted.

use super::{End, Limit, Meter, Outcome};
use crate::problem::{Problem, paid};

/// The outcome of a search that ended with a plan.
pub fn solved<P: Problem>(
    problem: &P,
    start: &P::State,
    plan: Vec<P::Action>,
    optimal: bool,
    mut meter: Meter<'_>,
) -> Outcome<P::Action> {
    // The empty plan is optimal.
    let optimal = optimal || plan.is_empty();
    let cost = plan_cost(problem, start, &plan);
    meter.stats.depth = plan.len() as u32;
    Outcome { end: End::Solved { plan, cost, optimal }, limit: None, stats: meter.finished() }
}

/// What the actions of a plan cost.
pub fn plan_cost<P: Problem>(problem: &P, start: &P::State, plan: &[P::Action]) -> u64 {
    let mut state = start.clone();
    let mut before = start.clone();
    let mut cost = 0;
    for &action in plan {
        before.clone_from(&state);
        problem.apply(&mut state, action);
        cost += u64::from(paid(problem, &before, action, &state));
    }
    cost
}

/// The outcome of a search that a limit ended.
pub fn stopped<A>(limit: Limit, meter: Meter<'_>) -> Outcome<A> {
    Outcome { end: End::Limit, limit: Some(limit), stats: meter.finished() }
}

/// The outcome of a search that ended otherwise.
pub fn ended<A>(end: End<A>, meter: Meter<'_>) -> Outcome<A> {
    Outcome { end, limit: None, stats: meter.finished() }
}
