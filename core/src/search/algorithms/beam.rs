//! Beam search: layer by layer, keeping the nodes with the smallest estimates.

use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Each, Problem, count_actions, paid};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::nodes::{NO_PARENT, Nodes};
use crate::search::structures::visited::{Hashed, Visited, make};
use crate::search::{
    AlgorithmInfo, End, Limit, Meter, NodeOutcome, NodeValues, Optimal, Outcome, Parameter, Search,
};
use std::ops::ControlFlow;

/// Beam: breadth-first, but only the most promising nodes of each layer.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "beam",
    about: "beam: breadth-first, but only the most promising nodes of each layer",
    optimal: Optimal::Never,
    complete: false,
    memory: "every state seen",
    heuristic: true,
    parameters: &[Parameter::Width],
};

/// Runs the search. A layer is cut to the width by h; equal ones keep the order they were made in.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, mut heuristic, parameters, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer).of_price(heuristic.price());
    if problem.is_goal(start) {
        return solved(problem, start, Vec::new(), true, meter);
    }
    // A node's extra is its g.
    let mut nodes: Nodes<P, Hashed<P>, u32> = Nodes::new(Hashed::new(problem));
    if let ControlFlow::Break(limit) = nodes.make_room(&mut meter, 0) {
        return stopped(limit, meter);
    }
    if heuristic.finds_dead_ends() {
        meter.stats.evaluated = 1;
        if heuristic.root(&View::root(problem, start)).0.is_dead_end() {
            return ended(End::Unsolvable, meter);
        }
    }
    nodes.insert(problem, start, NO_PARENT, 0);
    let (mut state, mut child) = (start.clone(), start.clone());
    let needs_siblings = heuristic.needs().siblings;
    let mut layer: Vec<(u64, u32)> = vec![(0, 0)];
    let mut next: Vec<(u64, u32)> = Vec::new();
    let mut dropped = false;
    let mut goal = None;
    let mut limit: Option<Limit> = None;
    'layers: while !layer.is_empty() {
        for &(key, parent) in &layer {
            if let ControlFlow::Break(reached) = meter.expand() {
                limit = Some(reached);
                break 'layers;
            }
            nodes.seen.arena().unpack_into(problem, parent, &mut state);
            if meter.traces() {
                let h = (parent != 0).then_some(key as f64 / 256.0);
                let values = NodeValues { g: nodes.extra[parent as usize], h, f: h };
                meter.trace_expanded(problem, &state, values);
            }
            let siblings = if needs_siblings { count_actions(problem, &state) } else { 0 };
            let held = (next.capacity() * size_of::<(u64, u32)>()) as u64;
            let _ = problem.visit(
                &state,
                None,
                &mut Each(|action| {
                    if let ControlFlow::Break(reached) = nodes.make_room(&mut meter, 2 * held) {
                        limit = Some(reached);
                        return ControlFlow::Break(());
                    }
                    meter.stats.generated += 1;
                    make(problem, &state, action, &mut child);
                    let g =
                        nodes.extra[parent as usize].saturating_add(paid(problem, &state, action, &child));
                    let trace = |meter: &mut Meter<'_>, h: Option<f64>, outcome| {
                        if meter.traces() {
                            let values = NodeValues { g, h, f: h };
                            meter.trace_generated(problem, &state, &child, values, outcome);
                        }
                    };
                    let Some(node) = nodes.insert(problem, &child, parent, g) else {
                        trace(&mut meter, None, NodeOutcome::Duplicate);
                        return ControlFlow::Continue(());
                    };
                    if problem.is_goal(&child) {
                        goal = Some(node);
                        trace(&mut meter, None, NodeOutcome::New);
                        return ControlFlow::Break(());
                    }
                    let view = View {
                        problem,
                        state: &child,
                        parent: Some((&state, action)),
                        g,
                        siblings,
                        path: &[],
                    };
                    meter.stats.evaluated += 1;
                    let h = heuristic.root(&view).0;
                    if H::DEAD_ENDS && h.is_dead_end() {
                        trace(&mut meter, Some(h.value()), NodeOutcome::DeadEnd);
                        return ControlFlow::Continue(());
                    }
                    next.push((h.key(), node));
                    trace(&mut meter, Some(h.value()), NodeOutcome::New);
                    ControlFlow::Continue(())
                }),
            );
            if goal.is_some() || limit.is_some() {
                break 'layers;
            }
        }
        meter.stats.max_open = meter.stats.max_open.max(next.len() as u64);
        meter.stats.depth += 1;
        if next.len() > parameters.width {
            // Node numbers follow the order of making.
            next.select_nth_unstable(parameters.width);
            next.truncate(parameters.width);
            dropped = true;
        }
        next.sort_unstable();
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    meter.stats.stored = nodes.len();
    match (goal, limit) {
        (Some(node), _) => {
            let plan = nodes.plan(problem, node);
            // Nothing was dropped: this was breadth-first search.
            solved(problem, start, plan, !dropped && problem.unit_cost(), meter)
        }
        (None, Some(limit)) => stopped(limit, meter),
        (None, None) => ended(if dropped { End::GaveUp } else { End::Unsolvable }, meter),
    }
}
