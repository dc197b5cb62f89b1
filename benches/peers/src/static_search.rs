//! Our searches called statically, as a Rust program that has its domain at hand would.

use crate::Found;
use unstuck_core::executor::Sequential;
use unstuck_core::heuristic::Heuristic;
use unstuck_core::problem::Problem;
use unstuck_core::search::{self, End, Search, SearchParameters};

/// Solves an instance that has a solution.
pub fn solve<P: Problem, H: Heuristic<P>>(
    problem: &P,
    start: &P::State,
    heuristic: H,
    algorithm: &str,
) -> Found {
    let found = search::run(Search {
        problem,
        start,
        heuristic,
        parameters: SearchParameters::new(search::algorithm(algorithm).unwrap()),
        admissible: true,
        observer: &mut (),
        executor: &Sequential,
    });
    match found.end {
        End::Solved { plan, .. } => Found { moves: plan.len(), expanded: found.stats.expanded },
        _ => panic!("an instance that has a solution"),
    }
}
