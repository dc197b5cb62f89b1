//! Any solution, soon: the domain's own fast solver where it has one
//! ([`OwnSolver`](crate::instance::OwnSolver)), greedy best-first search elsewhere.

use super::greedy;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// Any solution, soon: the domain's own fast solver, or greedy where it has none.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "quick",
    about: "any solution, soon: the domain's own fast solver, or greedy where it has none",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    greedy::run(search)
}
