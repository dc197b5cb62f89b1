//! Random tasks with costs, axioms and conditional effects, in which many objects are interchangeable.

use std::fmt::Write;
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_pddl::syntax::parse_domain;

/// Fluent predicates with their arities.
const FLUENT: [(&str, usize); 5] = [("p", 1), ("q", 1), ("r", 1), ("e", 2), ("z", 0)];
const OBJECTS: [&str; 5] = ["a", "b", "c", "k", "m"];

/// Domain and problem; nothing where the axioms depend on their own negation.
pub fn texts(seed: u64) -> Option<(String, String)> {
    let mut random = stream(seed, "random planning task", &[]);
    let domain = domain(&mut random);
    parse_domain(&domain).ok()?;
    Some((domain, problem(&mut random)))
}

fn atom(random: &mut Stream, terms: &[&str], derived: bool) -> String {
    let count = if derived { FLUENT.len() + 2 } else { FLUENT.len() };
    let (name, arity) = match random.random_range(0..count) {
        5 => ("d", 1),
        6 => ("s", 1),
        number => FLUENT[number],
    };
    if terms.is_empty() {
        return "(z)".to_owned();
    }
    let arguments: String =
        (0..arity).map(|_| format!(" {}", terms[random.random_range(0..terms.len())])).collect();
    format!("({name}{arguments})")
}

fn literal(random: &mut Stream, terms: &[&str], derived: bool) -> String {
    let atom = atom(random, terms, derived);
    if random.random_range(0..3) == 0 { format!("(not {atom})") } else { atom }
}

fn conjunction(random: &mut Stream, terms: &[&str], most: usize, derived: bool) -> String {
    let parts: String =
        (0..random.random_range(1..=most)).map(|_| format!(" {}", literal(random, terms, derived))).collect();
    format!("(and{parts})")
}

fn domain(random: &mut Stream) -> String {
    let mut text = String::from(
        "(define (domain random) (:requirements :adl :derived-predicates :action-costs)
           (:predicates (p ?x) (q ?x) (r ?x) (e ?x ?y) (z) (s ?x) (d ?x)) (:functions (total-cost) - number)",
    );
    let body = conjunction(random, &["?x"], 2, false);
    let other = literal(random, &["?x", "?y"], false);
    let _ = write!(text, "(:derived (d ?x) (or {body} (exists (?y) (and (e ?x ?y) {other}))))");
    for number in 0..random.random_range(2..5) {
        let parameters = &["?x", "?y", "?w"][..random.random_range(0..4)];
        let condition = conjunction(random, parameters, 3, true);
        let effect = literal(random, parameters, false);
        let more = match random.random_range(0..3) {
            0 => literal(random, parameters, false),
            1 => {
                format!("(when {} {})", literal(random, parameters, true), literal(random, parameters, false))
            }
            _ => format!("(forall (?v) (when (q ?v) {}))", literal(random, &["?v"], false)),
        };
        let cost = random.random_range(0..4);
        let _ = write!(
            text,
            "(:action a{number} :parameters ({}) :precondition {condition}
               :effect (and {effect} {more} (increase (total-cost) {cost})))",
            parameters.join(" ")
        );
    }
    text.push(')');
    text
}

fn problem(random: &mut Stream) -> String {
    let mut init = String::new();
    for object in OBJECTS {
        for predicate in ["p", "q", "s"] {
            // Mostly all or none, so that classes arise.
            if random.random_range(0..4) == 0 {
                let _ = write!(init, " ({predicate} {object})");
            }
        }
    }
    if random.random_range(0..2) == 0 {
        init.push_str(" (e a b)");
    }
    let goal = match random.random_range(0..3) {
        0 => conjunction(random, &OBJECTS[..2], 3, true),
        1 => format!("(exists (?x) {})", conjunction(random, &["?x"], 3, true)),
        _ => format!("(forall (?x) {})", literal(random, &["?x"], true)),
    };
    format!(
        "(define (problem p) (:domain random) (:objects {}) (:init (= (total-cost) 0){init}) (:goal {goal})
           (:metric minimize (total-cost)))",
        OBJECTS.join(" ")
    )
}
