//! What the steps of plans are for, and tasks from SAS+ files.

use super::{read, solve, tasks};
use unstuck_core::domain::{Domain, Settings, read_search};
use unstuck_core::search::Limits;
use unstuck_planning::AnyPddlDomain;
use unstuck_planning::instance::PlanningInstance;

/// Every step of a cheapest plan is for something; one that comes after the goal is not.
#[test]
fn steps_that_support_nothing_are_needless() {
    let mut idle = 0;
    for (name, domain, problem) in tasks::built_in() {
        let instance = read(&domain, &problem, &[]);
        let plan = solve(&*instance, "ucs", "zero").plan;
        let steps = instance.purposes(&plan).unwrap().unwrap();
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
        let steps = instance.purposes(&longer).unwrap().unwrap();
        let needless: Vec<bool> = steps.iter().map(|step| step.needless).collect();
        assert!(needless.iter().position(|&needless| needless) == Some(plan.len()), "{name}: {steps:?}");
        idle += 1;
        if let [_, behind @ ..] = &longer[..]
            && plan.len() > 1
        {
            assert!(
                instance.purposes(behind).unwrap().is_err(),
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
