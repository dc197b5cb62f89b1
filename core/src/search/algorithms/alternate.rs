//! Lazy greedy best-first search by several estimates in turn, as the first search of LAMA (Richter and Westphal 2010):
//! the heuristic and the domain's [guides](crate::heuristic::Featured::guides).

use crate::heuristic::Heuristic;
use crate::problem::Problem;
use crate::search::engines::deferred;
use crate::search::{AlgorithmInfo, Optimal, Outcome, Search};

/// As lazy, with queues for the heuristic and for each of the domain's guides in turn.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "alternate",
    about: "as lazy, with queues for the heuristic and for each of the domain's guides in turn",
    optimal: Optimal::Never,
    complete: true,
    memory: "every expanded state, and an action for each successor",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let guides = search.heuristic.guides();
    deferred::run(search, guides)
}
