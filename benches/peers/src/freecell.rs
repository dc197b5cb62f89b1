//! FreeCell: deals solved fast, and short solutions within a budget; every plan is replayed.

use crate::tell;
use cpu_time::ProcessTime;
use std::ops::RangeInclusive;
use std::time::Duration;
use unstuck_core::domain::{self, Settings};
use unstuck_core::instance::Solution;
use unstuck_core::registry;
use unstuck_core::search::{Limit, Observer, Stats};

fn solve(deal: u64, algorithm: &str, observer: &mut dyn Observer) -> Solution {
    let freecell = registry::domain("freecell").unwrap();
    let instance = domain::read_search(&*freecell, &deal.to_string(), None, &Settings::new()).unwrap();
    instance.solve(&instance.request(algorithm, "zero").unwrap(), observer).unwrap()
}

/// Solves deals, and tells the mean number of nodes and moves.
pub fn quick(deals: RangeInclusive<u64>) {
    tell_all(deals, |deal| solve(deal, "quick", &mut ()));
}

/// Ends a search when it has had its CPU time.
struct Budget(ProcessTime, Duration);

impl Observer for Budget {
    fn poll(&mut self, _: &Stats) -> Option<Limit> {
        (self.0.elapsed() >= self.1).then_some(Limit::Time)
    }
}

/// Looks for short solutions with so many milliseconds a deal.
pub fn shortest(deals: RangeInclusive<u64>, milliseconds: u64) {
    let budget = Duration::from_millis(milliseconds);
    tell_all(deals, |deal| solve(deal, "shortest", &mut Budget(ProcessTime::now(), budget)));
}

fn tell_all(deals: RangeInclusive<u64>, solve: impl Fn(u64) -> Solution) {
    let begun = ProcessTime::now();
    let (mut count, mut expanded, mut moves) = (0, 0, 0);
    for deal in deals {
        let solution = solve(deal);
        count += 1;
        expanded += solution.stats.expanded;
        moves += solution.cost.expect("a deal that has a solution");
    }
    let mean = |sum: u64| sum as f64 / count as f64;
    let figures = [("expanded", mean(expanded)), ("moves", mean(moves))];
    tell("unstuck", begun.elapsed().as_secs_f64(), count, &figures);
}
