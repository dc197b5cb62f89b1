//! Uniform-cost search: always the cheapest node so far.

use super::best_first::{self, Preset};
use super::{AlgorithmInfo, Optimal, Outcome, Search};
use crate::domain::{Domain, Heuristic};
use crate::heuristic::Zero;

/// Registration.
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
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, options, observer, executor, .. } = search;
    // Blind whatever heuristic was named.
    let search = Search { domain, start, heuristic: Zero, options, observer, executor };
    let mut outcome = best_first::run(
        search,
        Preset { key: |g, _| u64::from(g) << 8, optimal: true, anytime: false, reopen: true },
    );
    // Asking the blind heuristic is no evaluation.
    outcome.stats.evaluated = 0;
    outcome
}
