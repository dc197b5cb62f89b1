//! The engine of the best-first searches: an open list ordered by a key, a table of known states,
//! reopening. Uniform cost, greedy, A*, weighted, anytime and restarting weighted A* are presets over it.
//!
//! A successor that the parent reaches as well for no more ([`Problem::visit`]) is known by the time its turn comes, so
//! nodes keep the action that led to them, and such successors are left out.

use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{PlanningHooks, Problem, Visit, WithHooks, count_actions, paid};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::nodes::{NO_PARENT, Nodes};
use crate::search::structures::open_list::{Key, OpenList};
use crate::search::structures::packed_successors::{PackedSuccessors, Waiting};
use crate::search::structures::path_words::PathWords;
use crate::search::structures::visited::{Hashed, Visited, make};
use crate::search::{End, Limit, Meter, NodeOutcome, NodeValues, Outcome, Search};
use std::ops::ControlFlow;

/// How a preset differs from the others.
#[derive(Clone, Copy)]
pub(in crate::search) struct Preset {
    /// What is expanded first.
    pub(in crate::search) order: Order,
    /// Whether the first goal expanded is optimal.
    pub(in crate::search) optimal: bool,
    /// Go on after a solution, looking for cheaper ones.
    pub(in crate::search) anytime: bool,
    /// Expand a node again when a cheaper path to it turns up.
    pub(in crate::search) reopen: bool,
}

/// What the nodes are ordered by. A choice made while the search runs: the branch is always the same, and a choice by
/// type would compile the engine once for each.
#[derive(Clone, Copy)]
pub(in crate::search) enum Order {
    /// g.
    Cost,
    /// h.
    Estimate,
    /// g + h.
    Sum,
    /// g + w·h.
    Weighted(f64),
}

impl Order {
    /// f in 1/256.
    #[inline]
    fn f<V: Estimate>(self, g: u32, h: V) -> u64 {
        let g = u64::from(g) << 8;
        match self {
            Self::Cost => g,
            Self::Estimate => h.key(),
            Self::Sum => g + h.key(),
            Self::Weighted(weight) => g + (weight * h.value()).key(),
        }
    }
}

/// In a node's g: the node has been expanded.
const EXPANDED: u32 = 1 << 31;
/// Costs of paths are counted up to here.
const MAX_G: u32 = EXPANDED - 1;

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra<A, M> {
    /// Cost of the cheapest path known, and whether the node has been [`EXPANDED`].
    g: u32,
    /// The action that led here.
    action: Option<A>,
    incremental: M,
}

struct Engine<'a, P: Problem, H: Heuristic<P>, K> {
    heuristic: &'a mut H,
    order: Order,
    nodes: Nodes<P, Hashed<P>, Extra<P::Action, H::Incremental>>,
    paths: PathWords<P, K>,
    open: OpenList,
    meter: Meter<'a>,
    /// Successors of the node being expanded, where the problem packs ahead.
    ahead: Option<Box<PackedSuccessors<P, K>>>,
    /// The successor being looked at.
    child: P::State,
    /// The node being expanded.
    parent: u32,
    parent_g: u32,
    parent_memo: H::Incremental,
    siblings: u32,
    needs_siblings: bool,
    /// Nodes that cannot lead below this cost are dropped (anytime search).
    incumbent: Option<u64>,
    admissible: bool,
    reopen: bool,
    /// Estimates of the nodes, kept where the observer traces.
    traced_h: Vec<f64>,
    stopped: Option<Limit>,
}

/// Runs a best-first search.
pub(in crate::search) fn run<P, H>(search: Search<'_, P, &mut H>, preset: Preset) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
{
    P::with_hooks(Run { search, preset })
}

/// A search, once the hooks are known.
struct Run<'a, 'h, P: Problem, H> {
    search: Search<'a, P, &'h mut H>,
    preset: Preset,
}

impl<P: Problem, H: Heuristic<P>> WithHooks<P> for Run<'_, '_, P, H> {
    type Output = Outcome<P::Action>;

    fn call<K: PlanningHooks<P>>(self) -> Self::Output {
        expand_all::<P, H, K>(self.search, self.preset)
    }
}

fn expand_all<P, H, K>(search: Search<'_, P, &mut H>, preset: Preset) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
    K: PlanningHooks<P>,
{
    let Search { problem, start, heuristic, parameters, admissible, observer, .. } = search;
    let mut meter =
        Meter::new(parameters.limits, observer).at(problem.node_prices()).of_price(heuristic.price());
    let mut nodes = Nodes::new(Hashed::new(problem));
    if let ControlFlow::Break(limit) = nodes.make_room(&mut meter, 0) {
        return stopped(limit, meter);
    }
    let mut paths = PathWords::<P, K>::new(problem);
    paths.start(problem, start);
    let view = View { path: paths.get(problem, 0), ..View::root(problem, start) };
    let (h, incremental) = heuristic.root(&view);
    meter.stats.evaluated = 1;
    if H::DEAD_ENDS && h.is_dead_end() && !problem.is_goal(start) {
        return ended(End::Unsolvable, meter);
    }
    nodes.insert(problem, start, NO_PARENT, Extra { g: 0, action: None, incremental });
    let mut open = OpenList::new();
    open.push(Key::new(preset.order.f(0, h), 0), 0);
    let traced_h = if meter.traces() { vec![h.value()] } else { Vec::new() };
    let mut engine = Engine::<P, H, K> {
        needs_siblings: heuristic.needs().siblings,
        heuristic,
        order: preset.order,
        nodes,
        paths,
        open,
        meter,
        ahead: PackedSuccessors::new(problem),
        child: start.clone(),
        parent: 0,
        parent_g: 0,
        parent_memo: incremental,
        siblings: 0,
        incumbent: None,
        admissible,
        reopen: preset.reopen,
        traced_h,
        stopped: None,
    };
    let mut best = None;
    let proves = preset.optimal && !preset.anytime && matches!(preset.order, Order::Cost | Order::Sum);
    let mut proved = 0;
    let mut state = start.clone();
    while let Some((key, node)) = engine.open.pop() {
        let extra = engine.nodes.extra[node as usize];
        // Expanded before, or pushed again since with a smaller g.
        if extra.g != key.g() {
            continue;
        }
        // The smallest f of all that is open. It may fall again where the estimate is not consistent.
        if proves && key.bound() > proved {
            proved = key.bound();
            engine.meter.proved(proved);
        }
        engine.nodes.seen.arena().unpack_into(problem, node, &mut state);
        if problem.is_goal(&state) {
            if !preset.anytime {
                let plan = engine.nodes.plan(problem, node);
                return solved(problem, start, plan, preset.optimal, engine.finish());
            }
            if engine.incumbent.is_none_or(|cost| u64::from(extra.g) < cost) {
                engine.incumbent = Some(u64::from(extra.g));
                engine.meter.improved(u64::from(extra.g), &[]);
                best = Some(engine.nodes.plan(problem, node));
            }
            continue;
        }
        if let Some(limit) = engine.expand(problem, &state, (node, key), extra) {
            return match best {
                Some(plan) => {
                    let outcome = solved(problem, start, plan, false, engine.finish());
                    Outcome { limit: Some(limit), ..outcome }
                }
                None => stopped(limit, engine.finish()),
            };
        }
    }
    match best {
        // Nothing that could be cheaper is left.
        Some(plan) => solved(problem, start, plan, preset.optimal, engine.finish()),
        None => ended(End::Unsolvable, engine.finish()),
    }
}

impl<'a, P: Problem, H: Heuristic<P>, K: PlanningHooks<P>> Engine<'a, P, H, K> {
    #[inline]
    fn expand(
        &mut self,
        problem: &P,
        state: &P::State,
        (node, key): (u32, Key),
        extra: Extra<P::Action, H::Incremental>,
    ) -> Option<Limit> {
        if let Some(cost) = self.incumbent {
            let view = View { g: extra.g, path: self.paths.get(problem, node), ..View::root(problem, state) };
            let rest = if self.admissible { self.heuristic.root(&view).0.bound() } else { 0 };
            if u64::from(extra.g) + u64::from(rest) >= cost {
                return None;
            }
        }
        if let ControlFlow::Break(limit) = self.meter.expand() {
            return Some(limit);
        }
        if self.meter.traces() {
            let h = self.traced_h[node as usize];
            let values = NodeValues { g: extra.g, h: Some(h), f: Some(key.f()) };
            self.meter.trace_expanded(problem, state, values);
        }
        self.nodes.extra[node as usize].g |= EXPANDED;
        self.meter.stats.depth = self.meter.stats.depth.max(extra.g);
        (self.parent, self.parent_g, self.parent_memo) = (node, extra.g, extra.incremental);
        if self.needs_siblings {
            self.siblings = count_actions(problem, state);
        }
        if problem.visit(state, extra.action, self).is_continue() && K::PACKS_AHEAD {
            let _ = self.enter_ahead(problem, state);
        }
        self.meter.stats.max_open = self.meter.stats.max_open.max(self.open.len());
        self.stopped
    }

    /// Looks up the successors that wait, and goes through them.
    #[inline]
    fn enter_ahead(&mut self, problem: &P, state: &P::State) -> ControlFlow<()> {
        let Some(mut ahead) = self.ahead.take() else { return ControlFlow::Continue(()) };
        let nodes = &self.nodes;
        nodes.seen.fetch_with(ahead.tags(), |node| nodes.extra[node as usize].g);
        let mut flow = ControlFlow::Continue(());
        for Waiting { action, tag, packed } in ahead.iter() {
            self.meter.stats.generated += 1;
            let (node, new) = self.nodes.seen.enter_packed(tag, packed);
            if new {
                problem.unpack_into(packed, &mut self.child);
            }
            flow = self.reach(problem, state, action, (node, new));
            if flow.is_break() {
                break;
            }
        }
        ahead.clear();
        self.ahead = Some(ahead);
        flow
    }

    /// An action leads to a node, which may be new. `child` is its state if it is, or if that is always made.
    #[inline]
    fn reach(
        &mut self,
        problem: &P,
        state: &P::State,
        action: P::Action,
        (node, new): (u32, bool),
    ) -> ControlFlow<()> {
        let cost =
            if K::PACKS_AHEAD { problem.cost(action) } else { paid(problem, state, action, &self.child) };
        let g = self.parent_g.saturating_add(cost).min(MAX_G);
        if K::path_words(problem) > 0 {
            if K::PACKS_AHEAD && !new {
                make(problem, state, action, &mut self.child);
            }
            self.paths.reach(problem, (self.parent, state), action, (node, &self.child), new);
        }
        if !new {
            let known = self.nodes.extra[node as usize].g;
            if known & MAX_G <= g || (known & EXPANDED != 0 && !self.reopen) {
                if self.meter.traces() {
                    self.trace(problem, (state, action), node, (g, None), NodeOutcome::Duplicate);
                }
                return ControlFlow::Continue(());
            }
            self.meter.stats.reopened += u64::from(known & EXPANDED != 0);
            if K::PACKS_AHEAD {
                make(problem, state, action, &mut self.child);
            }
        }
        if !K::PACKS_AHEAD || !K::SLOW_NODES {
            self.meter.stats.evaluated += 1;
        } else if let ControlFlow::Break(limit) = self.meter.evaluated() {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        let ahead = self.heuristic.evaluate_successor(problem, state, action, self.parent_memo);
        let (h, incremental) = ahead.unwrap_or_else(|| {
            let view = View {
                problem,
                state: &self.child,
                parent: Some((state, action)),
                g,
                siblings: self.siblings,
                path: self.paths.get(problem, node),
            };
            self.heuristic.child(&view, self.parent_memo)
        });
        self.meter.add_work(self.heuristic.take_work());
        let dead = H::DEAD_ENDS && h.is_dead_end();
        // No path to a dead end is worth another look.
        let extra = Extra { g: if dead { EXPANDED } else { g }, action: Some(action), incremental };
        if new {
            self.nodes.parent.push(self.parent);
            self.nodes.extra.push(extra);
        } else {
            self.nodes.parent[node as usize] = self.parent;
            self.nodes.extra[node as usize] = extra;
        }
        let least = || u64::from(g) + if self.admissible { u64::from(h.bound()) } else { 0 };
        let keep = !dead && self.incumbent.is_none_or(|cost| least() < cost);
        if keep {
            self.open.push(Key::new(self.order.f(g, h), g), node);
        }
        if self.meter.traces() {
            let outcome = match (dead, keep, new) {
                (true, ..) => NodeOutcome::DeadEnd,
                (_, false, _) => NodeOutcome::Pruned,
                (_, _, true) => NodeOutcome::New,
                (_, _, false) => NodeOutcome::Reopened,
            };
            self.trace(problem, (state, action), node, (g, Some(h)), outcome);
        }
        // There is always room for one more node: most successors are known, and need none.
        if self.nodes.seen.is_full()
            && let others = self.open.bytes() + self.paths.bytes_to_grow()
            && let ControlFlow::Break(limit) = self.nodes.make_room(&mut self.meter, others)
        {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn finish(mut self) -> Meter<'a> {
        self.meter.stats.stored = self.nodes.len();
        self.meter
    }

    /// Reports a successor; one that was not evaluated has no estimate.
    #[cold]
    fn trace(
        &mut self,
        problem: &P,
        (parent, action): (&P::State, P::Action),
        node: u32,
        (g, h): (u32, Option<H::Value>),
        outcome: NodeOutcome,
    ) {
        if let Some(h) = h {
            self.traced_h.resize(self.nodes.len() as usize, h.value());
            self.traced_h[node as usize] = h.value();
        }
        let f = h.map(|h| Key::new(self.order.f(g, h), g).f());
        let values = NodeValues { g, h: h.map(Estimate::value), f };
        self.meter.trace_action(problem, parent, action, values, outcome);
    }
}

impl<P: Problem, H: Heuristic<P>, K: PlanningHooks<P>> Visit<P> for Engine<'_, P, H, K> {
    #[inline]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        if K::PACKS_AHEAD
            && let Some(ahead) = &mut self.ahead
        {
            let full = ahead.push(problem, state, action);
            return if full { self.enter_ahead(problem, state) } else { ControlFlow::Continue(()) };
        }
        self.meter.stats.generated += 1;
        make(problem, state, action, &mut self.child);
        let found = self.nodes.seen.enter(problem, &self.child);
        self.reach(problem, state, action, found)
    }
}

#[cfg(test)]
mod tests;
