//! Full enumeration: every state reachable from a start, and its exact distance to the nearest goal.
//!
//! Where every action has an inverse and costs 1, distances come from a second breadth-first pass that
//! starts from all goals at once. Elsewhere the edges are kept and followed backwards, cheapest first.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_core::search::Limits;
//! use unstuck_tiles::TilesDomain;
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let found = board.explore(Limits::default(), &mut ()).unwrap();
//! assert_eq!(found.space.distances, [1, 2, 2, 2, 2, 2, 1]);
//! ```

use super::{Limit, Limits, Meter, NodeOutcome, NodeValues, Observer, Stats};
use crate::problem::{Each, Problem, paid};
use crate::search::engines::layers::Layers;
use crate::search::structures::visited::{Hashed, Visited, WithVisited, make, with_visited};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// What an enumeration found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Space {
    /// States reachable from the start, itself included.
    pub reachable: u64,
    /// Goals among them.
    pub goals: u64,
    /// How many states lie at each depth from the start, by the cheapest number of actions.
    pub depths: Vec<u64>,
    /// How many states are at each distance from the nearest goal; from 2^20 on they are counted together.
    pub distances: Vec<u64>,
    /// States from which no goal can be reached.
    pub dead_ends: u64,
    /// The statistics.
    pub stats: Stats,
}

/// Counts the reachable states by depth; goals are expanded like any other state. Every state is shown to `each` with its depth.
pub fn reachable<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: Limits,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&P::State, u32),
) -> Result<Space, (Limit, Stats)> {
    with_visited(problem, limits, Flood { problem, sources: vec![start.clone()], limits, observer, each })
}

/// Enumerates the reachable states and shows each to `each` with its distance to the nearest goal
/// (`None` where there is none), nearest first where distances are symmetric.
pub fn distances<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: Limits,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&P::State, Option<u32>),
) -> Result<Space, (Limit, Stats)> {
    if !problem.reversible() || !problem.unit_cost() {
        return backward(problem, start, limits, observer, each);
    }
    let mut goals = Vec::new();
    let mut space = reachable(problem, start, limits, observer, &mut |state, _| {
        if problem.is_goal(state) {
            goals.push(state.clone());
        }
    })?;
    space.goals = goals.len() as u64;
    if goals.is_empty() {
        space.dead_ends = space.reachable;
        let again = reachable(problem, start, limits, observer, &mut |state, _| each(state, None))?;
        space.add_pass(&again.stats);
        return Ok(space);
    }
    let mut shown = |state: &P::State, depth: u32| each(state, Some(depth));
    let flood = Flood { problem, sources: goals, limits, observer, each: &mut shown };
    let back = with_visited(problem, limits, flood)?;
    space.distances = back.depths;
    space.add_pass(&back.stats);
    Ok(space)
}

impl Space {
    /// Adds the statistics of a second pass over the same states.
    fn add_pass(&mut self, pass: &Stats) {
        self.stats.expanded += pass.expanded;
        self.stats.generated += pass.generated;
        self.stats.peak_bytes = self.stats.peak_bytes.max(pass.peak_bytes);
    }
}

struct Flood<'a, P: Problem> {
    problem: &'a P,
    sources: Vec<P::State>,
    limits: Limits,
    observer: &'a mut dyn Observer,
    each: &'a mut dyn FnMut(&P::State, u32),
}

impl<P: Problem> WithVisited<P> for Flood<'_, P> {
    type Output = Result<Space, (Limit, Stats)>;

    fn call<V: Visited<P>>(self, seen: V) -> Self::Output {
        let Self { problem, sources, limits, observer, each } = self;
        let mut meter = Meter::new(limits, observer);
        let mut layers = Layers::new(seen);
        for state in sources {
            if let ControlFlow::Break(limit) = layers.add_source(problem, &state, &mut meter) {
                return Err((limit, meter.stats));
            }
        }
        let mut depths = Vec::new();
        while layers.waiting() > 0 {
            let depth = depths.len() as u32;
            depths.push(layers.waiting());
            layers.each_waiting(problem, |state| each(state, depth));
            let mut nothing = |_: &P, _: &P::State, _: u32| ControlFlow::Continue(());
            let expanded = layers.expand(problem, &mut meter, &mut nothing);
            meter.stats.stored = layers.nodes.len();
            meter.stats.depth = depth;
            if let Err(limit) = expanded {
                return Err((limit, meter.stats));
            }
        }
        Ok(Space { reachable: layers.nodes.len(), depths, stats: meter.stats, ..Space::default() })
    }
}

/// The largest distance; the number above it says that there is none.
const MAX_DISTANCE: u32 = u32::MAX - 1;
/// Where costs are large, histograms are not.
const MAX_COUNTED: u32 = 1 << 20;

/// Distances where actions have no inverse or unequal costs: the graph is kept and walked backwards.
fn backward<P: Problem>(
    problem: &P,
    start: &P::State,
    limits: Limits,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(&P::State, Option<u32>),
) -> Result<Space, (Limit, Stats)> {
    let mut meter = Meter::new(limits, observer);
    let mut seen = Hashed::new(problem);
    let (mut state, mut child) = (start.clone(), start.clone());
    // (to, from, cost): sorted by `to` below, so that the edges into a state lie together.
    let mut edges: Vec<(u32, u32, u32)> = Vec::new();
    seen.grow();
    seen.enter(problem, start);
    let mut depth_of = vec![0_u32];
    let mut at = 0;
    while at < seen.arena().len() {
        seen.arena().unpack_into(problem, at as u32, &mut state);
        let held = (edges.capacity() * size_of::<(u32, u32, u32)>() + depth_of.capacity() * 4) as u64;
        let mut stop = meter.expand();
        let g = depth_of[at];
        if stop.is_continue() {
            if meter.traces() {
                meter.trace_expanded(problem, &state, NodeValues { g, h: None, f: None });
            }
            let _ = problem.visit(
                &state,
                None,
                &mut Each(|action| {
                    if seen.is_full() {
                        stop = meter.allow(seen.bytes_to_grow() + 2 * held);
                        if stop.is_break() {
                            return ControlFlow::Break(());
                        }
                        seen.grow();
                    }
                    meter.stats.generated += 1;
                    make(problem, &state, action, &mut child);
                    let (to, new) = seen.enter(problem, &child);
                    if new {
                        depth_of.push(g + 1);
                    }
                    if meter.traces() {
                        let outcome = if new { NodeOutcome::New } else { NodeOutcome::Duplicate };
                        let values = NodeValues { g: g + 1, h: None, f: None };
                        meter.trace_generated(problem, &state, &child, values, outcome);
                    }
                    edges.push((to, at as u32, paid(problem, &state, action, &child)));
                    ControlFlow::Continue(())
                }),
            );
        }
        if let ControlFlow::Break(limit) = stop {
            return Err((limit, meter.stats));
        }
        at += 1;
    }
    edges.sort_unstable();
    let states = seen.arena().len();
    let mut distance = vec![u32::MAX; states];
    let mut queue = BinaryHeap::new();
    let mut goals = 0;
    for node in 0..states as u32 {
        seen.arena().unpack_into(problem, node, &mut state);
        if problem.is_goal(&state) {
            distance[node as usize] = 0;
            queue.push(Reverse((0, node)));
            goals += 1;
        }
    }
    while let Some(Reverse((so_far, node))) = queue.pop() {
        if so_far > distance[node as usize] {
            continue;
        }
        let into = edges.partition_point(|edge| edge.0 < node);
        for &(_, from, cost) in edges[into..].iter().take_while(|edge| edge.0 == node) {
            let through = so_far.saturating_add(cost).min(MAX_DISTANCE);
            if through < distance[from as usize] {
                distance[from as usize] = through;
                queue.push(Reverse((through, from)));
            }
        }
    }
    let mut space = Space { reachable: states as u64, goals, ..Space::default() };
    for (node, &far) in distance.iter().enumerate() {
        let known = (far != u32::MAX).then_some(far);
        seen.arena().unpack_into(problem, node as u32, &mut state);
        each(&state, known);
        count(&mut space.depths, depth_of[node]);
        match known {
            Some(far) => count(&mut space.distances, far),
            None => space.dead_ends += 1,
        }
    }
    meter.stats.stored = space.reachable;
    space.stats = meter.stats;
    Ok(space)
}

fn count(histogram: &mut Vec<u64>, at: u32) {
    let at = at.min(MAX_COUNTED) as usize;
    if histogram.len() <= at {
        histogram.resize(at + 1, 0);
    }
    histogram[at] += 1;
}
