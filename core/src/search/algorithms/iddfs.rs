//! Iterative-deepening depth-first search: IDA* that knows nothing.

use crate::heuristic::Zero;
use crate::problem::Problem;
use crate::search::engines::deepening::{self, Bounding};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// Iterative-deepening depth-first: blind, one more ply each round.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "iddfs",
    about: "iterative-deepening depth-first: blind, one more ply each round",
    optimal: Optimal::Always,
    complete: true,
    memory: "the path, and the table",
    heuristic: false,
    parameters: &[Parameter::Table, Parameter::Order],
};

/// Runs the search.
pub(crate) fn run<P: Problem>(search: Search<'_, P, Zero>) -> Outcome<P::Action> {
    let mut outcome = deepening::run(search, Bounding::Plain, true);
    // Asking the blind heuristic is no evaluation.
    outcome.stats.evaluated = 0;
    outcome
}
