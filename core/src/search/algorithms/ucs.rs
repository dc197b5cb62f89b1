//! Uniform-cost search: always the cheapest node so far.

use crate::heuristic::Zero;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// Uniform cost: expands the node with the cheapest path.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "ucs",
    about: "uniform cost: expands the node with the cheapest path",
    optimal: Optimal::Always,
    complete: true,
    memory: "every state seen",
    heuristic: false,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem>(mut search: Search<'_, P, Zero>) -> Outcome<P::Action> {
    let preset = Preset { order: Order::Cost, optimal: true, anytime: false, reopen: true };
    let mut outcome = best_first::run(search.lend(), preset);
    // Asking the blind heuristic is no evaluation.
    outcome.stats.evaluated = 0;
    outcome
}
