//! Rules that are policies: descent by them never has to look further than one step.

use super::solve;
use crate::installed;
use unstuck_core::champions;
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::instance::Status;
use unstuck_planning::generate::{Set, benchmark};
use unstuck_planning::pddl_domain::PddlDomain;

#[test]
fn every_step_of_descent_lowers_a_policy() {
    let _ = installed::domain("pddl");
    for name in ["blocksworld", "childsnack", "floortile", "spanner", "transport"] {
        let benchmark = benchmark(name).unwrap();
        let domain = PddlDomain::read(benchmark.domain).unwrap();
        let rule = champions::text_of(domain.features(), "champion").unwrap().unwrap();
        for number in [1, 20, 40, 60, 80, 99] {
            let made = benchmark.member(Set::Train, number).unwrap();
            let instance = domain::read_search(&*domain, &made.problem, None, &Settings::new()).unwrap();
            let found = solve(&*instance, "ehc", &rule);
            assert_eq!(found.status, Status::Solved, "{name} {number}");
            assert_eq!(found.stats.expanded, found.plan.len() as u64, "{name} {number}");
            // `quick` goes the same way, if not the same steps, and makes the plan shorter.
            let by_quick = solve(&*instance, "quick", &rule);
            assert_eq!(by_quick.status, Status::Solved, "{name} {number}");
        }
    }
}
