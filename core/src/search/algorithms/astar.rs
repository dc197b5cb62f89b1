//! A*: the smallest f = g + h first.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// A*: expands the node with the smallest f = g + h.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "astar",
    about: "A*: expands the node with the smallest f = g + h",
    optimal: Optimal::Admissible,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(mut search: Search<'_, P, H>) -> Outcome<P::Action> {
    let optimal = search.admissible;
    best_first::run(search.lend(), Preset { order: Order::Sum, optimal, anytime: false, reopen: true })
}
