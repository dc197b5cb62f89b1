//! Weighted A*: f = g + w·h; with an admissible h, at most w times longer than optimal.

use super::best_first::{self, Preset};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::heuristic::{Estimate, Heuristic, clean};
use crate::problem::Problem;

/// Registration.
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
pub fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let weight = search.parameters.weight;
    let optimal = search.admissible && weight <= 1.0;
    best_first::run(search, Preset { key: weighted(weight), optimal, anytime: false, reopen: true })
}

/// The queue key g + w·h, in 1/256.
pub(super) fn weighted<V: Estimate>(weight: f64) -> impl Fn(u32, V) -> u64 {
    move |g, h| (u64::from(g) << 8) + (clean(weight * h.value()) * 256.0).round() as u64
}
