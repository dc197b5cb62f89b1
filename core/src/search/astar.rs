//! A*: the smallest f = g + h first.

use super::best_first::{self, Preset};
use super::{AlgorithmInfo, Optimal, Outcome, Search};
use crate::domain::{Domain, Estimate, Heuristic};

/// Registration.
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
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let optimal = search.options.admissible;
    best_first::run(
        search,
        Preset { key: |g, h: H::Value| (u64::from(g) << 8) + h.key(), optimal, anytime: false, reopen: true },
    )
}
