//! Enforced hill climbing (Hoffmann and Nebel, 2001): breadth-first from the present state to any state with a
//! smaller estimate, then on from there.

use crate::feature::View;
use crate::heuristic::{DEAD_END, Estimate, Heuristic};
use crate::problem::{Each, Problem, count_actions, paid};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::nodes::{NO_PARENT, Nodes};
use crate::search::structures::visited::{Hashed, Visited, make};
use crate::search::{AlgorithmInfo, End, Limit, Meter, NodeOutcome, NodeValues, Optimal, Outcome, Search};
use std::ops::ControlFlow;

/// Enforced hill climbing: to the nearest state with a smaller estimate, again and again.
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
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, mut heuristic, parameters, observer, .. } = search;
    let mut meter =
        Meter::new(parameters.limits, observer).at(problem.node_prices()).of_price(heuristic.price());
    let mut state = start.clone();
    let mut best = heuristic.root(&View::root(problem, &state)).0;
    meter.stats.evaluated = 1;
    if H::DEAD_ENDS && best.is_dead_end() && !problem.is_goal(start) {
        return ended(End::Unsolvable, meter);
    }
    let mut before = start.clone();
    let mut plan = Vec::new();
    let mut climbed = 0;
    while !problem.is_goal(&state) {
        match climb(problem, &state, climbed, best, &mut heuristic, &mut meter) {
            Climb::To { path, h } => {
                for action in path {
                    before.clone_from(&state);
                    problem.apply(&mut state, action);
                    climbed = paid(problem, &before, action, &state).saturating_add(climbed);
                    plan.push(action);
                }
                best = h;
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

enum Climb<A, V> {
    /// A goal, or a state with a smaller estimate.
    To { path: Vec<A>, h: V },
    /// There is none.
    Exhausted,
    /// A limit came first.
    Stopped(Limit),
}

fn climb<P: Problem, H: Heuristic<P>>(
    problem: &P,
    from: &P::State,
    g: u32,
    best: H::Value,
    heuristic: &mut H,
    meter: &mut Meter<'_>,
) -> Climb<P::Action, H::Value> {
    // A node's extra is its g; that of a dead end, which is not expanded, says so.
    let mut nodes: Nodes<P, Hashed<P>, u32> = Nodes::new(Hashed::new(problem));
    if let ControlFlow::Break(limit) = nodes.make_room(meter, 0) {
        return Climb::Stopped(limit);
    }
    nodes.insert(problem, from, NO_PARENT, g);
    let (mut state, mut child) = (from.clone(), from.clone());
    let needs_siblings = heuristic.needs().siblings;
    let mut better = None;
    let mut limit = None;
    let mut parent = 0;
    // Estimates of the nodes, kept where the observer traces.
    let mut traced_h = if meter.traces() { vec![best.value()] } else { Vec::new() };
    while u64::from(parent) < nodes.len() {
        let parent_g = nodes.extra[parent as usize];
        if H::DEAD_ENDS && parent_g == DEAD_END {
            parent += 1;
            continue;
        }
        if let ControlFlow::Break(reached) = meter.expand() {
            return Climb::Stopped(reached);
        }
        nodes.seen.arena().unpack_into(problem, parent, &mut state);
        if meter.traces() {
            let h = Some(traced_h[parent as usize]);
            let values = NodeValues { g: parent_g, h, f: h };
            meter.trace_expanded(problem, &state, values);
        }
        let siblings = if needs_siblings { count_actions(problem, &state) } else { 0 };
        let _ = problem.visit(
            &state,
            None,
            &mut Each(|action| {
                if let ControlFlow::Break(reached) = nodes.make_room(meter, 0) {
                    limit = Some(reached);
                    return ControlFlow::Break(());
                }
                meter.stats.generated += 1;
                make(problem, &state, action, &mut child);
                let g = parent_g.saturating_add(paid(problem, &state, action, &child)).min(DEAD_END - 1);
                let Some(node) = nodes.insert(problem, &child, parent, g) else {
                    if meter.traces() {
                        let values = NodeValues { g, h: None, f: None };
                        meter.trace_generated(problem, &state, &child, values, NodeOutcome::Duplicate);
                    }
                    return ControlFlow::Continue(());
                };
                meter.stats.evaluated += 1;
                let view =
                    View { problem, state: &child, parent: Some((&state, action)), g, siblings, path: &[] };
                let h = heuristic.root(&view).0;
                meter.add_work(heuristic.take_work());
                if meter.traces() {
                    traced_h.push(h.value());
                    let values = NodeValues { g, h: Some(h.value()), f: Some(h.value()) };
                    let outcome = if h.is_dead_end() { NodeOutcome::DeadEnd } else { NodeOutcome::New };
                    meter.trace_generated(problem, &state, &child, values, outcome);
                }
                if H::DEAD_ENDS && h.is_dead_end() {
                    nodes.extra[node as usize] = DEAD_END;
                    return ControlFlow::Continue(());
                }
                if h.key() < best.key() || problem.is_goal(&child) {
                    better = Some((node, h));
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            }),
        );
        meter.stats.stored = meter.stats.stored.max(nodes.len());
        meter.stats.max_open = meter.stats.max_open.max(nodes.len() - u64::from(parent) - 1);
        meter.stats.depth = meter.stats.depth.max(parent_g);
        if let Some((node, h)) = better {
            return Climb::To { path: nodes.plan(problem, node), h };
        }
        if let Some(limit) = limit {
            return Climb::Stopped(limit);
        }
        parent += 1;
    }
    Climb::Exhausted
}
