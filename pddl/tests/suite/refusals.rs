//! Everything that is refused or warned about: what, where, and what would be right.

use unstuck_pddl::syntax::{parse_domain, parse_problem};

/// A domain around a piece of text; `@` marks where it goes.
fn domain(piece: &str) -> String {
    let base = "(define (domain d)\n(:requirements :adl :action-costs :derived-predicates)\n(:types car spot - object van - car)\n\
        (:constants home - spot)\n(:predicates (at ?c - car ?s - spot) (free ?s - spot) (ready) (busy ?s - spot))\n\
        (:functions (length ?a ?b - spot) - number (total-cost) - number)\n";
    format!("{base}{piece})")
}

const DOMAINS: &[&str] = &[
    "(:action a :parameters (?c - car) :precondition (att ?c home))",
    "(:action a :parameters (?c - car) :precondition (at ?c))",
    "(:action a :parameters (?c - car) :precondition (at home ?c))",
    "(:action a :parameters (?c - car) :precondition (at ?d home))",
    "(:action a :parameters (?car - car) :precondition (at ?cra home))",
    "(:action a :parameters (?c - cra) :precondition ())",
    "(:action a :parameters (?c - car ?c - spot))",
    "(:action a :parameters (c - car))",
    "(:action a :parameters (?c -car))",
    "(:action a :parameters (?c -))",
    "(:action a :parameters (- car))",
    "(:action a :parameters ?c)",
    "(:action a :precondition (at ?x hme))",
    "(:action a :precondition (free hme))",
    "(:action a :precondition (free 7))",
    "(:action a :precondition (> (total-cost) 5))",
    "(:action a :precondition (= (length home home) 5))",
    "(:action a :precondition (preference p (ready)))",
    "(:action a :precondition (always (ready)))",
    "(:action a :precondition (when (ready) (ready)))",
    "(:action a :precondition (not (ready) (ready)))",
    "(:action a :precondition (not))",
    "(:action a :precondition (imply (ready)))",
    "(:action a :precondition (forall (?s - spot)))",
    "(:action a :precondition (forall ?s (ready)))",
    "(:action a :precondition ((ready)))",
    "(:action a :precondition ready)",
    "(:action a :precondition (length home home))",
    "(:action a :precondition (exists (?s - spot) (free ?s)) :effect (not (free ?s)))",
    "(:action a :effect (or (ready) (ready)))",
    "(:action a :effect (not (not (ready))))",
    "(:action a :effect (increase (length home home) 1))",
    "(:action a :effect (assign (total-cost) 1))",
    "(:action a :effect (decrease (total-cost) 1))",
    "(:action a :effect (increase (total-cost) -1))",
    "(:action a :effect (increase (total-cost) 1.5))",
    "(:action a :effect (increase (total-cost) 99999999999))",
    "(:action a :effect (increase (total-cost) x))",
    "(:action a :effect (increase (total-cost) (+ 1 1)))",
    "(:action a :effect (increase (total-cost) (lenght home home)))",
    "(:action a :effect (increase (total-cost) (length home)))",
    "(:action a :effect (when (ready) (increase (total-cost) 1)))",
    "(:action a :effect (oneof (ready) (not (ready))))",
    "(:action a :effects (ready))",
    "(:action a :effect (ready) :effect (ready))",
    "(:action a :effect)",
    "(:action)",
    "(:action a :effect (ready)) (:action a :effect (not (ready)))",
    "(:durative-action a :duration (= ?duration 1))",
    "(:action a :duration 1)",
    "(:constraints (always (ready)))",
    "(:predicate (p))",
    "(:predicates (free ?a ?b - spot))",
    "(:predicates free)",
    "(:functions (position ?c - car) - spot)",
    "(:types a - b b - c c - a)",
    "(:types object - car)",
    "(:types a - (either))",
    "(:derived (busy ?s) (not (busy ?s)))",
    "(:derived (busy ?s) (forall (?t - spot) (imply (busy ?t) (free ?s))))",
    "(:derived (bussy ?s) (free ?s))",
    "(:derived (busy ?s ?t) (free ?s))",
    "(:derived (busy ?s))",
    "(:derived (busy ?s) (free ?s)) (:action a :effect (busy home))",
    "(:action a :effect (ready",
    "))",
    "(:process p)",
    ":action",
];

const PROBLEMS: &[&str] = &[
    "(:domain d) (:init (fre s)) (:goal (ready))",
    "(:domain d) (:init (free s s)) (:goal (ready))",
    "(:domain d) (:init (free c)) (:goal (ready))",
    "(:domain d) (:init (free x)) (:goal (ready))",
    "(:domain d) (:init (free ?x)) (:goal (ready))",
    "(:domain d) (:init (free (s))) (:goal (ready))",
    "(:domain d) (:init (at 5 (ready))) (:goal (ready))",
    "(:domain d) (:init (= (length s s) 5) (= (length s s) 6)) (:goal (ready))",
    "(:domain d) (:init (= (length s s) -5)) (:goal (ready))",
    "(:domain d) (:init (= (lngth s s) 5)) (:goal (ready))",
    "(:domain d) (:init (= (length s) 5)) (:goal (ready))",
    "(:domain d) (:init (= (length s c) 5)) (:goal (ready))",
    "(:domain d) (:init (= (length s s) (ready))) (:goal (ready))",
    "(:domain d) (:init (total-cost)) (:goal (ready))",
    "(:domain d) (:init (busy s)) (:goal (ready))",
    "(:domain d) (:init ready) (:goal (ready))",
    "(:domain d) (:init)",
    "(:domain d) (:init) (:goal)",
    "(:domain d) (:init) (:goal (ready) (ready))",
    "(:domain d) (:init) (:goal (ready)) (:goal (ready))",
    "(:domain d) (:init) (:goal (free q))",
    "(:domain d) (:init) (:goal (ready)) (:metric maximize (total-cost))",
    "(:domain d) (:init) (:goal (ready)) (:metric minimize (total-time))",
    "(:domain d) (:init) (:goal (ready)) (:metric minimize)",
    "(:domain d) (:init) (:goal (ready)) (:constraints (always (ready)))",
    "(:domain d) (:init) (:goal (ready)) (:intt)",
    "(:domain d) (:objects ?x - car) (:init) (:goal (ready))",
    "(:domain d) (:objects x - carr) (:init) (:goal (ready))",
    "(:domain) (:init) (:goal (ready))",
];

#[test]
fn domains() {
    let text: String = DOMAINS
        .iter()
        .map(|piece| match parse_domain(&domain(piece)) {
            Ok(_) => format!("{piece}\n  accepted\n"),
            Err(error) => format!("{piece}\n  {}\n", error.in_file("d.pddl")),
        })
        .collect();
    insta::assert_snapshot!(text);
}

#[test]
fn problems() {
    let text = domain(
        "(:derived (busy ?s) (free ?s)) (:action a :effect (and (ready) (increase (total-cost) (length home home))))",
    );
    let domain = parse_domain(&text).unwrap().value;
    let text: String = PROBLEMS
        .iter()
        .map(|piece| {
            let text = format!("(define (problem p) (:objects s - spot c - car)\n{piece})");
            match parse_problem(&text, &domain) {
                Ok(_) => format!("{piece}\n  accepted\n"),
                Err(error) => format!("{piece}\n  {}\n", error.in_file("p.pddl")),
            }
        })
        .collect();
    insta::assert_snapshot!(text);
}

/// The texts of a list, each with one of its words replaced, at one place or everywhere.
fn with_hostile_words(texts: &[String]) -> Vec<String> {
    // What moves a terminal's cursor, a line of its own, and a name that is longer than a screen.
    let hostile = ["x\u{1b}[2Jy".to_owned(), "x\u{7}\u{85}y".to_owned(), "x".repeat(5_000)];
    let mut changed = Vec::new();
    for text in texts {
        let mut at = 0;
        for word in text.split(|sign: char| sign.is_whitespace() || "()?:".contains(sign)) {
            if !matches!(word, "" | "-" | "define" | "domain" | "problem") {
                for hostile in &hostile {
                    changed.push(format!("{}{hostile}{}", &text[..at], &text[at + word.len()..]));
                    changed.push(text.replace(word, hostile));
                }
            }
            at += word.len() + 1;
        }
    }
    changed
}

/// Names end in messages and hints: none of them may disturb a terminal or fill it.
#[test]
fn hostile_words_are_quoted_short_and_without_control_characters() {
    let assert_quoted = |message: &str, text: &str| {
        assert!(!message.contains(char::is_control), "{message:?} for {text:?}");
        assert!(message.chars().count() < 1_000, "{message} for {text}");
    };
    let domains: Vec<String> = DOMAINS.iter().map(|piece| domain(piece)).collect();
    for text in with_hostile_words(&domains) {
        match parse_domain(&text) {
            Ok(read) => read.warnings.iter().for_each(|warning| assert_quoted(&warning.to_string(), &text)),
            Err(error) => assert_quoted(&error.to_string(), &text),
        }
    }
    let domain = parse_domain(&domain("(:derived (busy ?s) (free ?s))")).unwrap().value;
    let problem = |piece: &&str| format!("(define (problem p) (:objects s - spot c - car)\n{piece})");
    for text in with_hostile_words(&PROBLEMS.iter().map(problem).collect::<Vec<_>>()) {
        match parse_problem(&text, &domain) {
            Ok(read) => read.warnings.iter().for_each(|warning| assert_quoted(&warning.to_string(), &text)),
            Err(error) => assert_quoted(&error.to_string(), &text),
        }
    }
}

/// What other planners read is read, with a warning: a parameter's name twice, no space before a variable.
#[test]
fn files_as_the_field_writes_them() {
    let text = "(define (domain d) (:requirements :typing) (:types x)\n(:predicates (in ?o - x ?o - x) (on?a - x))\n\
        (:action a :parameters (?a?b - x) :precondition (in ?a ?b) :effect (on?b)))";
    let read = parse_domain(text).unwrap();
    let warnings: Vec<String> =
        read.warnings.iter().map(|warning| warning.in_file("d.pddl").to_string()).collect();
    insta::assert_snapshot!(warnings.join("\n"));
    let action = &read.value.actions[0];
    assert_eq!(action.parameters, 2);
    let spaced = text.replace("on?", "on ?").replace("?a?b", "?a ?b");
    assert_eq!(parse_domain(&spaced).unwrap().warnings.len(), 1);
}

#[test]
fn files() {
    let domain = "(define (domain d) (:predicates (p)))";
    let texts = [
        "",
        "; nothing",
        "define",
        "(define)",
        "(define (problem p))",
        "(define (domain))",
        "(define (domain d)) x",
        "((define))",
        ")",
    ];
    let mut text: String =
        texts.iter().map(|text| format!("{text:?}\n  {}\n", parse_domain(text).unwrap_err())).collect();
    let parsed = parse_domain(domain).unwrap().value;
    text.push_str(&format!("swapped\n  {}\n", parse_problem(domain, &parsed).unwrap_err()));
    let long = format!("(define (domain d) {})", " ".repeat(64 << 20));
    text.push_str(&format!("large\n  {}\n", parse_domain(&long).unwrap_err()));
    let deep =
        format!("(define (domain d) (:action a :precondition {}{}))", "(not ".repeat(999), ")".repeat(999));
    text.push_str(&format!("deep\n  {}\n", parse_domain(&deep).unwrap_err()));
    insta::assert_snapshot!(text);
}

#[test]
fn warnings() {
    let domains = [
        "(define (domain d) (:types a a) (:predicates (p ?x - a) (p ?x - a) (= ?x ?y)) (:constants c - a c - a)
           (:requirements :strips :strips :tpying))",
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x ?y) :precondition (and (not (p ?x)) (= ?x ?y)
           (or (p ?x) (forall (?z) (p ?z)) (exists (?z) (p ?z)))) :effect (when (p ?x) (p ?y))))",
        "(define (domain d) (:requirements :typing) (:types a b - object c - a) (:predicates (p ?x - c))
           (:action act :parameters (?x - a) :precondition (p ?x) :effect (not (p ?x))) (:action act :parameters (?x - a) :precondition (p ?x) :effect (not (p ?x))))",
    ];
    let mut text = String::new();
    for domain in domains {
        for warning in parse_domain(domain).unwrap().warnings {
            text.push_str(&format!("{}\n", warning.in_file("d.pddl")));
        }
    }
    let domain =
        parse_domain("(define (domain d) (:predicates (p ?x)) (:functions (total-cost)))").unwrap().value;
    let problems = [
        "(define (problem p) (:domain e) (:objects a a) (:init (p a) (p a) (= (total-cost) 3)) (:goal (not (p a))) (:length 1))",
        "(define (problem p) (:init) (:goal (or)))",
    ];
    for problem in problems {
        for warning in parse_problem(problem, &domain).unwrap().warnings {
            text.push_str(&format!("{}\n", warning.in_file("p.pddl")));
        }
    }
    insta::assert_snapshot!(text);
}
