//! Planning tasks: counts against the interpreter of the syntax tree, symmetry, limits, texts and plans.

mod consumables;
mod counts;
mod grounding;
mod landmarks;
mod lifted;
mod plans;
mod random_task;
mod relaxation;
mod symmetry;
mod tasks;
mod texts;

use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::domains::planning::made::PddlDomain;
use unstuck_core::instance::{SearchInstance, Solution};

/// Reads a problem of a domain.
pub fn read(domain: &str, problem: &str, settings: &[(&str, &str)]) -> Box<dyn SearchInstance> {
    let domain = PddlDomain::read(domain).unwrap_or_else(|error| panic!("{error}\n{domain}"));
    let settings: Settings =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let metric = domain.info().metric(None);
    domain::read_search(&*domain, problem, Some(metric), &settings)
        .unwrap_or_else(|error| panic!("{error}\n{problem}"))
}

/// Solves by an algorithm with a heuristic.
pub fn solve(instance: &dyn SearchInstance, algorithm: &str, heuristic: &str) -> Solution {
    crate::conformance::solve(instance, algorithm, heuristic).unwrap()
}
