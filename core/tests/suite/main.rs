//! The integration suite of the engine, one binary. What needs the domains is in the suite of `unstuck-domains`.

// Helpers outside test functions fail by panicking too.
#![allow(clippy::unwrap_used)]

mod documents;
mod eight_puzzle;
mod features;
#[allow(dead_code, reason = "the suite of the domains registers it")]
mod fork;
mod interface;
mod machines;
mod module_cycles;
mod packages;
mod pancakes;
mod search;
mod subjects;

use unstuck_core::instance::{SearchError, SearchInstance, Solution};

fn solve(instance: &dyn SearchInstance, algorithm: &str, heuristic: &str) -> Result<Solution, SearchError> {
    instance.solve(&instance.request(algorithm, heuristic)?, &mut ())
}
