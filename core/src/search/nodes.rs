//! Nodes of a graph search: visited states with a parent each, and whatever the algorithm adds.
//!
//! A node keeps no action. A plan is rebuilt by replaying the states and picking the action whose successor
//! packs to the next node.

use super::visited::{Dense, Hashed, Visited};
use super::{End, Limit, Limits, Meter, Outcome};
use crate::domain::{Domain, actions};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Parent of a start node.
pub(super) const NO_PARENT: u32 = u32::MAX;

/// A visited set of kind `V` with a parent and an `X` for every state.
pub(super) struct Nodes<D: Domain, V: Visited<D>, X = ()> {
    pub(super) seen: V,
    pub(super) parent: Vec<u32>,
    pub(super) extra: Vec<X>,
    _domain: PhantomData<fn() -> D>,
}

impl<D: Domain, V: Visited<D>, X> Nodes<D, V, X> {
    pub(super) fn new(seen: V) -> Self {
        Self { seen, parent: Vec::new(), extra: Vec::new(), _domain: PhantomData }
    }

    /// To be called before an insertion: grows if need be and allowed. `others` are the bytes that the
    /// algorithm holds besides.
    #[inline]
    pub(super) fn make_room(&mut self, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Limit> {
        if self.seen.is_full() { self.grow(meter, others) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Limit> {
        let beside = size_of::<u32>() + size_of::<X>();
        let states = super::arena::grown(self.seen.arena().len());
        meter.allow(self.seen.bytes_to_grow() + (states * beside) as u64 + others)?;
        self.seen.grow();
        self.parent.reserve_exact(states.saturating_sub(self.parent.len()));
        self.extra.reserve_exact(states.saturating_sub(self.extra.len()));
        ControlFlow::Continue(())
    }

    /// Adds a state if it is new.
    #[inline]
    pub(super) fn insert(&mut self, domain: &D, state: &D::State, parent: u32, extra: X) -> Option<u32> {
        let index = self.seen.insert(domain, state)?;
        self.parent.push(parent);
        self.extra.push(extra);
        Some(index)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let beside = self.parent.capacity() * size_of::<u32>() + self.extra.capacity() * size_of::<X>();
        self.seen.bytes() + beside as u64
    }

    pub(super) fn len(&self) -> u64 {
        self.seen.arena().len() as u64
    }

    pub(super) fn state(&self, domain: &D, node: u32) -> D::State {
        self.seen.arena().state(domain, node)
    }

    /// The actions from the node's first ancestor to it.
    pub(super) fn plan(&self, domain: &D, node: u32) -> Vec<D::Action> {
        let mut chain = vec![node];
        let mut at = node;
        while self.parent[at as usize] != NO_PARENT {
            at = self.parent[at as usize];
            chain.push(at);
        }
        chain.reverse();
        let mut state = self.state(domain, at);
        let mut plan = Vec::with_capacity(chain.len() - 1);
        for &next in &chain[1..] {
            let action = cheapest_to(domain, &state, self.seen.arena().get(next));
            domain.apply(&mut state, action);
            plan.push(action);
        }
        plan
    }
}

/// The action that leads from a state to a packed successor; the cheapest if there are several.
pub(super) fn cheapest_to<D: Domain>(domain: &D, state: &D::State, target: &[u64]) -> D::Action {
    let mut packed = vec![0; domain.words()];
    actions(domain, state)
        .into_iter()
        .filter_map(|action| {
            let mut child = state.clone();
            domain.apply(&mut child, action);
            domain.pack(&child, &mut packed);
            (packed == target).then(|| (action, domain.paid(state, action, &child)))
        })
        .min_by_key(|&(_, cost)| cost)
        .map(|(action, _)| action)
        .expect("a node's parent has an action that leads to it")
}

/// Runs a computation with the best visited set the domain allows.
pub(super) trait WithVisited<D: Domain> {
    type Output;
    fn call<V: Visited<D>>(self, seen: V) -> Self::Output;
}

/// A bitset where the domain numbers its states densely, a hash table elsewhere.
pub(super) fn with_visited<D: Domain, W: WithVisited<D>>(domain: &D, limits: Limits, with: W) -> W::Output {
    match Dense::new(domain, limits.memory) {
        Some(dense) => with.call(dense),
        None => with.call(Hashed::new(domain)),
    }
}

/// The outcome of a search that ended with a plan.
pub(crate) fn solved<D: Domain>(
    domain: &D,
    start: &D::State,
    plan: Vec<D::Action>,
    optimal: bool,
    mut meter: Meter<'_>,
) -> Outcome<D::Action> {
    // Nothing is cheaper than nothing.
    let optimal = optimal || plan.is_empty();
    let cost = plan_cost(domain, start, &plan);
    meter.stats.depth = plan.len() as u32;
    Outcome { end: End::Solved { plan, cost, optimal }, limit: None, stats: meter.stats }
}

/// What the actions of a plan cost.
pub(crate) fn plan_cost<D: Domain>(domain: &D, start: &D::State, plan: &[D::Action]) -> u64 {
    let mut state = start.clone();
    let mut cost = 0;
    for &action in plan {
        let before = state.clone();
        domain.apply(&mut state, action);
        cost += u64::from(domain.paid(&before, action, &state));
    }
    cost
}

/// The outcome of a search that a limit ended.
pub(super) fn stopped<A>(limit: Limit, meter: Meter<'_>) -> Outcome<A> {
    Outcome { end: End::Limit, limit: Some(limit), stats: meter.stats }
}

/// The outcome of a search that ended otherwise.
pub(super) fn ended<A>(end: End<A>, meter: Meter<'_>) -> Outcome<A> {
    Outcome { end, limit: None, stats: meter.stats }
}
