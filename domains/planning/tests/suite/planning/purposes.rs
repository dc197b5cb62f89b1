//! What the steps of plans are for, and tasks from SAS+ files.

use super::{read, solve, tasks};
use unstuck_core::domain::{Domain, Settings, read_search};
use unstuck_core::instance::{PurposeError, SearchInstance, SpaceError, StepPurpose};
use unstuck_core::search::{Limit, Limits};
use unstuck_planning::AnyPddlDomain;
use unstuck_planning::instance::PlanningInstance;

fn purposes(instance: &dyn SearchInstance, plan: &[String]) -> Result<Vec<StepPurpose>, PurposeError> {
    instance.purposes(plan, Limits::NONE, &mut ()).unwrap()
}

/// The steps of a plan, each with the numbers of those that it is for; 0 for a goal.
fn readers(instance: &dyn SearchInstance, plan: &[&str]) -> Vec<Vec<usize>> {
    let plan: Vec<String> = plan.iter().map(|&step| step.to_owned()).collect();
    let steps = purposes(instance, &plan).unwrap();
    let readers = |step: &StepPurpose| {
        let mut readers: Vec<usize> = step.supports.iter().map(|link| link.step.unwrap_or(0)).collect();
        readers.sort_unstable();
        readers
    };
    steps.iter().map(readers).collect()
}

/// A disjunction makes several operators of one action: the one that is applicable is meant.
#[test]
fn operators_of_one_name_are_told_apart() {
    let domain = "(define (domain vault) (:requirements :disjunctive-preconditions)
        (:predicates (key ?d) (lever ?d) (code ?d) (opened ?d))
        (:action take :parameters (?d) :effect (key ?d))
        (:action pull :parameters (?d) :effect (lever ?d))
        (:action learn :parameters (?d) :effect (code ?d))
        (:action open :parameters (?d) :precondition (or (key ?d) (lever ?d) (code ?d)) :effect (opened ?d)))";
    let problem =
        "(define (problem p) (:domain vault) (:objects d e) (:init) (:goal (and (opened d) (opened e))))";
    let instance = read(domain, problem, &[]);
    for way in ["take", "pull", "learn"] {
        let plan = [&format!("({way} e)"), "(open e)", &format!("({way} d)"), "(open d)"].map(str::to_owned);
        let plan: Vec<&str> = plan.iter().map(|step| &**step).collect();
        assert_eq!(readers(&*instance, &plan), [vec![2], vec![0], vec![4], vec![0]], "{way}");
    }
}

/// Axioms that depend on each other are read from where the first of them comes true.
#[test]
fn circles_of_axioms_have_a_cause() {
    let domain = "(define (domain net) (:requirements :derived-predicates)
        (:predicates (wire ?a ?b) (plugged ?a) (live ?a))
        (:derived (live ?a) (exists (?b) (and (wire ?b ?a) (live ?b))))
        (:derived (live ?a) (plugged ?a))
        (:action plug :parameters (?a) :effect (plugged ?a)))";
    let problem = "(define (problem p) (:domain net) (:objects a b c d)
        (:init (wire a b) (wire b a) (wire b c) (wire c b) (wire c a) (wire a c))
        (:goal (and (live a) (live b) (live c))))";
    let instance = read(domain, problem, &[]);
    for place in ["a", "b", "c"] {
        assert_eq!(readers(&*instance, &[&format!("(plug {place})")]), [vec![0]], "{place}");
    }
}

/// What grounding takes is limited; a plan that is not valid is refused without it.
#[test]
fn limits_hold_for_purposes() {
    let (domain, problem) = tasks::blocks(6);
    let instance = read(&domain, &problem, &[]);
    let plan = solve(&*instance, "quick", "hff").plan;
    let limits = Limits { memory: Some(100), ..Limits::NONE };
    let of = |plan: &[String]| instance.purposes(plan, limits, &mut ()).unwrap();
    assert!(matches!(of(&plan), Err(PurposeError::Space(SpaceError::Limit(Limit::Memory, _)))));
    assert!(matches!(of(&plan[1..]), Err(PurposeError::Plan(_))));
}

/// Every step of a cheapest plan is for something; one that comes after the goal is not.
#[test]
fn steps_that_support_nothing_are_needless() {
    let mut idle = 0;
    for (name, domain, problem) in tasks::built_in() {
        let instance = read(&domain, &problem, &[]);
        let plan = solve(&*instance, "ucs", "zero").plan;
        let steps = purposes(&*instance, &plan).unwrap();
        assert_eq!(steps.len(), plan.len());
        assert!(steps.iter().all(|step| !step.needless), "{name}: {steps:?}");
        let goals = steps.iter().flat_map(|step| &step.supports).filter(|link| link.step.is_none());
        assert!(goals.count() > 0 || plan.is_empty(), "{name}");
        // A step behind the last one that keeps the goal is for nothing.
        let end = instance.play(&plan).unwrap();
        let Some(more) = end.successors().into_iter().find(|next| next.instance.is_solved()) else {
            continue;
        };
        let longer: Vec<String> = plan.iter().cloned().chain([more.text]).collect();
        let steps = purposes(&*instance, &longer).unwrap();
        let needless: Vec<bool> = steps.iter().map(|step| step.needless).collect();
        assert!(needless.iter().position(|&needless| needless) == Some(plan.len()), "{name}: {steps:?}");
        idle += 1;
        if let [_, behind @ ..] = &longer[..]
            && plan.len() > 1
        {
            assert!(
                purposes(&*instance, behind).is_err(),
                "{name}: a plan that is not valid has no purposes"
            );
        }
    }
    assert!(idle > 0, "no task has a step that keeps the goal");
}

/// An exported task is solved at the same cost, by operators of the same names.
#[test]
fn sas_files_are_tasks() {
    let (domain, problem) = tasks::blocks(5);
    let instance = read(&domain, &problem, &[]);
    let task = PlanningInstance::of(&*instance).unwrap().ground(Limits::NONE, &mut ()).unwrap();
    let mut text = Vec::new();
    unstuck_pddl::sas::write_sas(&task.task, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(AnyPddlDomain.split(&text), [(1, &*text)]);
    assert!(AnyPddlDomain.recognise(&text, None, &Settings::new()).unwrap().is_ok());
    let other = read_search(&AnyPddlDomain, &text, None, &Settings::new()).unwrap();
    let (found, expected) = (solve(&*other, "astar", "lmcut"), solve(&*instance, "astar", "lmcut"));
    assert_eq!((found.cost, found.optimal), (expected.cost, true));
    // Its steps are a plan of the task that was exported, and the text of the instance reads back.
    assert!(instance.replay(&found.plan).is_ok());
    let again = read_search(&AnyPddlDomain, &other.text(), None, &Settings::new()).unwrap();
    assert_eq!(again.text(), other.text());
    assert!(again.replay(&found.plan).is_ok());
    let damaged = text.replacen("end_goal", "end", 1);
    assert!(read_search(&AnyPddlDomain, &damaged, None, &Settings::new()).is_err());
}
