//! The domain's own ways to run algorithms.

use super::features::{DEFAULT, reads_relaxation};
use super::problem::{Action, PlanningProblem};
use super::state::State;
use super::{quick, shortest};
use crate::language::{HeuristicRef, with_compiled};
use crate::search::{Observer, Outcome, SearchParameters};

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
            let is_slow = heuristic.features().iter().any(|name| reads_relaxation(name));
            let by = quick::WithRule { problem, start, limits: parameters.limits, observer, is_slow };
            with_compiled(problem, heuristic, by).ok()
        }
        "shortest" if heuristic.to_string() == DEFAULT => {
            Some(shortest::solve(problem, start, parameters.limits, observer))
        }
        _ => None,
    }
}
