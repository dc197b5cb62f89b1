//! Lazy greedy best-first search: nodes are evaluated when they are expanded, promising successors have a queue of
//! their own (Richter and Helmert 2009).

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::deferred;
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// Greedy best-first with deferred evaluation and a queue for promising successors.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "lazy",
    about: "greedy best-first with deferred evaluation and a queue for promising successors",
    optimal: Optimal::Never,
    complete: true,
    memory: "every expanded state, and an action for each successor",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    deferred::run(search, 0)
}
