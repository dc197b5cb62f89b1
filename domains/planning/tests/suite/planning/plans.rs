//! First plans, better plans, and what is known about them. Every plan is replayed by the validator.

use super::{read, solve, tasks};
use unstuck_core::instance::Status;
use unstuck_core::search::Limits;
use unstuck_planning::generate::{BENCHMARKS, Set};

#[test]
fn quick_solves_the_small_sets() {
    for benchmark in BENCHMARKS {
        for member in [Set::Train, Set::Easy].into_iter().flat_map(|set| [(set, 1), (set, 4)]) {
            let made = benchmark.member(member.0, member.1).unwrap();
            let instance = read(benchmark.domain, &made.problem, &[]);
            let found = solve(&*instance, "quick", "hff");
            assert_eq!(found.status, Status::Solved, "{} {member:?}", benchmark.name);
            let again = solve(&*instance, "quick", "hff");
            assert_eq!((found.plan, found.stats), (again.plan, again.stats));
        }
    }
}

#[test]
fn shortest_ends_with_the_cheapest_plan() {
    for (name, domain, problem) in tasks::built_in() {
        let instance = read(&domain, &problem, &[]);
        let cheapest = solve(&*instance, "ucs", "zero").cost;
        let found = solve(&*instance, "shortest", "hff");
        assert_eq!((found.cost, found.optimal), (cheapest, true), "{name}");
        for algorithm in ["quick", "lazy", "alternate"] {
            let found = solve(&*instance, algorithm, "hff");
            assert!(found.cost >= cheapest, "{name} {algorithm}");
        }
        for heuristic in ["hmax", "lmcut"] {
            assert_eq!(solve(&*instance, "astar", heuristic).cost, cheapest, "{name} {heuristic}");
        }
    }
}

/// A plan that is known when a limit is reached is kept.
#[test]
fn shortest_keeps_its_plan_at_a_limit() {
    let ferry = BENCHMARKS.iter().find(|benchmark| benchmark.name == "ferry").unwrap();
    let made = ferry.member(Set::Medium, 1).unwrap();
    let instance = read(ferry.domain, &made.problem, &[]);
    let first = solve(&*instance, "quick", "hff").cost.unwrap();
    let mut request = instance.request("shortest", "hff").unwrap();
    request.parameters.limits = Limits { expanded: Some(3_000), ..Limits::NONE };
    let found = instance.solve(&request, &mut ()).unwrap();
    assert!(found.limit.is_some() && !found.optimal);
    assert!(found.cost.unwrap() < first, "{:?} of {first}", found.cost);
}

/// A rule that is named has the first turn of `quick`: one that cannot serve several searches guides lazy search, any other
/// descent, which looks at successors in an order of its own.
#[test]
fn quick_follows_a_rule() {
    let (domain, problem) = tasks::blocks(5);
    let instance = read(&domain, &problem, &[]);
    let novelty = "10000*novelty + 100*goals_left + relaxed_left";
    let without = solve(&*instance, "quick", "hff").stats.stored;
    for (rule, algorithm) in [("goals_left", "ehc"), ("hadd + 0.5*goals_left", "ehc"), (novelty, "lazy")] {
        let (found, alone) = (solve(&*instance, "quick", rule), solve(&*instance, algorithm, rule));
        let least = alone.stats.stored;
        let as_alone = if algorithm == "ehc" { 3..=least + least / 2 } else { least..=least };
        assert!(!as_alone.contains(&without), "{rule}: the search without a rule would pass");
        assert_eq!(found.status, Status::Solved, "{rule}");
        assert!(as_alone.contains(&found.stats.stored), "{rule}: {} in {as_alone:?}", found.stats.stored);
        assert!(found.cost <= alone.cost, "{rule}");
        // Windows of its plan are solved again.
        assert!(found.stats.expanded >= alone.stats.expanded, "{rule}");
    }
}

/// The other searches find a plan where a rule leads away from the goal, within the limits of all.
#[test]
fn quick_survives_a_bad_rule() {
    let ferry = BENCHMARKS.iter().find(|benchmark| benchmark.name == "ferry").unwrap();
    let made = ferry.member(Set::Medium, 1).unwrap();
    let instance = read(ferry.domain, &made.problem, &[]);
    let (bad, good) = (solve(&*instance, "quick", "1000 - goals_left"), solve(&*instance, "quick", "hff"));
    // What took longer may be made better at the end.
    assert!(bad.status == Status::Solved && bad.cost <= good.cost);
    assert!(bad.stats.effort > good.stats.effort);
    let again = solve(&*instance, "quick", "1000 - goals_left");
    assert_eq!(again.stats, bad.stats);
    let mut request = instance.request("quick", "1000 - goals_left").unwrap();
    let limits = [
        Limits { expanded: Some(bad.stats.expanded / 2), ..Limits::NONE },
        Limits { effort: Some(bad.stats.effort / 2), ..Limits::NONE },
    ];
    for limits in limits {
        request.parameters.limits = limits;
        let found = instance.solve(&request, &mut ()).unwrap();
        assert_eq!(found.status, Status::Limit, "{limits:?}");
        let Limits { expanded, effort, .. } = limits;
        assert!(expanded.is_none_or(|most| found.stats.expanded <= most), "{limits:?}");
        assert!(effort.is_none_or(|most| found.stats.effort <= most + most / 10), "{limits:?}");
    }
    // Where the memory does not do for the rule, the others go on.
    let memory = good.stats.peak_bytes + (1 << 20);
    request.parameters.limits = Limits { memory: Some(memory), ..Limits::NONE };
    let found = instance.solve(&request, &mut ()).unwrap();
    assert!(found.stats.peak_bytes <= memory, "{} of {memory}", found.stats.peak_bytes);
    // A rule that reads what its search has seen has one turn, one that reads paths as many as others.
    for rule in ["novelty", "landmarks", "if(landmark_reached, 1, 2)"] {
        assert_eq!(solve(&*instance, "quick", rule).status, Status::Solved, "{rule}");
    }
}

/// The relaxation and the queues count as memory.
#[test]
fn memory_is_limited() {
    let blocks = BENCHMARKS.iter().find(|benchmark| benchmark.name == "blocksworld").unwrap();
    let made = blocks.member(Set::Medium, 1).unwrap();
    let instance = read(blocks.domain, &made.problem, &[]);
    let mut request = instance.request("lazy", "hff").unwrap();
    request.parameters.limits = Limits { memory: Some(8 << 20), expanded: Some(5_000), ..Limits::NONE };
    let found = instance.solve(&request, &mut ()).unwrap();
    assert!(found.stats.peak_bytes <= 8 << 20);
}

/// Nothing is cheaper than no action, so the search for better plans ends by itself.
#[test]
fn a_start_that_is_a_goal_has_an_empty_plan_that_is_proved() {
    let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    let task = read(domain, "(define (problem p) (:domain lamp) (:init (lit)) (:goal (lit)))", &[]);
    for algorithm in ["quick", "shortest", "astar"] {
        let found = solve(&*task, algorithm, "hff");
        assert_eq!((found.cost, found.plan.len()), (Some(0), 0), "{algorithm}");
    }
    assert!(solve(&*task, "shortest", "hff").optimal);
}

/// First plans are made cheaper at the end: no action of them can be left out.
#[test]
fn first_plans_have_no_needless_actions() {
    for benchmark in BENCHMARKS {
        for index in [6, 12] {
            let made = benchmark.member(Set::Train, index).unwrap();
            let instance = read(benchmark.domain, &made.problem, &[]);
            let plan = solve(&*instance, "quick", "hff").plan;
            assert!(instance.replay(&plan).is_ok(), "{}: {plan:?}", benchmark.name);
            for place in 0..plan.len() {
                let mut shorter = plan.clone();
                let step = shorter.remove(place);
                assert!(instance.replay(&shorter).is_err(), "{} {index}: {step} of {plan:?}", benchmark.name);
            }
        }
    }
}
