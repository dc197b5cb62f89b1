//! A first plan, soon: two searches that take turns, each with twice the effort of its turn before. One follows relaxed
//! plans (the first search of LAMA, Richter and Westphal 2010), the other what is new (close to BFWS(f5), Lipovetzky and
//! Geffner 2017): what one cannot solve is often easy for the other. Effort is counted, not timed, so that results depend on
//! the task alone.

mod width;

use super::features::DEFAULT;
use super::problem::{Action, PlanningProblem};
use super::state::State;
use crate::heuristic::Heuristic;
use crate::language::Compiled;
use crate::search::{Deferred, End, Limit, Limits, Meter, Observer, Outcome, Pause, ended, solved, stopped};
use width::Width;

/// Effort of the first turn; about 10 ms.
const FIRST: u64 = 1 << 22;

/// A plan, soon.
pub(super) fn solve(
    problem: &PlanningProblem,
    start: &State,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = Meter::new(limits, observer);
    match first_plan(problem, start, &mut meter) {
        Found::Plan(plan) => solved(problem, start, plan, false, meter),
        Found::Nothing => ended(End::Unsolvable, meter),
        Found::Stopped(limit) => stopped(limit, meter),
    }
}

/// What a search for a plan led to.
pub(super) enum Found {
    /// A plan.
    Plan(Vec<Action>),
    /// There is none.
    Nothing,
    /// A limit came first.
    Stopped(Limit),
}

/// A plan, by both searches in turns.
pub(super) fn first_plan(problem: &PlanningProblem, start: &State, meter: &mut Meter<'_>) -> Found {
    let relaxation = problem.ground.relaxation();
    // What one evaluation costs.
    let price = 500 + 2 * (relaxation.facts() + relaxation.rules()) as u64;
    let Some(mut heuristic) = Compiled::named(problem, DEFAULT) else { return Found::Nothing };
    let mut relaxed = Deferred::new(problem, start, heuristic.guides()).looking_ahead();
    let mut novel = Width::new(problem, start, price);
    let mut effort = FIRST;
    loop {
        let until = meter.stats.evaluated + (effort / price).max(1);
        let pause = relaxed.advance(problem, &mut heuristic, meter, (until, novel.bytes()));
        meter.stats.stored = relaxed.stored().max(novel.stored());
        match pause {
            Pause::Share => {}
            Pause::Goal(node) => return Found::Plan(relaxed.plan(problem, node)),
            Pause::Exhausted => return Found::Nothing,
            Pause::Stopped(limit) => return Found::Stopped(limit),
        }
        let pause = novel.advance(problem, meter, (effort, relaxed.bytes()));
        meter.stats.stored = relaxed.stored().max(novel.stored());
        match pause {
            Pause::Share => {}
            Pause::Goal(node) => return Found::Plan(novel.plan(node)),
            Pause::Exhausted => return Found::Nothing,
            Pause::Stopped(limit) => return Found::Stopped(limit),
        }
        effort = effort.saturating_mul(2);
    }
}
