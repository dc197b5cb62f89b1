//! Depth-first search with a visited set: first solution found, however long.

use crate::heuristic::Zero;
use crate::problem::{Each, Problem};
use crate::random::{shuffle, stream};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::visited::{Hashed, Visited};
use crate::search::{
    AlgorithmInfo, ChildOrder, End, Meter, NodeOutcome, NodeValues, Optimal, Outcome, Parameter, Search,
};
use std::ops::ControlFlow;

/// Depth-first with a visited set: a solution soon, rarely a short one.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "dfs",
    about: "depth-first with a visited set: a solution soon, rarely a short one",
    optimal: Optimal::Never,
    complete: true,
    memory: "every state seen",
    heuristic: false,
    parameters: &[Parameter::Order],
};

/// Runs the search, in place, on a stack of its own: paths may be as long as there are states.
pub fn run<P: Problem>(search: Search<'_, P, Zero>) -> Outcome<P::Action> {
    let Search { problem, start, parameters, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer);
    let mut seen = Hashed::new(problem);
    let mut state = start.clone();
    // Actions not yet tried, all levels stacked; a level's last one is tried first.
    let mut untried: Vec<P::Action> = Vec::new();
    // The path: the action taken, how to take it back, and where the level's untried actions begin.
    let mut path: Vec<(P::Action, P::Undo, usize)> = Vec::new();
    let mut random = stream(0, "order", &[]);
    let mut first = 0;
    let mut entering = true;
    loop {
        if entering {
            meter.stats.depth = meter.stats.depth.max(path.len() as u32);
            let held = untried.capacity() * size_of::<P::Action>()
                + path.capacity() * size_of::<(P::Action, P::Undo, usize)>();
            if seen.is_full() {
                if let ControlFlow::Break(limit) = meter.allow(seen.bytes_to_grow() + 2 * held as u64) {
                    meter.stats.stored = seen.arena().len() as u64;
                    return stopped(limit, meter);
                }
                seen.grow();
            }
            if seen.insert(problem, &state).is_some() {
                if problem.is_goal(&state) {
                    meter.stats.stored = seen.arena().len() as u64;
                    let plan = path.into_iter().map(|(action, ..)| action).collect();
                    return solved(problem, start, plan, false, meter);
                }
                if let ControlFlow::Break(limit) = meter.expand() {
                    meter.stats.stored = seen.arena().len() as u64;
                    return stopped(limit, meter);
                }
                let g = path.len() as u32;
                if meter.traces() {
                    meter.trace_expanded(problem, &state, NodeValues { g, h: None, f: None });
                }
                first = untried.len();
                let last = path.last().map(|&(action, ..)| action);
                let _ = problem.visit(
                    &state,
                    last,
                    &mut Each(|action| {
                        untried.push(action);
                        ControlFlow::Continue(())
                    }),
                );
                meter.stats.generated += (untried.len() - first) as u64;
                meter.stats.max_open = meter.stats.max_open.max(untried.len() as u64);
                if meter.traces() {
                    for &action in &untried[first..] {
                        let mut child = state.clone();
                        problem.apply(&mut child, action);
                        let known = seen.find(problem, &child).is_some();
                        let outcome = if known { NodeOutcome::Duplicate } else { NodeOutcome::New };
                        let values = NodeValues { g: g + 1, h: None, f: None };
                        meter.trace_generated(problem, &state, &child, values, outcome);
                    }
                }
                // The last one is tried first.
                match parameters.order {
                    ChildOrder::Reversed => {}
                    ChildOrder::Random => shuffle(&mut untried[first..], &mut random),
                    ChildOrder::Domain | ChildOrder::Heuristic => untried[first..].reverse(),
                }
            } else {
                first = untried.len();
            }
        }
        if untried.len() > first {
            if let Some(action) = untried.pop() {
                let undo = problem.apply(&mut state, action);
                path.push((action, undo, first));
                entering = true;
            }
        } else {
            let Some((action, undo, level)) = path.pop() else {
                meter.stats.stored = seen.arena().len() as u64;
                return ended(End::Unsolvable, meter);
            };
            problem.undo(&mut state, action, undo);
            first = level;
            entering = false;
        }
    }
}
