//! The domain's own ways to run algorithms.

use super::features::DEFAULT;
use super::problem::{Action, PlanningProblem};
use super::state::State;
use super::{quick, shortest};
use crate::heuristic::{Heuristic, WithHeuristic};
use crate::language::{HeuristicRef, with_compiled};
use crate::search::{
    Deferred, End, Limits, Meter, Observer, Outcome, Pause, SearchParameters, ended, solved, stopped,
};

/// The domain's own way to run an algorithm.
pub(super) fn run_own(
    problem: &PlanningProblem,
    start: &State,
    parameters: &SearchParameters,
    heuristic: &HeuristicRef,
    observer: &mut dyn Observer,
) -> Option<Outcome<Action>> {
    match parameters.algorithm.name {
        "quick" if heuristic.to_string() == DEFAULT => {
            Some(quick::solve(problem, start, parameters.limits, observer))
        }
        "quick" => {
            let by = ByRule { problem, start, limits: parameters.limits, observer };
            with_compiled(problem, heuristic, by).ok()
        }
        "shortest" if heuristic.to_string() == DEFAULT => {
            Some(shortest::solve(problem, start, parameters.limits, observer))
        }
        _ => None,
    }
}

/// A lazy search by a heuristic that was named.
struct ByRule<'a> {
    problem: &'a PlanningProblem,
    start: &'a State,
    limits: Limits,
    observer: &'a mut dyn Observer,
}

impl WithHeuristic<PlanningProblem, Outcome<Action>> for ByRule<'_> {
    fn call<H: Heuristic<PlanningProblem>>(self, mut heuristic: H) -> Outcome<Action> {
        let Self { problem, start, limits, observer } = self;
        let mut meter = Meter::new(limits, observer).of_width(problem.ground.layout.packed());
        let mut search = Deferred::new(problem, start, 0);
        let pause = search.advance(problem, &mut heuristic, &mut meter, (u64::MAX, 0));
        meter.stats.stored = search.stored();
        match pause {
            Pause::Goal(node) => solved(problem, start, search.plan(problem, node), false, meter),
            Pause::Stopped(limit) => stopped(limit, meter),
            Pause::Exhausted | Pause::Share => ended(End::Unsolvable, meter),
        }
    }
}
