//! Heuristics with attempts before them: every search has what those before it left, and the sum is reported.

use crate::conformance::read;
use crate::installed as registry;
use unstuck_core::instance::{SearchInstance, Solution, Status};
use unstuck_core::search::{ALGORITHMS, Limit, Observer, Parameter, Stats};

fn board(number: u32) -> Box<dyn SearchInstance> {
    let (domain, set) = registry::set("jam").unwrap();
    let text = (set.text)(&number.to_string()).unwrap();
    read(&*domain, &text, "slides")
}

fn solve(instance: &dyn SearchInstance, algorithm: &str, heuristic: &str, most: Option<u64>) -> Solution {
    let mut request = instance.request(algorithm, heuristic).unwrap();
    request.parameters.limits.expanded = most;
    if let Some(search) = request.heuristic.search() {
        search.apply(&mut request.parameters);
    }
    instance.solve(&request, &mut ()).unwrap()
}

#[test]
fn attempts_are_searches_in_turn() {
    let (mut by_first, mut by_last) = (0, 0);
    for number in 1..=20 {
        let instance = board(number);
        for algorithm in ["greedy", "hsd", "ida", "restarts"] {
            let first = solve(&*instance, algorithm, "4*blockers_deep", Some(200));
            let last = solve(&*instance, algorithm, "blockers", Some(5_000));
            let both = "attempt 200: 4*blockers_deep; blockers";
            let both = solve(&*instance, algorithm, both, Some(5_000 + first.stats.expanded));
            let (expected, before) = match first.status {
                Status::Solved => (&first, 0),
                _ => (&last, first.stats.expanded),
            };
            assert_eq!((both.status, &both.plan), (expected.status, &expected.plan), "{number} {algorithm}");
            assert_eq!(both.stats.expanded, before + expected.stats.expanded);
            by_first += u32::from(first.status == Status::Solved);
            by_last += u32::from(first.status != Status::Solved && last.status == Status::Solved);
        }
    }
    assert!(by_first > 5 && by_last > 5, "{by_first} and {by_last}");
}

#[test]
fn limits_hold_for_all_attempts_together() {
    let instance = board(40);
    for info in ALGORITHMS.iter().filter(|info| info.heuristic && !["quick", "shortest"].contains(&info.name))
    {
        for most in [0, 3, 5, 8, 12] {
            let text = "attempt 5: blockers; attempt 5: g; 2*g";
            let found = solve(&*instance, info.name, text, Some(most));
            assert_eq!((found.status, found.limit), (Status::Limit, Some(Limit::Nodes)), "{}", info.name);
            assert_eq!(found.stats.expanded, most, "{}", info.name);
        }
    }
}

#[test]
fn an_attempt_has_its_own_parameters() {
    let instance = board(30);
    let weighted = |weight: &str| {
        let mut request = instance.request("wastar", "blockers_deep").unwrap();
        Parameter::Weight.info().set(&mut request.parameters, weight).unwrap();
        instance.solve(&request, &mut ()).unwrap()
    };
    let text = "search wastar, weight 1.5; attempt 100k, weight 4: blockers_deep; zero";
    let found = solve(&*instance, "wastar", text, None);
    let (alone, other) = (weighted("4"), weighted("1.5"));
    assert_eq!(alone.status, Status::Solved);
    assert_eq!((found.stats.expanded, found.plan), (alone.stats.expanded, alone.plan));
    assert_ne!(other.stats.expanded, alone.stats.expanded);
}

/// Counts the rounds of deepening.
struct Rounds(u32);

impl Observer for Rounds {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        None
    }
    fn iteration(&mut self, _bound: u32, _stats: &Stats) {
        self.0 += 1;
    }
}

#[test]
fn observers_are_told_of_all_rounds() {
    let instance = board(20);
    let mut rounds = Rounds(0);
    let request = instance.request("ida", "attempt 50: blockers; blockers_deep").unwrap();
    let found = instance.solve(&request, &mut rounds).unwrap();
    assert_eq!((found.status, found.stats.iterations), (Status::Solved, rounds.0));
    assert!(found.stats.expanded > 50 && rounds.0 > 2);
}

#[test]
fn an_attempt_that_is_not_admissible_leaves_no_proof() {
    let (domain, set) = registry::set("jam").unwrap();
    let instance = read(&*domain, &(set.text)("5").unwrap(), "slides");
    let proves = |text| solve(&*instance, "astar", text, None).optimal;
    assert!(proves("attempt 100k: blockers; blockers_deep"));
    assert!(!proves("attempt 100k: 3*blockers; blockers_deep"));
}
