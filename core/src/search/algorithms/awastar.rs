//! Anytime weighted A* (Hansen and Zhou, 2007): goes on after the first solution, dropping every node that
//! cannot beat it, until nothing is left or a limit is reached.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// Anytime weighted A*: ever better solutions until a limit; optimal when it ends by itself.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "awastar",
    about: "anytime weighted A*: ever better solutions until a limit; optimal when it ends by itself",
    optimal: Optimal::AtEnd,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[Parameter::Weight],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(mut search: Search<'_, P, H>) -> Outcome<P::Action> {
    let order = Order::Weighted(search.parameters.weight);
    // Nodes are dropped by g + h only when h is admissible, else by g alone, so the end is always a proof.
    best_first::run(search.lend(), Preset { order, optimal: true, anytime: true, reopen: true })
}
