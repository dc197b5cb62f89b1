//! Landmarks: every plan reaches them, and orders hold on every path. By enumerating the states of small tasks that are reached
//! before a landmark, and on plans of larger ones.

use super::{random_task, read, solve, tasks};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use unstuck_core::instance::{SearchInstance, Status};
use unstuck_core::search::Limits;
use unstuck_pddl::ids::Fact;
use unstuck_pddl::task::Task;
use unstuck_planning::generate::{BENCHMARKS, Set};
use unstuck_planning::ground_task::GroundTask;
use unstuck_planning::instance::PlanningInstance;
use unstuck_planning::landmarks::{Landmark, MAX, WIDEST};

fn ground(instance: &dyn SearchInstance) -> Option<Arc<GroundTask>> {
    let planning = instance.as_any().downcast_ref::<PlanningInstance>().unwrap();
    planning.ground(Limits::NONE, &mut ()).ok()
}

fn holds(task: &Task, state: &[Fact], landmark: &Landmark) -> bool {
    landmark.facts.iter().any(|&fact| task.holds(state, fact))
}

/// Enumerates the states that are reached before a landmark: none is a goal, and what the landmark needs holds before it does.
/// Whether there were few enough of them.
fn check(task: &Task, all: &[Landmark], landmark: &Landmark) -> bool {
    let start = task.initial_state();
    if holds(task, &start, landmark) {
        return true;
    }
    let mut seen = HashSet::from([start.clone()]);
    let mut open = VecDeque::from([start]);
    while let Some(state) = open.pop_front() {
        let names: Vec<String> = landmark.facts.iter().map(|&fact| task.fact_name(fact)).collect();
        assert!(!task.is_goal(&state), "a plan without {names:?}");
        for operator in task.operators.ids().filter(|&operator| task.is_applicable(&state, operator)) {
            let next = task.successor(&state, operator);
            if holds(task, &next, landmark) {
                for &before in &landmark.needs {
                    let before = &all[before as usize];
                    // What axioms need holds at the same time.
                    let kept = !task.axioms.is_empty() && holds(task, &next, before);
                    assert!(kept || holds(task, &state, before), "{names:?} without {:?}", before.facts);
                }
            } else if seen.insert(next.clone()) {
                open.push_back(next);
            }
        }
        if seen.len() > 3_000 {
            return false;
        }
    }
    true
}

fn check_all(ground: &GroundTask) -> usize {
    let all = ground.landmarks().all();
    assert!(all.len() <= MAX && all.iter().all(|landmark| landmark.facts.len() <= WIDEST));
    let goals: HashSet<Fact> = ground.task.goal.iter().copied().collect();
    for (number, landmark) in (0..).zip(all) {
        assert_eq!(landmark.goal, landmark.facts.len() == 1 && goals.contains(&landmark.facts[0]));
        let inverse = |&before: &u32| all[before as usize].needed_by.contains(&number);
        assert!(landmark.needs.iter().all(inverse));
    }
    assert_is_acyclic(all);
    all.iter().filter(|landmark| check(&ground.task, all, landmark)).count()
}

/// Some landmark can always be taken whose predecessors were all taken.
fn assert_is_acyclic(all: &[Landmark]) {
    let mut taken = vec![false; all.len()];
    for _ in 0..all.len() {
        let free = |number: &usize| {
            let Landmark { needs, after, .. } = &all[*number];
            !taken[*number] && needs.iter().chain(after).all(|&before| taken[before as usize])
        };
        let next = (0..all.len()).find(free).expect("orders with a cycle");
        taken[next] = true;
    }
}

#[test]
fn no_plan_is_without_them() {
    let mut checked = 0;
    for seed in 0..300 {
        let Some((domain, problem)) = random_task::texts(seed) else { continue };
        if let Some(ground) = ground(&*read(&domain, &problem, &[])) {
            checked += check_all(&ground);
        }
    }
    for (_, domain, problem) in tasks::built_in() {
        checked += check_all(&ground(&*read(&domain, &problem, &[])).unwrap());
    }
    assert!(checked > 100, "{checked}");
}

/// On the way of plans for larger tasks, every landmark is accepted, and at the end none is left.
#[test]
fn plans_accept_all_of_them() {
    for benchmark in BENCHMARKS {
        let made = benchmark.member(Set::Easy, 5).unwrap();
        let instance = read(benchmark.domain, &made.problem, &[]);
        let found = solve(&*instance, "quick", "hff");
        assert_eq!(found.status, Status::Solved, "{}", benchmark.name);
        let ground = ground(&*instance).unwrap();
        let (task, landmarks) = (&ground.task, ground.landmarks());
        let mut state = task.initial_state();
        let mut met: Vec<bool> =
            landmarks.all().iter().map(|landmark| holds(task, &state, landmark)).collect();
        for step in &found.plan {
            let operator =
                task.operators.ids().find(|&operator| format!("({})", task.operator_name(operator)) == *step);
            state = task.successor(&state, operator.unwrap());
            for (met, landmark) in met.iter_mut().zip(landmarks.all()) {
                *met |= holds(task, &state, landmark);
            }
        }
        assert!(met.iter().all(|&met| met), "{}", benchmark.name);
        let last = ground.state(&state[..task.variables.fluent()]);
        let start = ground.initial();
        let left = |state: &unstuck_planning::state::State| {
            let mut path = vec![u64::MAX; landmarks.words()];
            if !task.is_goal(&ground.facts(state)) {
                path.fill(0);
                landmarks.begin(&ground.layout, state.words(), &mut path);
            }
            landmarks.count(&ground.layout, state.words(), &path)
        };
        assert!(left(&start) > 0 && left(&last) == 0, "{}", benchmark.name);
    }
}

/// Searches by them find plans, whether they keep paths or not.
#[test]
fn they_lead_searches() {
    for (name, domain, problem) in tasks::built_in() {
        let instance = read(&domain, &problem, &[]);
        let cheapest = solve(&*instance, "ucs", "zero").cost;
        for (algorithm, heuristic) in [
            ("greedy", "landmarks"),
            ("lazy", "landmarks + hff"),
            ("alternate", "hff"),
            ("ehc", "landmarks"),
            ("astar", "if(landmark_reached, 0, goals_left)"),
        ] {
            let found = solve(&*instance, algorithm, heuristic);
            assert!(found.cost.is_none_or(|cost| Some(cost) >= cheapest), "{name} {algorithm}");
            assert_eq!(found.status == Status::Solved, found.cost.is_some(), "{name} {algorithm}");
        }
    }
}
