//! IDA* (Korf, 1985): depth-first within a bound on f = g + h, the bound raised round by round.

use super::deepening::{self, Plain};
use super::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};
use crate::domain::{Domain, Heuristic};

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "ida",
    about: "IDA*: depth-first within a rising bound on f = g + h",
    optimal: Optimal::Admissible,
    complete: true,
    memory: "the path, and the table",
    heuristic: true,
    parameters: &[Parameter::Table, Parameter::Order],
};

/// Runs the search.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let optimal = search.options.admissible;
    deepening::run(search, Plain, optimal)
}
