//! Weighted IDA*: IDA* on f = g + floor(w·h).

use super::deepening::{self, Weighted};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::domain::{Domain, Heuristic};

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "wida",
    about: "weighted IDA*: depth-first within a rising bound on g + floor(w h)",
    optimal: Optimal::Never,
    complete: true,
    memory: "the path, and the table",
    heuristic: true,
    parameters: &[Parameter::Weight, Parameter::Table, Parameter::Order],
};

/// Runs the search.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let weight = search.options.weight;
    let optimal = search.options.admissible && weight <= 1.0;
    deepening::run(search, Weighted(weight), optimal)
}
