//! The engine of the best-first searches: an open list ordered by a key, a table of known states,
//! reopening. Uniform cost, greedy, A*, weighted, anytime and restarting weighted A* are presets over it.

use super::nodes::{NO_PARENT, Nodes, ended, solved, stopped};
use super::open_list::{Key, MAX_TIE_G, OpenList};
use super::visited::Hashed;
use super::{End, Limit, Meter, NodeOutcome, NodeValues, Outcome, Search};
use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Problem, Visit, count_actions};
use std::ops::ControlFlow;

/// How a preset differs from the others.
pub(super) struct Preset<K> {
    /// The queue key from g and h, in 1/256.
    pub(super) key: K,
    /// Whether the first goal expanded is optimal.
    pub(super) optimal: bool,
    /// Go on after a solution, looking for cheaper ones.
    pub(super) anytime: bool,
    /// Expand a node again when a cheaper path to it turns up.
    pub(super) reopen: bool,
}

/// g in the low bits; the top bit says that the node has been expanded.
const EXPANDED: u32 = 1 << 31;

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra<M> {
    g: u32,
    memo: M,
}

struct Engine<'a, P: Problem, H: Heuristic<P>, K> {
    heuristic: H,
    key: K,
    nodes: Nodes<P, Hashed<P>, Extra<H::Memo>>,
    open: OpenList,
    meter: Meter<'a>,
    /// The node being expanded.
    parent: u32,
    parent_g: u32,
    parent_memo: H::Memo,
    siblings: u32,
    /// Nodes that cannot lead below this cost are dropped (anytime search).
    incumbent: Option<u64>,
    admissible: bool,
    reopen: bool,
    /// Estimates of the nodes, kept where the observer traces.
    traced_h: Vec<f64>,
    stopped: Option<Limit>,
}

/// Runs a best-first search.
pub(super) fn run<P, H, K>(search: Search<'_, P, H>, preset: Preset<K>) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
    K: Fn(u32, H::Value) -> u64,
{
    let Search { problem, start, mut heuristic, parameters, admissible, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer);
    let mut nodes = Nodes::new(Hashed::new(problem));
    if let ControlFlow::Break(limit) = nodes.make_room(&mut meter, 0) {
        return stopped(limit, meter);
    }
    let (h, memo) = heuristic.root(&View::root(problem, start));
    meter.stats.evaluated = 1;
    nodes.insert(problem, start, NO_PARENT, Extra { g: 0, memo });
    let mut open = OpenList::new();
    open.push(Key::new((preset.key)(0, h), 0), 0);
    let mut engine = Engine {
        heuristic,
        key: preset.key,
        nodes,
        open,
        meter,
        parent: 0,
        parent_g: 0,
        parent_memo: memo,
        siblings: 0,
        incumbent: None,
        admissible,
        reopen: preset.reopen,
        traced_h: Vec::new(),
        stopped: None,
    };
    if engine.meter.traces() {
        engine.traced_h.push(h.value());
    }
    let mut best = None;
    while let Some((key, node)) = engine.open.pop() {
        let extra = engine.nodes.extra[node as usize];
        // Expanded before, or pushed again since with a smaller g.
        if extra.g & EXPANDED != 0 || extra.g.min(MAX_TIE_G) != key.g() {
            continue;
        }
        let state = engine.nodes.state(problem, node);
        if problem.is_goal(&state) {
            if !preset.anytime {
                let plan = engine.nodes.plan(problem, node);
                return solved(problem, start, plan, preset.optimal, engine.finish());
            }
            if engine.incumbent.is_none_or(|cost| u64::from(extra.g) < cost) {
                engine.incumbent = Some(u64::from(extra.g));
                engine.meter.improved(u64::from(extra.g));
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

impl<'a, P: Problem, H: Heuristic<P>, K: Fn(u32, H::Value) -> u64> Engine<'a, P, H, K> {
    fn expand(
        &mut self,
        problem: &P,
        state: &P::State,
        (node, key): (u32, Key),
        extra: Extra<H::Memo>,
    ) -> Option<Limit> {
        if let Some(cost) = self.incumbent {
            let view = View { g: extra.g, ..View::root(problem, state) };
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
        (self.parent, self.parent_g, self.parent_memo) = (node, extra.g, extra.memo);
        if self.heuristic.needs().siblings {
            self.siblings = count_actions(problem, state);
        }
        let _ = problem.visit(state, None, self);
        self.meter.stats.max_open = self.meter.stats.max_open.max(self.open.len());
        self.stopped
    }

    /// Reports a successor that was evaluated.
    #[cold]
    fn trace(
        &mut self,
        problem: &P,
        (parent, child): (&P::State, &P::State),
        (g, h, key): (u32, H::Value, Key),
        node: u32,
        (new, keep): (bool, bool),
    ) {
        let h = h.value();
        self.traced_h.resize(self.nodes.len() as usize, h);
        self.traced_h[node as usize] = h;
        let outcome = match (new, keep) {
            (_, false) => NodeOutcome::Pruned,
            (true, true) => NodeOutcome::New,
            (false, true) => NodeOutcome::Reopened,
        };
        let values = NodeValues { g, h: Some(h), f: Some(key.f()) };
        self.meter.trace_generated(problem, parent, child, values, outcome);
    }

    fn finish(mut self) -> Meter<'a> {
        self.meter.stats.stored = self.nodes.len();
        self.meter
    }

    /// The child's estimate and memo.
    #[inline]
    fn evaluate(
        &mut self,
        problem: &P,
        parent: &P::State,
        action: P::Action,
        child: &P::State,
        g: u32,
    ) -> (H::Value, H::Memo) {
        self.meter.stats.evaluated += 1;
        self.heuristic.evaluate_successor(problem, parent, action, self.parent_memo).unwrap_or_else(|| {
            let view =
                View { problem, state: child, parent: Some((parent, action)), g, siblings: self.siblings };
            self.heuristic.child(&view, self.parent_memo)
        })
    }
}

impl<P: Problem, H: Heuristic<P>, K: Fn(u32, H::Value) -> u64> Visit<P> for Engine<'_, P, H, K> {
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        if let ControlFlow::Break(limit) = self.nodes.make_room(&mut self.meter, self.open.bytes()) {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        self.meter.stats.generated += 1;
        let mut child = state.clone();
        problem.apply(&mut child, action);
        let g = self.parent_g + problem.paid(state, action, &child);
        let (node, new) = self.nodes.seen.enter(problem, &child);
        if !new {
            let known = self.nodes.extra[node as usize].g;
            if known & !EXPANDED <= g || (known & EXPANDED != 0 && !self.reopen) {
                if self.meter.traces() {
                    let values = NodeValues { g, h: None, f: None };
                    self.meter.trace_generated(problem, state, &child, values, NodeOutcome::Duplicate);
                }
                return ControlFlow::Continue(());
            }
            self.meter.stats.reopened += u64::from(known & EXPANDED != 0);
        }
        let (h, memo) = self.evaluate(problem, state, action, &child, g);
        if new {
            self.nodes.parent.push(self.parent);
            self.nodes.extra.push(Extra { g, memo });
        } else {
            self.nodes.parent[node as usize] = self.parent;
            self.nodes.extra[node as usize] = Extra { g, memo };
        }
        let least = || u64::from(g) + if self.admissible { u64::from(h.bound()) } else { 0 };
        let keep = self.incumbent.is_none_or(|cost| least() < cost);
        let key = Key::new((self.key)(g, h), g);
        if keep {
            self.open.push(key, node);
        }
        if self.meter.traces() {
            self.trace(problem, (state, &child), (g, h, key), node, (new, keep));
        }
        ControlFlow::Continue(())
    }
}
