//! A first plan, soon: searches that take turns, each with twice the effort of its turn before. One follows relaxed plans and
//! carries them out as far as they go, one what is new (close to BFWS(f5), Lipovetzky and Geffner 2017); where both have not
//! found a plan for a while, a third one by relaxed plans and landmarks joins them (the first search of LAMA, Richter and
//! Westphal 2010). What one cannot solve is often easy for another. Effort is counted, not timed, so that results depend on the
//! task alone.

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

/// Effort of a turn from which on landmarks are counted, too.
const LATER: u64 = 1 << 25;

/// A plan, soon.
pub(super) fn solve(
    problem: &PlanningProblem,
    start: &State,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Outcome<Action> {
    let mut meter = Meter::new(limits, observer).of_width(problem.ground.layout.packed());
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

/// A plan, by the searches in turns.
pub(super) fn first_plan(problem: &PlanningProblem, start: &State, meter: &mut Meter<'_>) -> Found {
    let relaxation = problem.ground.relaxation();
    // What one evaluation costs.
    let price = 500 + 2 * (relaxation.facts() + relaxation.rules()) as u64;
    let counting = PlanningProblem { landmarks: true, ..problem.clone() };
    let Some(mut relaxed) = Relaxed::new(problem, start) else { return Found::Nothing };
    relaxed.search = relaxed.search.looking_ahead();
    let mut novel = Width::new(problem, start, price);
    let mut counted: Option<Relaxed<'_>> = None;
    let mut effort = FIRST;
    loop {
        let share = (effort / price).max(1);
        let others = novel.bytes() + counted.as_ref().map_or(0, |counted| counted.search.bytes());
        if let Some(found) = relaxed.advance(meter, (share, others)) {
            return found;
        }
        let others = relaxed.search.bytes() + counted.as_ref().map_or(0, |counted| counted.search.bytes());
        let pause = novel.advance(problem, meter, (effort, others));
        meter.stats.stored = meter.stats.stored.max(novel.stored());
        match pause {
            Pause::Share => {}
            Pause::Goal(node) => return Found::Plan(novel.plan(node)),
            Pause::Exhausted => return Found::Nothing,
            Pause::Stopped(limit) => return Found::Stopped(limit),
        }
        if effort >= LATER && counted.is_none() {
            counted = Relaxed::new(&counting, start);
        }
        let others = relaxed.search.bytes() + novel.bytes();
        if let Some(found) = counted.as_mut().and_then(|counted| counted.advance(meter, (share, others))) {
            return found;
        }
        effort = effort.saturating_mul(2);
    }
}

/// A search by relaxed plans, and by landmarks if its problem keeps them.
struct Relaxed<'a> {
    problem: &'a PlanningProblem,
    heuristic: Compiled<PlanningProblem>,
    search: Deferred<PlanningProblem, Compiled<PlanningProblem>>,
}

impl<'a> Relaxed<'a> {
    fn new(problem: &'a PlanningProblem, start: &State) -> Option<Self> {
        let heuristic = Compiled::named(problem, DEFAULT)?;
        let search = Deferred::new(problem, start, heuristic.guides());
        Some(Self { problem, heuristic, search })
    }

    /// Goes on for so many evaluations; `others` are the bytes held besides.
    fn advance(&mut self, meter: &mut Meter<'_>, (share, others): (u64, u64)) -> Option<Found> {
        let until = meter.stats.evaluated + share;
        let pause = self.search.advance(self.problem, &mut self.heuristic, meter, (until, others));
        meter.stats.stored = meter.stats.stored.max(self.search.stored());
        match pause {
            Pause::Share => None,
            Pause::Goal(node) => Some(Found::Plan(self.search.plan(self.problem, node))),
            Pause::Exhausted => Some(Found::Nothing),
            Pause::Stopped(limit) => Some(Found::Stopped(limit)),
        }
    }
}
