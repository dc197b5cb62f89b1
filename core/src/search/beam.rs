//! Beam search: layer by layer, keeping the nodes with the smallest estimates.

use super::best_first::count_actions;
use super::nodes::{NO_PARENT, Nodes, ended, solved, stopped};
use super::visited::Hashed;
use super::{AlgorithmInfo, End, Limit, Meter, Optimal, Outcome, Parameter, Search};
use crate::domain::{Domain, Each, Estimate, Heuristic, View};
use std::ops::ControlFlow;

/// Registration.
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
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, mut heuristic, options, observer, .. } = search;
    let mut meter = Meter::new(options.limits, observer);
    if domain.is_goal(start) {
        return solved(domain, start, Vec::new(), true, meter);
    }
    // A node's extra is its g.
    let mut nodes: Nodes<D, Hashed<D>, u32> = Nodes::new(Hashed::new(domain));
    if let ControlFlow::Break(limit) = nodes.make_room(&mut meter, 0) {
        return stopped(limit, meter);
    }
    nodes.insert(domain, start, NO_PARENT, 0);
    let mut layer = vec![0_u32];
    let mut next: Vec<(u64, u32)> = Vec::new();
    let mut dropped = false;
    let mut goal = None;
    let mut limit: Option<Limit> = None;
    'layers: while !layer.is_empty() {
        for &parent in &layer {
            if let ControlFlow::Break(reached) = meter.expand() {
                limit = Some(reached);
                break 'layers;
            }
            let state = nodes.state(domain, parent);
            let siblings = if heuristic.needs().siblings { count_actions(domain, &state) } else { 0 };
            let held = (next.capacity() * size_of::<(u64, u32)>()) as u64;
            let _ = domain.visit(
                &state,
                None,
                &mut Each(|action| {
                    meter.stats.generated += 1;
                    if let ControlFlow::Break(reached) = nodes.make_room(&mut meter, 2 * held) {
                        limit = Some(reached);
                        return ControlFlow::Break(());
                    }
                    let mut child = state.clone();
                    domain.apply(&mut child, action);
                    let g = nodes.extra[parent as usize] + domain.paid(&state, action, &child);
                    let Some(node) = nodes.insert(domain, &child, parent, g) else {
                        return ControlFlow::Continue(());
                    };
                    if domain.is_goal(&child) {
                        goal = Some(node);
                        return ControlFlow::Break(());
                    }
                    let view = View { domain, state: &child, parent: Some((&state, action)), g, siblings };
                    meter.stats.evaluated += 1;
                    next.push((heuristic.root(&view).0.key(), node));
                    ControlFlow::Continue(())
                }),
            );
            if goal.is_some() || limit.is_some() {
                break 'layers;
            }
        }
        meter.stats.max_open = meter.stats.max_open.max(next.len() as u64);
        meter.stats.depth += 1;
        if next.len() > options.width {
            // Node numbers follow the order of making.
            next.select_nth_unstable(options.width);
            next.truncate(options.width);
            dropped = true;
        }
        next.sort_unstable();
        layer.clear();
        layer.extend(next.drain(..).map(|(_, node)| node));
    }
    meter.stats.stored = nodes.len();
    match (goal, limit) {
        (Some(node), _) => {
            let plan = nodes.plan(domain, node);
            // Nothing was dropped: this was breadth-first search.
            solved(domain, start, plan, !dropped && domain.unit_cost(), meter)
        }
        (None, Some(limit)) => stopped(limit, meter),
        (None, None) => ended(if dropped { End::GaveUp } else { End::Unsolvable }, meter),
    }
}
