//! Iterative-deepening depth-first search: IDA* that knows nothing.

use super::deepening::{self, Plain};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::domain::{Domain, Heuristic};
use crate::heuristic::Zero;

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "iddfs",
    about: "iterative-deepening depth-first: blind, one more ply each round",
    optimal: Optimal::Always,
    complete: true,
    memory: "the path, and the table",
    heuristic: false,
    parameters: &[Parameter::Table],
};

/// Runs the search.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, options, observer, executor, .. } = search;
    let search = Search { domain, start, heuristic: Zero, options, observer, executor };
    let mut outcome = deepening::run(search, Plain, true);
    // Asking the blind heuristic is no evaluation.
    outcome.stats.evaluated = 0;
    outcome
}
