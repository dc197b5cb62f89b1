//! Texts of instances, domains and plans.

use super::tasks::{built_in, gripper};
use super::{read, solve};
use crate::installed::{self as registry, DomainHandle};
use std::sync::Arc;
use unstuck_core::domain::{self, Domain, Settings};
use unstuck_core::puzzle::ReplayError;
use unstuck_core::search::Limits;
use unstuck_planning::pddl_domain::PddlDomain;

#[test]
fn instance_texts_are_canonical() {
    let pddl = registry::domain("pddl").unwrap();
    for (name, domain, problem) in built_in() {
        let both =
            domain::read_search(&*pddl, &format!("{domain}{problem}"), None, &Settings::new()).unwrap();
        assert_eq!(both.text().lines().count(), 1, "{name}");
        let again = domain::read_search(&*pddl, &both.text(), None, &Settings::new()).unwrap();
        assert_eq!(again.text(), both.text());
        let alone = read(&domain, &problem, &[]).text();
        assert!(both.text().ends_with(&format!(" {alone}")), "{name}");
        let renamed = problem.replacen("problem ", "problem other-", 1).to_uppercase();
        assert_eq!(read(&domain, &renamed, &[]).text(), alone, "{name}");
    }
}

/// A file with several tasks, with comments and line breaks.
#[test]
fn files_are_split_into_tasks() {
    let pddl = registry::domain("pddl").unwrap();
    let tasks = built_in();
    let file: String =
        tasks.iter().map(|(_, domain, problem)| format!("; next\n{domain}\n{problem}")).collect();
    let parts = pddl.split(&file);
    assert_eq!(parts.len(), tasks.len());
    for ((line, part), (name, ..)) in parts.iter().zip(&tasks) {
        assert!(domain::read_search(&*pddl, part, None, &Settings::new()).is_ok(), "{name}");
        assert!(file.lines().nth(line - 1).unwrap().starts_with("(define (domain"), "{name}");
        assert!(pddl.recognise(part, None, &Settings::new()).unwrap().is_ok(), "{name}");
    }
    let luggage = &tasks.iter().find(|(name, ..)| *name == "luggage").unwrap().2;
    let error = pddl.recognise(luggage, None, &Settings::new()).unwrap().err().unwrap();
    let words = "this is a planning problem without its domain (write the domain before it)";
    assert_eq!(error.to_string(), words);
    assert!(pddl.recognise("1 2 3 0", None, &Settings::new()).is_none());
}

#[test]
fn errors_keep_their_place() {
    let pddl = registry::domain("pddl").unwrap();
    let (domain, problem) = gripper(1, 2);
    let text = format!("{domain}\n{}", problem.replace("(free x)", "(freee x)"));
    let error = domain::read_search(&*pddl, &text, None, &Settings::new()).err().unwrap();
    let line = text.lines().position(|line| line.contains("(freee x)")).unwrap() + 1;
    assert_eq!(error.place.unwrap().line, line);
    assert!(error.to_string().contains("did you mean 'free'?"), "{error}");
}

#[test]
fn domains_are_shared_and_travel_by_definition() {
    let (text, _) = gripper(1, 1);
    let domain = PddlDomain::read(&text).unwrap();
    assert!(Arc::ptr_eq(&domain, &PddlDomain::read(&text.to_uppercase()).unwrap()));
    let resolved = registry::resolve("pddl-gripper", domain.definition()).unwrap();
    assert!(DomainHandle(resolved) == DomainHandle(domain.clone()));
    let error = registry::resolve("pddl-ferry", domain.definition()).err().unwrap().to_string();
    let words =
        "the definition of 'pddl-ferry' is that of 'pddl-gripper' (name and definition belong together)";
    assert_eq!(error, words);
    let other = text.replacen("hand)\n", "hand finger)\n", 1);
    let other = PddlDomain::read(&other).unwrap();
    assert_eq!(other.info().name, domain.info().name);
    assert_ne!(other.definition(), domain.definition());
}

#[test]
fn plans_are_checked_by_the_validator() {
    let (domain, problem) = gripper(1, 2);
    let instance = read(&domain, &problem, &[]);
    let steps = PddlDomain::read(&domain)
        .unwrap()
        .plan_steps("0.0: (pick b1 r1 x) [1]\n(move r1 r2)\n(drop b1 r2 x)");
    let replay = instance.replay(&steps).unwrap();
    assert_eq!(replay.lengths, [("cost".into(), 3), ("length".into(), 3)]);
    assert_eq!(replay.frames.len(), 4);
    assert_eq!(replay.frames[1].words, "(pick b1 r1 x)");
    assert_eq!(replay.frames[0].text, instance.text());
    assert_eq!(replay.frames[3].picture.to_string(), "robot-at: (r2)\nat: (b1 r2)\nfree: (x) (y)");
    let Err(ReplayError::Step { step, reason, .. }) = instance.replay(&steps[1..]) else { panic!() };
    assert_eq!(step, 2);
    let words = "(holds x b1) does not hold ((holds ?h ?b), domain line 13)";
    assert!(reason.contains(words), "{reason}");
    let Err(ReplayError::NotSolved { moves, reason }) = instance.replay(&steps[..2]) else { panic!() };
    assert_eq!((moves, reason.contains("(at b1 r2) does not hold (problem line 2)")), (2, true), "{reason}");
    let Err(ReplayError::Unreadable { step, reason, .. }) = instance.replay(&["(fly)".to_owned()]) else {
        panic!()
    };
    assert_eq!((step, reason.contains("unknown action 'fly'")), (1, true), "{reason}");
}

/// States of a trace are texts that can be read again.
#[test]
fn states_are_problems() {
    let (domain, problem) = gripper(2, 2);
    let instance = read(&domain, &problem, &[]);
    let found = instance.explore(Limits::NONE, &mut ()).unwrap();
    let (distance, text) = found.hardest.unwrap();
    assert_eq!(solve(&*read(&domain, &text, &[]), "astar", "zero").cost, Some(u64::from(distance)));
    for row in instance.draw_rows(10, 1, Limits::NONE, &mut ()).unwrap() {
        let state = read(&domain, &row.text, &[]);
        assert_eq!(state.text(), row.text);
        assert_eq!(solve(&*state, "ucs", "zero").cost, Some(row.distance));
    }
}
