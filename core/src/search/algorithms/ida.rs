//! IDA* (Korf, 1985): depth-first within a bound on f = g + h, the bound raised round by round.

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::deepening::{self, Bounding};
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// IDA*: depth-first within a rising bound on f = g + h.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "ida",
    about: "IDA*: depth-first within a rising bound on f = g + h",
    optimal: Optimal::Admissible,
    complete: true,
    memory: "the path, and the table",
    heuristic: true,
    parameters: &[Parameter::Table, Parameter::Order, Parameter::Step, Parameter::Growth],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let admissible = search.admissible;
    deepening::run(search, Bounding::Plain, admissible)
}
