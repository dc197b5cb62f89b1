//! Canonical text parses back to the same thing.

use crate::tasks::{TASKS, parse};
use unstuck_pddl::syntax::{parse_domain, parse_problem, print_domain, print_problem};

#[test]
fn test_tasks() {
    for (name, domain, problem) in TASKS {
        let (domain, problem) = parse(domain, problem);
        let text = print_domain(&domain);
        let again = parse_domain(&text).unwrap().value;
        assert_eq!(print_domain(&again), text, "{name}");
        let line = print_problem(&domain, &problem);
        assert!(!line.contains('\n') && line.starts_with("(define (problem task)"), "{name}: {line}");
        let again = parse_problem(&line, &again).unwrap().value;
        assert_eq!(print_problem(&domain, &again), line, "{name}");
    }
}

#[test]
fn layout_case_and_order_do_not_matter() {
    let one = "(define (domain D) (:requirements :typing) (:types a b - object) (:predicates (p ?x - a) (q))
        (:action act :parameters (?x - a) :precondition (and (p ?x) (and (q))) :effect (not (q))))";
    let two = "(DEFINE (DOMAIN d) ; note\n (:action ACT :effect (and (not (q))) :parameters (?X - A)
        :precondition (and (p ?x) (q))) (:predicates (P ?x - a) (Q)) (:types a - object b) (:requirements :typing))";
    let print = |text: &str| print_domain(&parse_domain(text).unwrap().value);
    assert_eq!(print(one), print(two));
    let domain = parse_domain(one).unwrap().value;
    let print = |text: &str| print_problem(&domain, &parse_problem(text, &domain).unwrap().value);
    let one = "(define (problem x) (:domain d) (:objects u v - a) (:init (q) (p v) (p u)) (:goal (and (p v) (p u))))";
    let two = "(define (problem y) (:domain d) (:objects u v - a) (:init (p u) (p v) (q)) (:goal (and (p u) (p v))))";
    assert_eq!(print(one), print(two));
}

#[test]
fn canonical_texts() {
    let (domain, problem) = crate::tasks::named("lift");
    insta::assert_snapshot!(print_domain(&domain));
    insta::assert_snapshot!(print_problem(&domain, &problem));
}
