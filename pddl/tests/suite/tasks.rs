//! The test tasks, and what is expected of them.

use unstuck_pddl::ground::{Grounded, ground};
use unstuck_pddl::syntax::tree::{Domain, Problem};
use unstuck_pddl::syntax::{parse_domain, parse_problem};
use unstuck_pddl::task::Task;

macro_rules! tasks {
    ($($name:literal),*) => {
        /// Name, domain and problem of each test task.
        pub const TASKS: &[(&str, &str, &str)] = &[$((
            $name,
            include_str!(concat!("../tasks/", $name, ".pddl")),
            include_str!(concat!("../tasks/", $name, "-1.pddl")),
        )),*];
    };
}

tasks!["blocks", "gripper", "lift", "logistics", "circuit", "cases", "freight", "ferry", "kitchen", "doors"];

/// Parses a domain and a problem that are right.
pub fn parse(domain: &str, problem: &str) -> (Domain, Problem) {
    let domain = parse_domain(domain).unwrap_or_else(|error| panic!("{error}\n{domain}"));
    assert_eq!(domain.warnings, []);
    let problem = parse_problem(problem, &domain.value).unwrap_or_else(|error| panic!("{error}\n{problem}"));
    assert_eq!(problem.warnings, []);
    (domain.value, problem.value)
}

/// Grounds a problem whose goal is reachable.
pub fn task(domain: &Domain, problem: &Problem) -> Task {
    match ground(domain, problem, &mut ()).unwrap() {
        Grounded::Task(task) => *task,
        Grounded::Unreachable => panic!("unreachable"),
    }
}

/// A test task by name.
pub fn named(name: &str) -> (Domain, Problem) {
    let (_, domain, problem) = TASKS.iter().find(|task| task.0 == name).unwrap();
    parse(domain, problem)
}

/// Sizes that were compared with Fast Downward's translator: atoms, variables, facts, operators, axioms. It splits
/// operators at negative conditions on groups (ferry), and has one more axiom for each universal condition (lift).
#[test]
fn sizes() {
    let sizes: String = TASKS
        .iter()
        .map(|(name, domain, problem)| {
            let (domain, problem) = parse(domain, problem);
            let task = task(&domain, &problem);
            format!(
                "{name:10} atoms {:3} variables {:3} facts {:3} operators {:3} axioms {:3} classes {}\n",
                task.atoms.len(),
                task.variables.len(),
                task.variables.fact_count(),
                task.operators.len(),
                task.axioms.len(),
                task.symmetry.classes().len()
            )
        })
        .collect();
    insta::assert_snapshot!(sizes);
}

#[test]
fn invariants() {
    let found: String = TASKS
        .iter()
        .map(|(name, domain, problem)| {
            let (domain, problem) = parse(domain, problem);
            format!("{name}: {}\n", task(&domain, &problem).invariants.join("; "))
        })
        .collect();
    insta::assert_snapshot!(found);
}

/// Breads and toppings are interchangeable; children wait at different tables, and the tray is alone.
#[test]
fn symmetric_objects() {
    let (domain, problem) = named("kitchen");
    let task = task(&domain, &problem);
    let classes: Vec<String> = task
        .symmetry
        .classes()
        .iter()
        .map(|class| class.iter().map(|o| &*task.objects[o.index()].name).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(classes, ["b1 b2 b3", "t1 t2 t3", "s1 s2"]);
    let bread = problem.find_object("b2").unwrap();
    assert_eq!(task.symmetry.class(bread), Some(0));
    let atoms: Vec<String> = task.symmetry.atoms(bread).iter().map(|&atom| task.atom_name(atom)).collect();
    assert_eq!(atoms, ["(bread-left b2)"]);
    assert_eq!(task.symmetry.class(problem.find_object("ann").unwrap()), None);
}

#[test]
fn unreachable_goals() {
    let (domain, _) = named("blocks");
    let cases = [
        ("(holding b) (on a b)", true),
        ("(on a a)", true),
        ("(on a b) (on b c)", true),
        ("(on a b)", false),
    ];
    for (goal, unreachable) in cases {
        let text = format!(
            "(define (problem p) (:domain blocks) (:objects a b c - block)
               (:init (on-table a) (on-table b) (clear a) (clear b) (hand-free)) (:goal (and {goal})))"
        );
        let problem = parse_problem(&text, &domain).unwrap().value;
        let found = ground(&domain, &problem, &mut ()).unwrap();
        assert_eq!(matches!(found, Grounded::Unreachable), unreachable, "{goal}");
    }
}

/// A poll that says no stops grounding at any stage.
#[test]
fn limits() {
    use unstuck_pddl::ground::{GroundError, Observer};
    struct After(usize);
    impl Observer for After {
        fn poll(&mut self, _bytes: usize) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 > 0
        }
    }
    let (domain, _) = named("blocks");
    let blocks: Vec<String> = (0..60).map(|number| format!("b{number}")).collect();
    let init: String = blocks.iter().map(|b| format!("(on-table {b}) (clear {b}) ")).collect();
    let text = format!(
        "(define (problem p) (:domain blocks) (:objects {} - block) (:init (hand-free) {init}) (:goal (on b1 b2)))",
        blocks.join(" ")
    );
    let problem = parse_problem(&text, &domain).unwrap().value;
    for polls in 1..10 {
        let stopped = ground(&domain, &problem, &mut After(polls)).map(|_| ());
        assert_eq!(stopped, Err(GroundError::Stopped), "{polls}");
    }
    assert!(ground(&domain, &problem, &mut After(1_000)).is_ok());
}

#[test]
fn a_cost_without_a_value_names_the_place() {
    let (domain, _) = named("freight");
    let text = "(define (problem p) (:domain freight) (:objects s1 s2 - spot t - truck n0 - amount)
        (:init (road s1 s2) (at t s1) (room t n0)) (:goal (at t s2)) (:metric minimize (total-cost)))";
    let problem = parse_problem(text, &domain).unwrap().value;
    let error = ground(&domain, &problem, &mut ()).unwrap_err();
    let expected = "line 10, column 69: the cost '(distance s1 s2)' has no value in the initial state \
        (add '(= (distance s1 s2) NUMBER)' to ':init' of the problem)";
    assert_eq!(error.to_string(), expected);
}
