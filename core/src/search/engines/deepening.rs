//! The engine of the deepening searches: depth-first to a bound on f, again with the next bound.
//!
//! The domain drives a visitor, and a heuristic that can tell a child's value from its parent cuts the
//! child off before it is made. With a table, states reached again in the same round by a path no shorter
//! are not searched again; that never costs optimality.
//!
//! The next bound is the smallest f that was cut off. For a heuristic not known to be admissible, a round
//! that grew less than twofold (or as `growth` says) takes its next bound from the histogram of the
//! cut-off values instead (IDA*_CR, Sarkar et al., 1991): real-valued and inflated estimates would
//! otherwise cause thousands of rounds.

mod tree_search;

use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Each, Problem, Visit, count_actions, paid};
use crate::random::{Stream, shuffle, stream};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::spare_states::SpareStates;
use crate::search::structures::transposition::{Transpositions, Verdict};
use crate::search::{ChildOrder, End, Limit, Meter, NodeOutcome, NodeValues, Outcome, Search};
use std::ops::ControlFlow;

/// How f's integer bound is made from an estimate. A choice made while the search runs: a choice by type would compile the
/// engine once for each.
#[derive(Clone, Copy)]
pub(in crate::search) enum Bounding {
    /// ceil(h − 1e-6): an admissible estimate stays admissible.
    Plain,
    /// floor(w·h).
    Weighted(f64),
}

impl Bounding {
    /// The part of f that the estimate adds.
    #[inline]
    fn bound<V: Estimate>(self, h: V) -> u32 {
        match self {
            Self::Plain => h.bound(),
            Self::Weighted(weight) => h.weighted_bound(weight),
        }
    }
}

/// Paths longer than this are cut off: they would outgrow the call stack.
const MAX_DEPTH: u32 = 8_192;
/// Room for values of a heuristic that there always is, also where the limit on memory leaves none next to the table.
const MIN_CACHE: u64 = 1 << 20;
/// Cut-off values counted above the present bound.
const HISTOGRAM: usize = 1_024;

struct Engine<'a, P: Problem, H: Heuristic<P>> {
    heuristic: H,
    bounding: Bounding,
    meter: Meter<'a>,
    table: Option<Transpositions<P>>,
    bound: u32,
    /// Smallest f above the bound.
    next_bound: u32,
    /// How many nodes were cut off at bound + 1 + i.
    histogram: Option<Box<[u64; HISTOGRAM]>>,
    /// A state that was cut off had not been searched before, so the round did not see everything.
    cut_off_new: bool,
    path: Vec<P::Action>,
    spares: SpareStates<P::State>,
    /// The node whose children are visited.
    g: u32,
    incremental: H::Incremental,
    siblings: u32,
    needs_siblings: bool,
    order: ChildOrder,
    growth: f64,
    random: Stream,
    /// Children waiting to be visited in another order than the domain's, all levels stacked.
    waiting: Vec<(P::Action, H::Value, H::Incremental)>,
    /// Room to collect the children of one node.
    actions: Vec<P::Action>,
    found: bool,
    stopped: Option<Limit>,
}

/// Runs a deepening search. `admissible` says whether a bound never overestimates: then the smallest f that was cut off
/// is the next bound, and the first solution found is optimal unless bounds rise by larger steps.
pub(in crate::search) fn run<P, H>(
    search: Search<'_, P, H>,
    bounding: Bounding,
    admissible: bool,
) -> Outcome<P::Action>
where
    P: Problem,
    H: Heuristic<P>,
{
    let parameters = &search.parameters;
    let optimal = admissible && parameters.step <= 1;
    let needs_siblings = search.heuristic.needs().siblings;
    if matches!(bounding, Bounding::Plain)
        && optimal
        && search.problem.unit_cost()
        && parameters.table_bytes::<P>() == 0
        && parameters.order == ChildOrder::Domain
        && !needs_siblings
        && !search.observer.traces()
    {
        return tree_search::run(search);
    }
    let Search { problem, start, mut heuristic, parameters, observer, .. } = search;
    let mut meter = Meter::new(parameters.limits, observer).of_price(heuristic.price());
    let (h, incremental) = heuristic.root(&View::root(problem, start));
    meter.stats.evaluated = 1;
    if H::DEAD_ENDS && h.is_dead_end() && !problem.is_goal(start) {
        return ended(End::Unsolvable, meter);
    }
    // A table larger than the memory limit allows would only be refused later.
    let table_bytes = parameters.table_bytes::<P>().min(parameters.limits.memory.unwrap_or(u64::MAX));
    meter.stats.table_bytes = table_bytes;
    if table_bytes > 0 {
        let spare = parameters.limits.memory.map_or(u64::MAX, |most| most - table_bytes);
        heuristic.enable_cache(problem, (table_bytes / 4).min(spare).max(MIN_CACHE));
    }
    let mut engine = Engine {
        heuristic,
        bounding,
        meter,
        table: (table_bytes > 0).then(|| Transpositions::new(problem, table_bytes)),
        bound: bounding.bound(h),
        next_bound: u32::MAX,
        histogram: (!admissible).then(|| Box::new([0; HISTOGRAM])),
        cut_off_new: false,
        path: Vec::new(),
        spares: SpareStates::new(),
        g: 0,
        incremental,
        siblings: 0,
        needs_siblings,
        order: parameters.order,
        growth: parameters.growth,
        random: stream(0, "order", &[]),
        waiting: Vec::new(),
        actions: Vec::new(),
        found: false,
        stopped: None,
    };
    let state_only = engine.heuristic.needs().state_only();
    let mut last_round = 0;
    loop {
        engine.meter.iteration(engine.bound);
        if optimal {
            engine.meter.proved(engine.bound.into());
        }
        let before = engine.meter.stats.expanded;
        engine.round(problem, start, (h, incremental));
        if engine.found {
            let plan = std::mem::take(&mut engine.path);
            return solved(problem, start, plan, optimal, engine.finish());
        }
        if let Some(limit) = engine.stopped {
            return stopped(limit, engine.finish());
        }
        // A value that depends on the path may cut off a state now that an earlier round let through, so
        // knowing the state proves nothing then.
        let proof = state_only && engine.table.as_ref().is_some_and(Transpositions::is_loss_free);
        if engine.next_bound == u32::MAX || (proof && !engine.cut_off_new) {
            return ended(End::Unsolvable, engine.finish());
        }
        let round = engine.meter.stats.expanded - before;
        let least = engine.bound.saturating_add(parameters.step);
        engine.bound = engine.bound_after(round, last_round).max(least);
        last_round = round;
    }
}

impl<'a, P: Problem, H: Heuristic<P>> Engine<'a, P, H> {
    fn round(&mut self, problem: &P, start: &P::State, estimate: (H::Value, H::Incremental)) {
        self.next_bound = u32::MAX;
        self.cut_off_new = false;
        if let Some(histogram) = &mut self.histogram {
            histogram.fill(0);
        }
        if let Some(table) = &mut self.table {
            table.next_round();
        }
        self.path.clear();
        self.waiting.clear();
        let _ = self.search(problem, start, None, 0, estimate);
    }

    /// The bound of the next round.
    fn bound_after(&self, round: u64, last_round: u64) -> u32 {
        let (round, last_round) = (round as f64, last_round as f64);
        let Some(histogram) = self.histogram.as_ref().filter(|_| round < self.growth * last_round) else {
            return self.next_bound;
        };
        // Far enough that as many cut-off nodes get in as the growth asks for besides those of this round, but never past
        // the values that were cut off: with a table these are few.
        let wanted = (self.growth - 1.0) * round;
        let (mut more, mut bound) = (0_u64, self.next_bound);
        for (above, &count) in histogram.iter().enumerate().filter(|&(_, &count)| count > 0) {
            more += count;
            bound = bound.max(self.bound.saturating_add(1 + above as u32));
            if more as f64 >= wanted {
                break;
            }
        }
        bound
    }

    fn finish(mut self) -> Meter<'a> {
        if let Some(table) = &self.table {
            self.meter.stats.stored = table.len();
            let bytes = table.peak_bytes() + self.heuristic.cached_bytes();
            self.meter.stats.peak_bytes = self.meter.stats.peak_bytes.max(bytes);
        }
        self.meter
    }

    /// Searches below a node whose f is within the bound.
    fn search(
        &mut self,
        problem: &P,
        state: &P::State,
        last: Option<P::Action>,
        g: u32,
        (h, incremental): (H::Value, H::Incremental),
    ) -> ControlFlow<()> {
        if problem.is_goal(state) {
            self.found = true;
            return ControlFlow::Break(());
        }
        if let Some(table) = &mut self.table
            && matches!(table.enter(problem, state, g), Verdict::Pruned)
        {
            return ControlFlow::Continue(());
        }
        if let ControlFlow::Break(limit) = self.meter.expand() {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        if self.meter.traces() {
            let values = self.values(g, h);
            self.meter.trace_expanded(problem, state, values);
        }
        let above = (self.g, self.incremental, self.siblings);
        (self.g, self.incremental) = (g, incremental);
        if self.needs_siblings {
            self.siblings = count_actions(problem, state);
        }
        self.meter.stats.depth = self.meter.stats.depth.max(self.path.len() as u32);
        let flow = match self.order {
            ChildOrder::Domain => problem.visit(state, last, self),
            _ => self.ordered(problem, state, last),
        };
        (self.g, self.incremental, self.siblings) = above;
        flow
    }

    /// What an observer is shown of a node.
    fn values(&self, g: u32, h: H::Value) -> NodeValues {
        let f = g.saturating_add(self.bounding.bound(h));
        NodeValues { g, h: Some(h.value()), f: Some(f.into()) }
    }

    /// What is about to happen to a successor.
    #[cold]
    fn outcome(&mut self, problem: &P, child: &P::State, g: u32, pruned: bool) -> NodeOutcome {
        if pruned {
            return NodeOutcome::Pruned;
        }
        if problem.is_goal(child) {
            return NodeOutcome::New;
        }
        match self.table.as_mut().and_then(|table| table.g_in_round(problem, child)) {
            None => NodeOutcome::New,
            Some(known) if known <= g => NodeOutcome::Duplicate,
            Some(_) => NodeOutcome::Reopened,
        }
    }

    /// Notes a node above the bound.
    #[inline]
    fn cut_off(&mut self, f: u32) {
        self.next_bound = self.next_bound.min(f);
        if let Some(histogram) = &mut self.histogram
            && let Some(count) = histogram.get_mut(f.saturating_sub(self.bound.saturating_add(1)) as usize)
        {
            *count += 1;
        }
    }

    /// Goes down to a child that exists, or cuts it off.
    #[inline]
    fn descend(
        &mut self,
        problem: &P,
        (parent, child): (&P::State, &P::State),
        action: P::Action,
        g: u32,
        (h, incremental): (H::Value, H::Incremental),
    ) -> ControlFlow<()> {
        if H::DEAD_ENDS && h.is_dead_end() {
            if self.meter.traces() {
                let values = self.values(g, h);
                self.meter.trace_generated(problem, parent, child, values, NodeOutcome::DeadEnd);
            }
            return ControlFlow::Continue(());
        }
        let f = g.saturating_add(self.bounding.bound(h));
        let pruned = f > self.bound || self.path.len() >= MAX_DEPTH as usize;
        if self.meter.traces() {
            let outcome = self.outcome(problem, child, g, pruned);
            let values = self.values(g, h);
            self.meter.trace_generated(problem, parent, child, values, outcome);
        }
        if pruned {
            self.cut_off(f.max(self.bound.saturating_add(1)));
            if !self.cut_off_new {
                self.cut_off_new = self.table.as_mut().is_none_or(|table| !table.contains(problem, child));
            }
            return ControlFlow::Continue(());
        }
        self.path.push(action);
        self.search(problem, child, Some(action), g, (h, incremental))?;
        self.path.pop();
        ControlFlow::Continue(())
    }

    /// Visits the children in another order than the domain's.
    fn ordered(&mut self, problem: &P, state: &P::State, last: Option<P::Action>) -> ControlFlow<()> {
        let mut child = self.spares.copy(state);
        let first = self.waiting.len();
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let _ = problem.visit(
            state,
            last,
            &mut Each(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            }),
        );
        for &action in &actions {
            self.meter.stats.generated += 1;
            let undo = problem.apply(&mut child, action);
            let estimate = self.evaluate(problem, state, action, &child);
            problem.undo(&mut child, action, undo);
            self.waiting.push((action, estimate.0, estimate.1));
        }
        self.actions = actions;
        let children = &mut self.waiting[first..];
        match self.order {
            ChildOrder::Domain => {}
            ChildOrder::Heuristic => children.sort_by(|a, b| a.1.value().total_cmp(&b.1.value())),
            ChildOrder::Reversed => children.reverse(),
            ChildOrder::Random => shuffle(children, &mut self.random),
        }
        for at in first..self.waiting.len() {
            let (action, h, incremental) = self.waiting[at];
            let undo = problem.apply(&mut child, action);
            let g = self.g.saturating_add(paid(problem, state, action, &child));
            self.descend(problem, (state, &child), action, g, (h, incremental))?;
            problem.undo(&mut child, action, undo);
        }
        self.waiting.truncate(first);
        self.spares.give_back(child);
        ControlFlow::Continue(())
    }

    #[inline]
    fn evaluate(
        &mut self,
        problem: &P,
        parent: &P::State,
        action: P::Action,
        child: &P::State,
    ) -> (H::Value, H::Incremental) {
        self.meter.stats.evaluated += 1;
        let g = self.g.saturating_add(paid(problem, parent, action, child));
        let parent_of = Some((parent, action));
        let view = View { problem, state: child, parent: parent_of, g, siblings: self.siblings, path: &[] };
        self.heuristic
            .evaluate_successor(problem, parent, action, self.incremental)
            .unwrap_or_else(|| self.heuristic.child(&view, self.incremental))
    }
}

impl<P: Problem, H: Heuristic<P>> Visit<P> for Engine<'_, P, H> {
    #[inline]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        self.meter.stats.generated += 1;
        let g = self.g.saturating_add(problem.cost(action));
        let ahead = self.heuristic.evaluate_successor(problem, state, action, self.incremental);
        if let Some((h, _)) = ahead {
            if H::DEAD_ENDS && h.is_dead_end() {
                self.meter.stats.evaluated += 1;
                if self.meter.traces() {
                    let values = self.values(g, h);
                    self.meter.trace_action(problem, state, action, values, NodeOutcome::DeadEnd);
                }
                return ControlFlow::Continue(());
            }
            // The child of a node above the bound is of interest only as proof that nothing new was cut off; what
            // the move brings with it can only add to f.
            let f = g.saturating_add(self.bounding.bound(h));
            if f > self.bound && (self.table.is_none() || self.cut_off_new) {
                self.meter.stats.evaluated += 1;
                self.cut_off(f);
                self.cut_off_new = true;
                if self.meter.traces() {
                    let values = self.values(g, h);
                    self.meter.trace_action(problem, state, action, values, NodeOutcome::Pruned);
                }
                return ControlFlow::Continue(());
            }
        }
        let mut child = self.spares.copy(state);
        problem.apply(&mut child, action);
        let estimate = match ahead {
            Some(estimate) => {
                self.meter.stats.evaluated += 1;
                estimate
            }
            None => self.evaluate(problem, state, action, &child),
        };
        let g = g.saturating_add(problem.extra_cost(state, action, &child));
        self.descend(problem, (state, &child), action, g, estimate)?;
        self.spares.give_back(child);
        ControlFlow::Continue(())
    }
}
