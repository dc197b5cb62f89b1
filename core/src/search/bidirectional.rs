//! Bidirectional breadth-first search, from the start and from all goals at once, always growing the
//! smaller side by one whole layer.
//!
//! Both sides hold every state up to their depth, so the first state found on both sides lies on a shortest
//! path: a shorter one would have been found when either side was one layer smaller.

use super::layers::Layers;
use super::nodes::{NO_PARENT, cheapest_to, ended, solved, stopped};
use super::visited::{Hashed, Visited};
use super::{AlgorithmInfo, End, Limit, Meter, Optimal, Outcome, Search};
use crate::domain::{Domain, Heuristic};
use std::ops::ControlFlow;

/// Registration.
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
pub fn is_possible<D: Domain>(domain: &D) -> bool {
    domain.reversible() && domain.unit_cost() && domain.goals(&mut |_| ControlFlow::Break(())).is_some()
}

/// Runs the search. The domain must be one for which [`is_possible`] holds.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, options, observer, .. } = search;
    let mut meter = Meter::new(options.limits, observer);
    if domain.is_goal(start) {
        return solved(domain, start, Vec::new(), true, meter);
    }
    let mut forward = Layers::new(Hashed::new(domain));
    let mut backward = Layers::new(Hashed::new(domain));
    let added = add_sources(domain, start, &mut forward, &mut backward, &mut meter);
    meter.stats.stored = forward.nodes.len() + backward.nodes.len();
    if let ControlFlow::Break(limit) = added {
        return stopped(limit, meter);
    }
    let mut met = None;
    while !forward.frontier.is_empty() && !backward.frontier.is_empty() {
        let from_start = forward.frontier.len() <= backward.frontier.len();
        let (near, far) =
            if from_start { (&mut forward, &mut backward) } else { (&mut backward, &mut forward) };
        near.beside = far.bytes();
        let other = &mut far.nodes.seen;
        let mut meet = |domain: &D, state: &D::State, index: u32| match other.find(domain, state) {
            Some(there) => {
                met = Some((index, there));
                ControlFlow::Break(())
            }
            None => ControlFlow::Continue(()),
        };
        let expanded = near.expand(domain, &mut meter, &mut meet);
        meter.stats.stored = forward.nodes.len() + backward.nodes.len();
        if let Err(limit) = expanded {
            return stopped(limit, meter);
        }
        if let Some((here, there)) = met {
            let (front, back) = if from_start { (here, there) } else { (there, here) };
            let mut plan = forward.nodes.plan(domain, front);
            plan.extend(reversed(domain, &backward, back));
            return solved(domain, start, plan, true, meter);
        }
    }
    ended(End::Unsolvable, meter)
}

fn add_sources<D: Domain>(
    domain: &D,
    start: &D::State,
    forward: &mut Layers<D, Hashed<D>>,
    backward: &mut Layers<D, Hashed<D>>,
    meter: &mut Meter<'_>,
) -> ControlFlow<Limit> {
    forward.add_source(domain, start.clone(), meter)?;
    let mut stopped = ControlFlow::Continue(());
    let mut calls = 0_u32;
    let _ = domain.goals(&mut |goal| {
        if let Some(goal) = goal {
            stopped = backward.add_source(domain, goal, meter);
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
fn reversed<D: Domain>(domain: &D, side: &Layers<D, Hashed<D>>, node: u32) -> Vec<D::Action> {
    let mut plan = Vec::new();
    let mut state = side.nodes.state(domain, node);
    let mut at = side.nodes.parent[node as usize];
    while at != NO_PARENT {
        let step = cheapest_to(domain, &state, side.nodes.seen.arena().get(at));
        domain.apply(&mut state, step);
        plan.push(step);
        at = side.nodes.parent[at as usize];
    }
    plan
}
