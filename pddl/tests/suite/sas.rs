//! The export for Fast Downward.

use crate::tasks::{named, parse, task};
use unstuck_pddl::ids::{Fact, OperatorId};
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
    for name in ["blocks", "ferry", "cases", "doors"] {
        let (domain, problem) = named(name);
        let before = task(&domain, &problem);
        if !before.axioms.is_empty() {
            continue;
        }
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
    assert!(read_sas(&exported("circuit")).is_err());
}
