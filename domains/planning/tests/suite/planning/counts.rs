//! States per depth: the search against the interpreter of the syntax tree.

use super::tasks::{all, lamps};
use super::{random_task, read, solve};
use std::collections::{BTreeMap, BTreeSet};
use unstuck_core::instance::{SpaceError, Status};
use unstuck_core::search::Limits;
use unstuck_pddl::ground::{Grounded, ground};
use unstuck_pddl::ids::AtomId;
use unstuck_pddl::interpret::{Interpreter, State, World};
use unstuck_pddl::syntax::{parse_domain, parse_problem};
use unstuck_pddl::task::{PredicateKind, Task};

/// Most states that the interpreter looks at.
const MAX: usize = 2_000;

/// What the ground task keeps of a state: the atoms that matter.
fn projected(task: &Task, world: &World) -> Vec<AtomId> {
    let fluent = |&atom: &AtomId| {
        task.predicates[task.atoms.predicate(atom).index()].kind == PredicateKind::Fluent
            && world.atoms.contains(&(task.atoms.predicate(atom), task.atoms.objects(atom).into()))
    };
    (0..task.atoms.len()).map(AtomId::new).filter(fluent).collect()
}

/// What the interpreter finds: states per depth, and the cost of the cheapest plan.
struct Found {
    depths: Vec<u64>,
    cost: Option<u64>,
}

/// Enumerates the states that the ground task tells apart; nothing if there are too many.
fn enumerate(interpreter: &Interpreter<'_>, task: &Task) -> Option<Found> {
    let mut numbers: BTreeMap<Vec<AtomId>, usize> = BTreeMap::new();
    let mut edges: Vec<(usize, usize, u64)> = Vec::new();
    let mut goals = BTreeSet::new();
    let start = interpreter.initial();
    numbers.insert(projected(task, &interpreter.world(&start)), 0);
    let mut layer: Vec<(usize, State)> = vec![(0, start)];
    let mut depths = Vec::new();
    while !layer.is_empty() {
        depths.push(layer.len() as u64);
        let mut next = Vec::new();
        for (number, state) in &layer {
            let world = interpreter.world(state);
            if interpreter.is_goal(&world) {
                goals.insert(*number);
            }
            for (action, child) in interpreter.successors(state) {
                let count = numbers.len();
                let to = *numbers.entry(projected(task, &interpreter.world(&child))).or_insert(count);
                edges.push((*number, to, interpreter.cost(&action).unwrap()));
                if to == count {
                    next.push((to, child));
                }
            }
        }
        if numbers.len() > MAX {
            return None;
        }
        layer = next;
    }
    // Bellman and Ford: plain enough to be believed.
    let mut costs = vec![u64::MAX; numbers.len()];
    costs[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for &(from, to, cost) in &edges {
            let through = costs[from].saturating_add(cost);
            if through < costs[to] {
                (costs[to], changed) = (through, true);
            }
        }
    }
    let cost = goals.iter().map(|&goal| costs[goal]).min();
    Some(Found { depths, cost })
}

/// Compares one task; whether it was small enough to be compared.
fn compare(name: &str, domain_text: &str, problem_text: &str) -> bool {
    let domain = parse_domain(domain_text).unwrap().value;
    let problem = parse_problem(problem_text, &domain).unwrap().value;
    let interpreter = Interpreter::new(&domain, &problem);
    let instance = read(domain_text, problem_text, &[]);
    let Grounded::Task(task) = ground(&domain, &problem, &mut ()).unwrap() else {
        assert_eq!(solve(&*instance, "astar", "zero").status, Status::Unsolvable, "{name}");
        assert_eq!(instance.explore(Limits::NONE, &mut ()).err(), Some(SpaceError::Unsolvable), "{name}");
        return true;
    };
    let Some(expected) = enumerate(&interpreter, &task) else { return false };
    let found = instance.explore(Limits::NONE, &mut ()).unwrap();
    assert_eq!(found.space.depths, expected.depths, "{name}");
    assert_eq!(found.distance.map(u64::from), expected.cost, "{name}");
    // Every plan that comes back was replayed by the validator.
    for symmetry in ["on", "off"] {
        let instance = read(domain_text, problem_text, &[("symmetry", symmetry)]);
        for algorithm in ["astar", "ucs", "ida"] {
            let solution = solve(&*instance, algorithm, "zero");
            assert_eq!(solution.cost, expected.cost, "{name}: {algorithm}, symmetry {symmetry}");
            assert_eq!(solution.status == Status::Solved, expected.cost.is_some(), "{name}: {algorithm}");
        }
        let greedy = solve(&*instance, "greedy", "goals_left + 0.1*applicable");
        assert_eq!(greedy.cost.is_some(), expected.cost.is_some(), "{name}: greedy, symmetry {symmetry}");
    }
    instance.check_laws(1, 50).unwrap_or_else(|law| panic!("{name}: {law}"));
    true
}

#[test]
fn states_per_depth_equal_the_interpreters() {
    let compared = all().iter().filter(|(name, domain, problem)| compare(name, domain, problem)).count();
    assert!(compared >= 30, "{compared}");
}

#[test]
fn random_tasks_too() {
    let mut compared = 0;
    for seed in 1..=50 {
        let Some((domain, problem)) = random_task::texts(seed) else { continue };
        compared += usize::from(compare(&format!("random {seed}"), &domain, &problem));
    }
    assert!(compared >= 30, "{compared}");
}

/// States wider than what fits inline.
#[test]
fn wide_states_count_alike() {
    let (domain, problem) = lamps(300);
    let instance = read(&domain, &problem, &[]);
    let narrow = lamps(6);
    let cost = solve(&*read(&narrow.0, &narrow.1, &[]), "astar", "zero").cost;
    for algorithm in ["greedy", "ehc", "bfs"] {
        let mut request = instance.request(algorithm, "goals_left").unwrap();
        request.parameters.limits.expanded = Some(2_000);
        let solution = instance.solve(&request, &mut ()).unwrap();
        assert_eq!(solution.cost.or(cost), cost, "{algorithm}");
    }
    instance.check_laws(3, 3).unwrap();
}
