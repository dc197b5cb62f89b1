//! Iterative-deepening depth-first search: IDA* that knows nothing.

use super::deepening::{self, Plain};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::heuristic::Heuristic;
use crate::heuristic::Zero;
use crate::problem::Problem;

/// Registration.
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
pub fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, parameters, observer, executor, .. } = search;
    let search = Search { problem, start, heuristic: Zero, parameters, admissible: true, observer, executor };
    let mut outcome = deepening::run(search, Plain, true);
    // Asking the blind heuristic is no evaluation.
    outcome.stats.evaluated = 0;
    outcome
}
