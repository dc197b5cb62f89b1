//! Dead ends where goals use up more than is left: only dead ends are found, and they are found.

use super::{read, solve};
use unstuck_core::audit::AuditRequest;
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::language::HeuristicRef;
use unstuck_core::search::Limits;
use unstuck_planning::generate::{BENCHMARKS, Set};
use unstuck_planning::instance::PlanningInstance;
use unstuck_planning::relaxation::{Costs, Exploration};
use unstuck_planning::scratch::Scratch;

fn task(name: &str, set: Set, index: usize) -> Box<dyn SearchInstance> {
    let benchmark = BENCHMARKS.iter().find(|benchmark| benchmark.name == name).unwrap();
    read(benchmark.domain, &benchmark.member(set, index).unwrap().problem, &[])
}

/// All states of small tasks and their exact distances: a state with a plan is never called a dead end.
#[test]
fn only_dead_ends_are_found() {
    for benchmark in BENCHMARKS {
        for index in 1..=2 {
            let instance = task(benchmark.name, Set::Train, index);
            let heuristics = ["hff", "hadd"].map(|name| HeuristicRef::read(name, instance.table()).unwrap());
            let limits = Limits { expanded: Some(5_000), ..Limits::NONE };
            let request = AuditRequest { heuristics: &heuristics, limits, clock: &|| 0.0 };
            for card in instance.audit(&request, &mut ()).into_iter().flatten() {
                assert!(!card.breaks_its_word(), "{} {index}: {card:?}", benchmark.name);
            }
        }
    }
}

/// Who walks past all spanners but one has no plan for two nuts, which the relaxation does not see.
#[test]
fn too_few_spanners_are_a_dead_end() {
    let instance = task("spanner", Set::Train, 20);
    let planning = instance.as_any().downcast_ref::<PlanningInstance>().unwrap();
    let ground = planning.ground(Limits::NONE, &mut ()).unwrap();
    assert!(!ground.consumables().is_empty());
    let operators = &ground.task.operators;
    let named = |name: &str| {
        let schema = ground.task.schemas.iter().position(|schema| *schema.name == *name).unwrap();
        operators.ids().filter(move |&operator| operators.schema(operator).index() == schema)
    };
    let mut facts = ground.task.initial.clone();
    let mut picked = false;
    let applicable = |facts: &[_], operator| ground.task.is_applicable(facts, operator);
    loop {
        let pick = named("pickup_spanner").find(|&operator| !picked && applicable(&facts, operator));
        let Some(next) = pick.or_else(|| named("walk").find(|&operator| applicable(&facts, operator))) else {
            break;
        };
        picked |= pick.is_some();
        facts = ground.task.successor(&facts, next);
    }
    let state = ground.state(&facts);
    let seen = Exploration::default().sum(ground.relaxation(), state.words(), Costs::Unit);
    assert!(picked && ground.task.goal.len() > 1 && seen.is_some());
    assert_eq!(Scratch::default().relaxed(&ground, &state, Costs::Unit).sum, None);
}

#[test]
fn tasks_with_single_use_objects_are_solved() {
    for (name, index) in [("spanner", 15), ("childsnack", 5)] {
        let instance = task(name, Set::Medium, index);
        assert_eq!(solve(&*instance, "quick", "hff").status, Status::Solved, "{name}");
    }
}
