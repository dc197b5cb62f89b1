//! Greedy best-first search: the node that looks nearest to the goal.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// Greedy best-first: expands the node with the smallest estimate.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "greedy",
    about: "greedy best-first: expands the node with the smallest estimate",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(mut search: Search<'_, P, H>) -> Outcome<P::Action> {
    let preset = Preset { order: Order::Estimate, optimal: false, anytime: false, reopen: false };
    best_first::run(search.lend(), preset)
}
