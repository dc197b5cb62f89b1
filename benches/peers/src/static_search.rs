//! Our searches called statically, as a Rust program that has its domain at hand would.

use crate::Found;
use unstuck_core::domain::{Domain, Heuristic};
use unstuck_core::executor::Sequential;
use unstuck_core::search::{self, End, Options, Search};

/// Solves an instance that has a solution.
pub fn solve<D: Domain, H: Heuristic<D>>(
    domain: &D,
    start: &D::State,
    heuristic: H,
    algorithm: &str,
) -> Found {
    let options = Options { admissible: true, ..Options::new(search::algorithm(algorithm).unwrap()) };
    let observer = &mut ();
    let found = search::run(Search { domain, start, heuristic, options, observer, executor: &Sequential });
    match found.end {
        End::Solved { plan, .. } => Found { moves: plan.len(), expanded: found.stats.expanded },
        _ => panic!("an instance that has a solution"),
    }
}
