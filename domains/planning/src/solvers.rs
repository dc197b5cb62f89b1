//! The domain's own ways to run algorithms.

mod cheaper;
mod quick;
mod shortest;

use crate::features::{DEFAULT, reads_relaxation};
use crate::problem::{Action, PlanningProblem};
use crate::task::state::State;
use unstuck_core::language::{Body, HeuristicRef, Node, with_compiled};
use unstuck_core::search::{self, Observer, Outcome, SearchParameters};

/// The algorithms that the domain runs in its own way.
const QUICK: &str = search::QUICK.name;
const SHORTEST: &str = search::SHORTEST.name;

/// The algorithms that evaluate the relaxation of a task whatever their heuristic reads.
pub(crate) const RELAXED: [&str; 3] = [QUICK, SHORTEST, search::ALTERNATE.name];

/// Whether a heuristic is the default feature and nothing else.
fn is_default(heuristic: &HeuristicRef) -> bool {
    heuristic.formula().is_some_and(|checked| {
        let formula = &checked.formula;
        let Body::Value(tree) = &formula.body else { return false };
        let own = |node: &Node| matches!(node, Node::Feature(index) if checked.table.name(*index) == DEFAULT);
        formula.search.is_none()
            && formula.attempts.is_empty()
            && tree.nodes().len() == 1
            && tree.nodes().iter().all(own)
    })
}

/// The domain's own way to run an algorithm.
pub(crate) fn run_own(
    problem: &PlanningProblem,
    start: &State,
    parameters: &SearchParameters,
    heuristic: &HeuristicRef,
    observer: &mut dyn Observer,
) -> Option<Outcome<Action>> {
    match parameters.algorithm.name {
        QUICK if is_default(heuristic) => Some(quick::solve(problem, start, parameters.limits, observer)),
        QUICK => {
            let is_slow = heuristic.features().iter().any(|name| reads_relaxation(name));
            let by = quick::WithRule { problem, start, limits: parameters.limits, observer, is_slow };
            with_compiled(problem, heuristic, by).ok()
        }
        SHORTEST if is_default(heuristic) => {
            Some(shortest::solve(problem, start, parameters.limits, observer))
        }
        _ => None,
    }
}
