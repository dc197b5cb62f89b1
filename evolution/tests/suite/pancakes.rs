//! A domain of one's own, evolved end to end: registered, named by an experiment's file, bred, and tested.

#[path = "../../../core/examples/pancakes.rs"]
#[allow(dead_code, reason = "its main is for those who run it")]
mod example;

use crate::context::Threads;
use crate::engine::run;
use example::PancakesDomain;
use std::ops::RangeInclusive;
use std::sync::{Arc, Once};
use unstuck_core::domain::Settings;
use unstuck_core::instance::{Instance, Status};
use unstuck_core::registry;
use unstuck_evolution::baseline;
use unstuck_evolution::context::{EvaluationContext, unwatched};
use unstuck_evolution::engine::{Engine, Reason};
use unstuck_evolution::experiment::{Experiment, Ready, Sets};
use unstuck_evolution::role::PerRole;

const EXPERIMENT: &str = r#"
format = 1
name = "pancakes"
domain = "pancakes"
[data]
train = ["stack:1-12"]
validation = ["stack:13-20"]
test = ["stack:21-30"]
[search]
algorithm = "astar"
limits = { expanded = 20_000 }
[genome]
kind = "weights"
[algorithm]
population = 16
[fitness]
kind = "reduction"
max_length_ratio = 1.1
[stop]
generations = 8
"#;

fn stacks(numbers: RangeInclusive<u32>) -> Vec<(String, Box<dyn Instance>)> {
    let (domain, set) = registry::set("stack").expect("registered");
    let read = |number: u32| {
        let text = (set.text)(&number.to_string()).expect("a stack");
        let instance = unstuck_core::domain::read(&*domain, &text, None, &Settings::new()).expect("a stack");
        (format!("stack:{number}"), instance)
    };
    numbers.map(read).collect()
}

fn ready() -> (Experiment, Ready) {
    ready_for("astar")
}

fn ready_for(algorithm: &str) -> (Experiment, Ready) {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| registry::register(Arc::new(PancakesDomain)).expect("a free name"));
    let text = EXPERIMENT.replace("astar", algorithm);
    let experiment = Experiment::read(&text, &|_| Err("no files".into())).expect("an experiment");
    let instances = PerRole { train: stacks(1..=12), validation: stacks(13..=20), test: stacks(21..=30) };
    let sets = Sets { instances, ..Sets::default() };
    let ready = experiment.prepare(sets, &Threads(2), &unwatched, &|| ()).expect("solvable");
    (experiment, ready)
}

/// Nodes over the test set, all of it solved.
fn expanded(heuristic: &str) -> u64 {
    let solve = |(_, instance): (String, Box<dyn Instance>)| {
        let problem = instance.as_search().expect("a search problem");
        let solution = problem
            .solve(&problem.request("astar", heuristic).expect("a heuristic"), &mut ())
            .expect("a search");
        assert_eq!(solution.status, Status::Solved);
        solution.stats.expanded
    };
    stacks(21..=30).into_iter().map(solve).sum()
}

#[test]
fn a_domain_of_ones_own_is_evolved() {
    let champion = || {
        let (experiment, ready) = ready();
        assert!(ready.dropped.is_empty());
        let mut engine = Engine::new(experiment.run_config(&ready, 0));
        run(&mut engine, &Threads(2));
        assert_eq!(engine.finished(), Some(Reason::Generations));
        assert_eq!(engine.history().len(), 8);
        let champion = engine.champion().expect("a champion").clone();
        (ready.context.text(&champion.heuristic), champion.validation)
    };
    let (text, validation) = champion();
    assert_eq!(champion(), (text.clone(), validation.clone()), "the same file, the same champion");
    assert!(validation.fitness < 0.05 && validation.unsolved == 0.0, "{text}: {validation:?}");
    let (bred, bound, blind) = (expanded(&text), expanded("gaps"), expanded("zero"));
    assert!(bred <= bound && 20 * bred < blind, "{text}: {bred} of {bound} and {blind}");
}

#[test]
fn a_search_that_only_ranks_needs_no_weights() {
    let count = |algorithm| baseline::candidates(&ready_for(algorithm).1.context, false).len();
    let features = count("greedy") - 1;
    assert_eq!(count("astar"), (1 + features * baseline::WEIGHTS.len()) * baseline::CONSTANTS.len());
}

/// Clusters and stores name a domain and keep its texts: a process that has registered it can read them.
#[test]
fn its_world_travels() {
    let (experiment, ready) = ready();
    let sent = EvaluationContext::unpack(&ready.context.pack()).expect("a world");
    let tasks = Engine::new(experiment.run_config(&ready, 0)).ask();
    let answers =
        |context: &EvaluationContext| context.answer(&tasks, &Threads(2), &unwatched).expect("answers");
    assert_eq!(answers(&sent), answers(&ready.context));
    assert_eq!(Experiment::read(&experiment.print(), &|_| Err(String::new())), Ok(experiment));
}
