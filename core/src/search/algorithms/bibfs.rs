//! Bidirectional breadth-first search, from the start and from all goals at once, always growing the
//! smaller side by one whole layer.
//!
//! Both sides hold every state up to their depth, so the first state found on both sides lies on a shortest
//! path: a shorter one would have been found when either side was one layer smaller.

use crate::heuristic::Zero;
use crate::problem::Problem;
use crate::search::engines::layers::Layers;
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::nodes::{NO_PARENT, cheapest_to};
use crate::search::structures::visited::{Hashed, Visited};
use crate::search::{AlgorithmInfo, End, Limit, Meter, Optimal, Outcome, Search};
use std::ops::ControlFlow;

/// Bidirectional breadth-first, where a domain can list its goals and its moves can be taken back.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "bibfs",
    about: "bidirectional breadth-first, where a domain can list its goals and its moves can be taken back",
    optimal: Optimal::UnitCost,
    complete: true,
    memory: "every state seen, all goals included",
    heuristic: false,
    parameters: &[],
};

/// Whether the domain and instance allow it.
pub(crate) fn is_possible<P: Problem>(problem: &P) -> bool {
    problem.reversible() && problem.unit_cost() && problem.goals(&mut |_| ControlFlow::Break(())).is_some()
}

/// Runs the search. The domain must be one for which [`is_possible`] holds.
pub(crate) fn run<P: Problem>(search: Search<'_, P, Zero>) -> Outcome<P::Action> {
    let Search { problem, start, parameters, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer);
    if problem.is_goal(start) {
        return solved(problem, start, Vec::new(), true, meter);
    }
    let mut forward = Layers::new(Hashed::new(problem));
    let mut backward = Layers::new(Hashed::new(problem));
    let added = add_sources(problem, start, &mut forward, &mut backward, &mut meter);
    meter.stats.stored = forward.nodes.len() + backward.nodes.len();
    if let ControlFlow::Break(limit) = added {
        return stopped(limit, meter);
    }
    let mut met = None;
    while forward.waiting() > 0 && backward.waiting() > 0 {
        let from_start = forward.waiting() <= backward.waiting();
        let (near, far) =
            if from_start { (&mut forward, &mut backward) } else { (&mut backward, &mut forward) };
        near.others = far.bytes();
        let other = &mut far.nodes.seen;
        let mut meet = |problem: &P, state: &P::State, index: u32| match other.find(problem, state) {
            Some(there) => {
                met = Some((index, there));
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        };
        let expanded = near.expand(problem, &mut meter, &mut meet);
        meter.stats.stored = forward.nodes.len() + backward.nodes.len();
        if let Err(limit) = expanded {
            return stopped(limit, meter);
        }
        if let Some((here, there)) = met {
            let (front, back) = if from_start { (here, there) } else { (there, here) };
            let mut plan = forward.nodes.plan(problem, front);
            plan.extend(reversed(problem, &backward, back));
            return solved(problem, start, plan, true, meter);
        }
    }
    ended(End::Unsolvable, meter)
}

fn add_sources<P: Problem>(
    problem: &P,
    start: &P::State,
    forward: &mut Layers<P, Hashed<P>>,
    backward: &mut Layers<P, Hashed<P>>,
    meter: &mut Meter<'_>,
) -> ControlFlow<Limit> {
    forward.add_source(problem, start, meter)?;
    let mut stopped = ControlFlow::Continue(());
    let mut calls = 0_u32;
    let _ = problem.goals(&mut |goal| {
        if let Some(goal) = goal {
            stopped = backward.add_source(problem, &goal, meter);
        }
        calls = calls.wrapping_add(1);
        if stopped.is_continue() && calls.is_multiple_of(4_096) {
            stopped = meter.poll();
        }
        if stopped.is_break() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    stopped
}

/// The actions from a state of the backward side to its goal.
fn reversed<P: Problem>(problem: &P, side: &Layers<P, Hashed<P>>, node: u32) -> Vec<P::Action> {
    let mut plan = Vec::new();
    let mut state = side.nodes.state(problem, node);
    let mut at = side.nodes.parent[node as usize];
    while at != NO_PARENT {
        let step = cheapest_to(problem, &state, side.nodes.seen.arena().get(at));
        problem.apply(&mut state, step);
        plan.push(step);
        at = side.nodes.parent[at as usize];
    }
    plan
}
