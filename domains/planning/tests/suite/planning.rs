//! Planning tasks: counts against the interpreter of the syntax tree, symmetry, limits, texts and plans.

mod consumables;
mod counts;
mod grounding;
mod landmarks;
mod lifted;
mod plans;
mod policies;
mod purposes;
mod random_task;
mod relaxation;
mod symmetry;
mod tasks;
mod texts;
mod transfer;

use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::instance::{SearchInstance, Solution};
use unstuck_core::search::{Limit, Observer, Stats};
use unstuck_planning::pddl_domain::PddlDomain;

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
    instance.solve(&instance.request(algorithm, heuristic).unwrap(), &mut ()).unwrap()
}

/// Says stop at the n-th poll.
pub struct StopAt(pub u32, pub u64);

impl Observer for StopAt {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.1 = stats.expanded;
        self.0 = self.0.saturating_sub(1);
        (self.0 == 0).then_some(Limit::Cancelled)
    }
}
