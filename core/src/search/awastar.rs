//! Anytime weighted A* (Hansen and Zhou, 2007): goes on after the first solution, dropping every node that
//! cannot beat it, until nothing is left or a limit is reached.

use super::best_first::{self, Order, Preset};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::heuristic::Heuristic;
use crate::problem::Problem;

/// Registration.
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
pub fn run<P: Problem, H: Heuristic<P>>(mut search: Search<'_, P, H>) -> Outcome<P::Action> {
    let order = Order::Weighted(search.parameters.weight);
    // Nodes are dropped by g + h only when h is admissible, else by g alone, so the end is always a proof.
    best_first::run(search.lend(), Preset { order, optimal: true, anytime: true, reopen: true })
}
