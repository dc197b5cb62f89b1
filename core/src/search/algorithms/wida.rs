//! Weighted IDA*: IDA* on f = g + floor(w·h).

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::deepening::{self, Bounding};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// Weighted IDA*: depth-first within a rising bound on g + floor(w h).
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "wida",
    about: "weighted IDA*: depth-first within a rising bound on g + floor(w h)",
    optimal: Optimal::Never,
    complete: true,
    memory: "the path, and the table",
    heuristic: true,
    parameters: &[Parameter::Weight, Parameter::Table, Parameter::Order, Parameter::Step, Parameter::Growth],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let weight = search.parameters.weight;
    let admissible = search.admissible && weight <= 1.0;
    deepening::run(search, Bounding::Weighted(weight), admissible)
}
