//! Weighted A*: f = g + w·h; with an admissible h, at most w times longer than optimal.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::best_first::{self, Order, Preset};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// Weighted A*: f = g + w h; faster, at most w times longer than optimal with an admissible h.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "wastar",
    about: "weighted A*: f = g + w h; faster, at most w times longer than optimal with an admissible h",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[Parameter::Weight],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(mut search: Search<'_, P, H>) -> Outcome<P::Action> {
    let weight = search.parameters.weight;
    let optimal = search.admissible && weight <= 1.0;
    let preset = Preset { order: Order::Weighted(weight), optimal, anytime: false, reopen: true };
    best_first::run(search.lend(), preset)
}
