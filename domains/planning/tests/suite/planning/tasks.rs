//! Parametric tasks, small enough for the interpreter.

use crate::installed as registry;
use std::fmt::Write;

/// The tasks of the built-in set.
pub fn built_in() -> Vec<(String, String, String)> {
    let (_, set) = registry::set("pddl-small").unwrap();
    let unstuck_core::domain::Ids::Names(names) = (set.ids)() else { panic!("they have names") };
    let split = |name: String| {
        let text = (set.text)(&name).unwrap();
        let problem = text.rfind("(define (problem").unwrap();
        (name, text[..problem].to_owned(), text[problem..].to_owned())
    };
    names.into_iter().map(split).collect()
}

fn domain_of(name: &str) -> String {
    built_in().into_iter().find(|task| task.0 == name).unwrap().1
}

fn names(prefix: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{prefix}{number}")).collect()
}

/// Gripper with so many balls and rooms; the last ball of three stays where it is.
pub fn gripper(balls: usize, rooms: usize) -> (String, String) {
    let (balls, rooms) = (names("b", balls), names("r", rooms));
    let at: String = balls.iter().map(|ball| format!(" (at {ball} r1)")).collect();
    let wanted = &balls[..balls.len().min(2)];
    let goal: String = wanted.iter().map(|ball| format!(" (at {ball} {})", rooms[rooms.len() - 1])).collect();
    let problem = format!(
        "(define (problem p) (:domain gripper) (:objects {} - ball {} - room x y - hand)
           (:init (robot-at r1) (free x) (free y){at}) (:goal (and{goal})))",
        balls.join(" "),
        rooms.join(" ")
    );
    (domain_of("gripper"), problem)
}

/// Blocks in one tower, to be turned over.
pub fn blocks(count: usize) -> (String, String) {
    let blocks = names("b", count);
    let mut init = format!("(on-table {}) (clear {}) (hand-empty)", blocks[0], blocks[count - 1]);
    let mut goal = String::new();
    for pair in blocks.windows(2) {
        let _ = write!(init, " (on {} {})", pair[1], pair[0]);
        let _ = write!(goal, " (on {} {})", pair[0], pair[1]);
    }
    let problem = format!(
        "(define (problem p) (:domain blocksworld) (:objects {}) (:init {init}) (:goal (and{goal})))",
        blocks.join(" ")
    );
    (domain_of("blocksworld"), problem)
}

/// A ring of basins.
pub fn pipes(count: usize) -> (String, String) {
    let basins = names("b", count);
    let mut init = String::from("(spring b1)");
    for (number, basin) in basins.iter().enumerate() {
        let next = &basins[(number + 1) % count];
        let _ = write!(init, " (pipe {basin} {next}) (open {basin} {next})");
    }
    let last = &basins[count - 1];
    let problem = format!(
        "(define (problem p) (:domain pipes) (:objects {} - basin) (:init {init})
           (:goal (and (clean {last}) (wet {last}) (or (dry b2) (clean b2)))))",
        basins.join(" ")
    );
    (domain_of("pipes"), problem)
}

/// A street of places with lengths that differ by direction.
pub fn courier(places: usize, letters: usize) -> (String, String) {
    let (places, letters) = (names("p", places), names("l", letters));
    let mut init = String::from("(here p1)");
    for (number, pair) in places.windows(2).enumerate() {
        let (a, b) = (&pair[0], &pair[1]);
        let _ = write!(init, " (street {a} {b}) (street {b} {a})");
        let _ = write!(init, " (= (metres {a} {b}) {}) (= (metres {b} {a}) {number})", number + 2);
    }
    let mut goal = String::new();
    for (number, letter) in letters.iter().enumerate() {
        let _ = write!(init, " (at {letter} {})", places[number % places.len()]);
        let _ = write!(goal, " (at {letter} {})", places[places.len() - 1 - number % 2]);
    }
    let problem = format!(
        "(define (problem p) (:domain courier) (:objects {} - place {} - letter) (:init {init})
           (:goal (and{goal})) (:metric minimize (total-cost)))",
        places.join(" "),
        letters.join(" ")
    );
    (domain_of("courier"), problem)
}

/// Things to be carried, some in the bag already.
pub fn luggage(places: usize, things: usize) -> (String, String) {
    let (places, things) = (names("p", places), names("t", things));
    let mut init = String::from("(bag-at p1)");
    let mut goal = String::new();
    for (number, thing) in things.iter().enumerate() {
        let _ = write!(init, " (at {thing} {})", places[number % places.len()]);
        let _ = write!(goal, " (at {thing} {})", places[(number + 1) % places.len()]);
    }
    let problem = format!(
        "(define (problem p) (:domain luggage) (:objects {} - place {} - thing) (:init {init})
           (:goal (and (not (open)){goal} (forall (?t - thing) (not (inside ?t))))))",
        places.join(" "),
        things.join(" ")
    );
    (domain_of("luggage"), problem)
}

/// Interchangeable eggs, bowls, cakes and trays.
pub fn bakery(eggs: usize, cakes: usize, guests: usize) -> (String, String) {
    let (eggs, cakes, guests) = (names("e", eggs), names("c", cakes), names("g", guests));
    let list = |predicate: &str, names: &[String]| -> String {
        names.iter().map(|name| format!(" ({predicate} {name})")).collect()
    };
    let problem = format!(
        "(define (problem p) (:domain bakery)
           (:objects {} - egg w1 w2 - bowl {} - cake {} - guest t1 t2 - tray)
           (:init (tidy w1){}{}{}) (:goal (and{})))",
        eggs.join(" "),
        cakes.join(" "),
        guests.join(" "),
        list("fresh", &eggs),
        list("planned", &cakes),
        list("hungry", &guests),
        list("served", &guests),
    );
    (domain_of("bakery"), problem)
}

/// More variables than fit into a state without memory of its own: lamps, each with its switch.
pub fn lamps(count: usize) -> (String, String) {
    let lamps = names("l", count);
    let domain = "(define (domain lamps) (:predicates (lit ?l) (next ?a ?b) (warm ?l)) (:requirements :adl)
        (:action press :parameters (?l) :precondition (not (lit ?l))
          :effect (and (lit ?l) (when (exists (?m) (and (next ?m ?l) (lit ?m))) (warm ?l))))
        (:action off :parameters (?l) :precondition (warm ?l) :effect (and (not (lit ?l)) (not (warm ?l)))))";
    let next: String = lamps.windows(2).map(|pair| format!(" (next {} {})", pair[0], pair[1])).collect();
    let lit: String = lamps.iter().skip(4).map(|lamp| format!(" (lit {lamp}) (warm {lamp})")).collect();
    let goal: String = lamps.iter().map(|lamp| format!(" (lit {lamp})")).collect();
    let problem = format!(
        "(define (problem p) (:domain lamps) (:objects {}) (:init{next}{lit}) (:goal (and{goal})))",
        lamps.join(" ")
    );
    (domain.to_owned(), problem)
}

/// All of them, at least 30, in small sizes.
pub fn all() -> Vec<(String, String, String)> {
    let mut all = built_in();
    let mut add = |name: String, (domain, problem): (String, String)| all.push((name, domain, problem));
    for size in 1..=4 {
        add(format!("gripper {size}"), gripper(size, 2 + size % 2));
        add(format!("blocks {size}"), blocks(size + 1));
        add(format!("pipes {size}"), pipes(size + 1));
        add(format!("courier {size}"), courier(size + 1, 2));
        add(format!("luggage {size}"), luggage(2 + size % 2, size.min(3)));
        add(format!("bakery {size}"), bakery(size, 1 + size % 3, 1 + size % 2));
    }
    add("lamps 6".to_owned(), lamps(6));
    assert!(all.len() >= 30);
    all
}
