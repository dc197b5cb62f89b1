//! Enforced hill climbing (Hoffmann and Nebel, 2001): breadth-first from the present state to any state with a
//! smaller estimate, then on from there.

use super::nodes::{NO_PARENT, Nodes, ended, solved, stopped};
use super::visited::Hashed;
use super::{AlgorithmInfo, End, Limit, Meter, Optimal, Outcome, Search};
use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Each, Problem, count_actions};
use std::ops::ControlFlow;

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "ehc",
    about: "enforced hill climbing: to the nearest state with a smaller estimate, again and again",
    optimal: Optimal::Never,
    complete: false,
    memory: "the states of one climb",
    heuristic: true,
    parameters: &[],
};

/// Runs the search.
pub fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, mut heuristic, parameters, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer);
    let mut state = start.clone();
    let mut best = heuristic.root(&View::root(problem, &state)).0.key();
    meter.stats.evaluated = 1;
    let mut plan = Vec::new();
    let mut climbed = 0;
    while !problem.is_goal(&state) {
        match climb(problem, &state, climbed, best, &mut heuristic, &mut meter) {
            Climb::To { path, key } => {
                for action in path {
                    let before = state.clone();
                    problem.apply(&mut state, action);
                    climbed += problem.paid(&before, action, &state);
                    plan.push(action);
                }
                best = key;
            }
            Climb::Exhausted => {
                // From the start, or where every step can be taken back, all states were seen.
                let everything = plan.is_empty() || problem.reversible();
                return ended(if everything { End::Unsolvable } else { End::GaveUp }, meter);
            }
            Climb::Stopped(limit) => return stopped(limit, meter),
        }
    }
    solved(problem, start, plan, false, meter)
}

enum Climb<A> {
    /// A goal, or a state with a smaller estimate.
    To { path: Vec<A>, key: u64 },
    /// There is none.
    Exhausted,
    /// A limit came first.
    Stopped(Limit),
}

fn climb<P: Problem, H: Heuristic<P>>(
    problem: &P,
    from: &P::State,
    g: u32,
    best: u64,
    heuristic: &mut H,
    meter: &mut Meter<'_>,
) -> Climb<P::Action> {
    // A node's extra is its g.
    let mut nodes: Nodes<P, Hashed<P>, u32> = Nodes::new(Hashed::new(problem));
    if let ControlFlow::Break(limit) = nodes.make_room(meter, 0) {
        return Climb::Stopped(limit);
    }
    nodes.insert(problem, from, NO_PARENT, g);
    let mut better = None;
    let mut limit = None;
    let mut parent = 0;
    while u64::from(parent) < nodes.len() {
        if let ControlFlow::Break(reached) = meter.expand() {
            return Climb::Stopped(reached);
        }
        let state = nodes.state(problem, parent);
        let siblings = if heuristic.needs().siblings { count_actions(problem, &state) } else { 0 };
        let _ = problem.visit(
            &state,
            None,
            &mut Each(|action| {
                meter.stats.generated += 1;
                if let ControlFlow::Break(reached) = nodes.make_room(meter, 0) {
                    limit = Some(reached);
                    return ControlFlow::Break(());
                }
                let mut child = state.clone();
                problem.apply(&mut child, action);
                let g = nodes.extra[parent as usize] + problem.paid(&state, action, &child);
                let Some(node) = nodes.insert(problem, &child, parent, g) else {
                    return ControlFlow::Continue(());
                };
                meter.stats.evaluated += 1;
                let view = View { problem, state: &child, parent: Some((&state, action)), g, siblings };
                let key = heuristic.root(&view).0.key();
                if key < best || problem.is_goal(&child) {
                    better = Some((node, key));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            }),
        );
        meter.stats.stored = meter.stats.stored.max(nodes.len());
        meter.stats.max_open = meter.stats.max_open.max(nodes.len() - u64::from(parent) - 1);
        meter.stats.depth = meter.stats.depth.max(nodes.extra[parent as usize]);
        if let Some((node, key)) = better {
            return Climb::To { path: nodes.plan(problem, node), key };
        }
        if let Some(limit) = limit {
            return Climb::Stopped(limit);
        }
        parent += 1;
    }
    Climb::Exhausted
}
