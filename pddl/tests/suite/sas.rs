//! The export for Fast Downward.

use crate::tasks::{named, parse, task};
use unstuck_pddl::ids::{Fact, ObjectId, OperatorId, PredicateId};
use unstuck_pddl::interpret::Interpreter;
use unstuck_pddl::sas::{is_sas, read_sas, write_sas};
use unstuck_pddl::syntax::{parse_domain, print_domain};
use unstuck_pddl::task::Task;
use unstuck_pddl::validate::parse_plan;

fn exported(name: &str) -> String {
    let (domain, problem) = named(name);
    let mut out = Vec::new();
    write_sas(&task(&domain, &problem), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Read by Fast Downward 24.06 with the optimal cost that it finds on its own translation.
#[test]
fn formats() {
    insta::assert_snapshot!("blocks", exported("blocks"));
    insta::assert_snapshot!("circuit", exported("circuit"));
    insta::assert_snapshot!("cases", exported("cases"));
}

/// What was written is read as the same task: operators of the same names, applicable in the same states.
#[test]
fn exports_are_read_again() {
    for name in ["blocks", "gripper", "logistics", "cases", "freight", "ferry", "kitchen"] {
        let (domain, problem) = named(name);
        let before = task(&domain, &problem);
        let (domain, problem) = read_sas(&exported(name)).unwrap();
        let (domain, problem) = parse(&domain, &problem);
        let after = task(&domain, &problem);
        let applicable = |task: &Task, state: &[Fact]| {
            let all = task.operators.ids().filter(|&operator| task.is_applicable(state, operator));
            let mut all: Vec<_> = all
                .map(|operator| (task.operator_name(operator), task.operators.cost(operator), operator))
                .collect();
            all.sort();
            all
        };
        let (mut one, mut two) = (before.initial_state(), after.initial_state());
        for step in 0..60 {
            let (first, second) = (applicable(&before, &one), applicable(&after, &two));
            let names = |all: &[(String, u32, OperatorId)]| {
                all.iter().map(|(name, cost, _)| (name.clone(), *cost)).collect::<Vec<_>>()
            };
            assert_eq!(names(&first), names(&second), "{name}, step {step}");
            assert_eq!(before.is_goal(&one), after.is_goal(&two), "{name}, step {step}");
            let Some(place) = (step * 7 + 3_usize).checked_rem(first.len()) else { break };
            (one, two) = (before.successor(&one, first[place].2), after.successor(&two, second[place].2));
        }
    }
}

/// Plans name operators as files do; the canonical text keeps their names.
#[test]
fn plans_have_the_names_of_operators() {
    let (domain, problem) = read_sas(&exported("ferry")).unwrap();
    let (domain, problem) = parse(&domain, &problem);
    let again = print_domain(&domain);
    assert_eq!(print_domain(&parse_domain(&again).unwrap().value), again);
    let name = domain.actions[0].name.to_string();
    assert!(name.contains(' '), "{name}");
    let steps = parse_plan(&format!("({})", name.to_uppercase()), &domain, &problem).unwrap();
    assert_eq!((steps.len(), steps[0].action.1.len()), (1, 0));
}

#[test]
fn damaged_files_are_refused_with_their_line() {
    let text = exported("blocks");
    assert!(is_sas(&text) && !is_sas("(define (domain d))"));
    for end in (0..text.len()).step_by(23) {
        assert!(read_sas(&text[..end]).is_err());
    }
    let refused = |from: &str, to: &str| read_sas(&text.replacen(from, to, 1)).unwrap_err();
    assert_eq!(refused("\n3\n", "\n2\n").message, "only version 3 of the format is read");
    assert_eq!(refused("end_version", "version").place.line, 3);
    assert_eq!(refused("\n-1\n", "\n0\n").message, "derived variables are not read");
}

/// A file with axioms is refused where it declares the first derived variable, or else where it counts the axioms.
#[test]
fn files_with_axioms_are_refused() {
    for name in ["circuit", "doors", "lift"] {
        let (domain, problem) = named(name);
        assert!(!task(&domain, &problem).axioms.is_empty(), "{name}");
        let text = exported(name);
        let error = read_sas(&text).unwrap_err();
        assert_eq!(error.message, "derived variables are not read", "{name}");
        let layer = text.lines().nth(error.place.line as usize - 1).unwrap();
        assert!(layer.parse::<u32>().is_ok(), "{name}: {layer} is the layer of its axioms");
        assert_eq!(error.help.as_deref(), Some("solve the PDDL files that the file was made from"));
    }
    let none = exported("blocks");
    assert!(none.ends_with("end_operator\n0\n"));
    let one = none.trim_end_matches("0\n").to_owned() + "1\nbegin_rule\n0\n0 1 0\nend_rule\n";
    let error = read_sas(&one).unwrap_err();
    assert_eq!(error.message, "axioms are not read");
    assert_eq!(error.place.line as usize, none.lines().count());
}

/// Of the effects that happen, the last one decides the value of a variable; in PDDL all of them would add their atoms.
#[test]
fn the_last_effect_on_a_variable_wins() {
    let variable = |name: &str, values: &[&str]| {
        let (count, values) = (values.len(), values.join("\n"));
        format!("begin_variable\n{name}\n-1\n{count}\n{values}\nend_variable\n")
    };
    let operator = |name: &str, effects: &[&str]| {
        let (count, effects) = (effects.len(), effects.join("\n"));
        format!("begin_operator\n{name}\n0\n{count}\n{effects}\n1\nend_operator\n")
    };
    let place = variable("var0", &["Atom at(a)", "Atom at(b)", "Atom at(c)"]);
    let switch = |name: &str| variable(name, &[&format!("Atom {name}()"), &format!("NegatedAtom {name}()")]);
    let read = |start: [usize; 3], effects: &[&str]| {
        let start = start.map(|value| value.to_string()).join("\n");
        let text = format!(
            "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n3\n{place}{}{}0\nbegin_state\n{start}\n\
             end_state\nbegin_goal\n1\n0 2\nend_goal\n1\n{}0\n",
            switch("on"),
            switch("hot"),
            operator("go", effects),
        );
        let (domain, problem) = read_sas(&text).unwrap();
        let (domain, problem) = parse(&domain, &problem);
        let interpreter = Interpreter::new(&domain, &problem);
        let [(_, next)] = &interpreter.successors(&interpreter.initial())[..] else { panic!("one action") };
        let atom = |(predicate, objects): &(PredicateId, Box<[ObjectId]>)| {
            let objects = objects.iter().map(|object| &*problem.objects[object.index()].name);
            let name = &*domain.predicate(*predicate).name;
            std::iter::once(name).chain(objects).collect::<Vec<_>>().join(" ")
        };
        let mut atoms: Vec<String> = next.iter().map(atom).collect();
        atoms.sort();
        atoms.join(", ")
    };
    // Values 0 are "at a", "on" and "hot".
    let (if_on, if_hot, always) = ("1 1 0 0 -1 2", "1 2 0 0 -1 0", "0 0 -1 1");
    assert_eq!(read([0, 0, 1], &[always, if_on]), "at c, on");
    assert_eq!(read([0, 1, 1], &[always, if_on]), "at b");
    assert_eq!(read([0, 0, 1], &[if_on, always]), "at b, on");
    assert_eq!(read([0, 0, 1], &[always, if_on, if_on, "1 1 0 0 -1 2"]), "at c, on");
    assert_eq!(read([1, 0, 0], &[if_on, if_hot]), "at a, hot, on");
    assert_eq!(read([1, 0, 0], &[if_hot, if_on]), "at c, hot, on");
    assert_eq!(read([1, 0, 0], &[if_on, if_hot, if_on]), "at c, hot, on");
    assert_eq!(read([1, 0, 1], &[if_on, if_hot]), "at c, on");
    let (both, neither) = ("2 1 0 2 0 0 -1 2", "2 1 1 2 1 0 -1 2");
    assert_eq!(read([1, 0, 0], &[if_hot, both]), "at c, hot, on");
    assert_eq!(read([1, 1, 0], &[if_hot, both]), "at a, hot");
    assert_eq!(read([1, 1, 0], &[neither, if_hot]), "at a, hot");
    // A variable of one atom: what comes later makes it false, or true.
    assert_eq!(read([0, 0, 1], &["0 2 -1 0", "1 1 0 2 -1 1"]), "at a, on");
    assert_eq!(read([0, 0, 1], &["1 1 0 2 -1 1", "0 2 -1 0"]), "at a, hot, on");
}
