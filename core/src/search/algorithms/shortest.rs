//! Ever shorter solutions until a limit: the domain's own way where it has one
//! ([`OwnSolver`](crate::instance::OwnSolver)), anytime weighted A* elsewhere.

use super::awastar;
use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::{AlgorithmInfo, Optimal, Outcome, Parameter, Search};

/// Ever shorter solutions until a limit: the domain's own way, or awastar where it has none.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "shortest",
    about: "ever shorter solutions until a limit: the domain's own way, or awastar where it has none",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen",
    heuristic: true,
    parameters: &[Parameter::Weight],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    awastar::run(search)
}
