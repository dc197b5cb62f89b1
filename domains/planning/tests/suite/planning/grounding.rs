//! Limits cover grounding, and a limit is never a proof.

use super::StopAt;
use super::tasks::{blocks, gripper};
use super::{read, solve};
use unstuck_core::instance::{SearchError, SpaceError, Status};
use unstuck_core::search::{Limit, Limits, Observer, Stats};

#[test]
fn limits_end_grounding() {
    // A size of its own, so that no other test has grounded it.
    let (domain, problem) = blocks(61);
    let instance = read(&domain, &problem, &[]);
    let mut request = instance.request("greedy", "goals_left").unwrap();
    let stopped = instance.solve(&request, &mut StopAt(2, 0)).unwrap();
    assert_eq!((stopped.status, stopped.limit), (Status::Limit, Some(Limit::Cancelled)));
    request.parameters.limits.memory = Some(200_000);
    let stopped = instance.solve(&request, &mut ()).unwrap();
    assert_eq!((stopped.status, stopped.limit), (Status::Limit, Some(Limit::Memory)));
    assert!(stopped.stats.peak_bytes < 400_000, "{}", stopped.stats.peak_bytes);
    let explored = instance.explore(request.parameters.limits, &mut ());
    assert!(matches!(explored, Err(SpaceError::Limit(Limit::Memory, _))));
    // Once it is ground, a job with less memory than that took is still refused.
    instance.prepare(Limits::NONE, &mut ()).unwrap();
    let stopped = instance.solve(&request, &mut ()).unwrap();
    assert_eq!((stopped.status, stopped.limit), (Status::Limit, Some(Limit::Memory)));
}

/// Notes the stages.
#[derive(Default)]
struct Stages(Vec<String>);

impl Observer for Stages {
    fn poll(&mut self, _: &Stats) -> Option<Limit> {
        None
    }
    fn stage(&mut self, name: &str, _: &Stats) {
        self.0.push(name.to_owned());
    }
}

#[test]
fn stages_are_reported_once() {
    let (domain, problem) = gripper(3, 5);
    let instance = read(&domain, &problem, &[]);
    let mut stages = Stages::default();
    instance.solve(&instance.request("astar", "zero").unwrap(), &mut stages).unwrap();
    let grounding = ["normalise", "reach", "invariants", "encode", "prune", "successors"];
    let searching = ["preparing", "searching"];
    assert_eq!(stages.0, [&grounding[..], &searching[..]].concat());
    // Another reading of the same problem finds the ground task.
    let again = read(&domain, &problem.replace("problem p", "problem other"), &[]);
    let mut stages = Stages::default();
    again.solve(&again.request("astar", "zero").unwrap(), &mut stages).unwrap();
    assert_eq!(stages.0, searching);
}

#[test]
fn unreachable_goals_are_proved() {
    let (domain, problem) = gripper(2, 2);
    let instance = read(&domain, &problem.replace("(free x) (free y)", ""), &[]);
    assert_eq!(solve(&*instance, "greedy", "goals_left").status, Status::Unsolvable);
    assert_eq!(instance.explore(Limits::NONE, &mut ()).err(), Some(SpaceError::Unsolvable));
    assert!(instance.values().iter().all(Option::is_none));
}

#[test]
fn costs_without_a_value_are_refused() {
    let (_, domain, problem) = super::tasks::built_in().into_iter().find(|task| task.0 == "courier").unwrap();
    let instance = read(&domain, &problem.replace("(= (metres depot pier) 9)", ""), &[]);
    let error = instance.solve(&instance.request("astar", "zero").unwrap(), &mut ()).unwrap_err();
    assert!(
        matches!(&error, SearchError::Instance(e) if e.message.contains("(metres depot pier)")),
        "{error}"
    );
}

#[test]
fn free_actions_need_a_table() {
    let (_, domain, problem) = super::tasks::built_in().into_iter().find(|task| task.0 == "courier").unwrap();
    let instance = read(&domain, &problem, &[]);
    let mut request = instance.request("ida", "zero").unwrap();
    assert_eq!(instance.solve(&request, &mut ()).unwrap().cost, Some(15));
    request.parameters.table = Some(0);
    let error = instance.solve(&request, &mut ()).unwrap_err();
    assert!(matches!(error, SearchError::NotApplicable { algorithm: "ida", .. }), "{error}");
}
