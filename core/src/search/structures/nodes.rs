//! Nodes of a graph search: visited states with a parent each, and whatever the algorithm adds.
//!
//! A plan is rebuilt by replaying the states and picking the action whose successor packs to the next node: states that
//! pack alike may differ in ways that an action sees.

use super::arena::grown;
use super::recycled::Recycled;
use super::visited::Visited;
use crate::problem::{Problem, actions, paid};
use crate::search::Limit;
use crate::search::Meter;
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// Parent of a start node.
pub const NO_PARENT: u32 = u32::MAX;

/// A visited set of kind `V` with a parent and an `X` for every state.
pub struct Nodes<P: Problem, V: Visited<P>, X: 'static = ()> {
    /// The states.
    pub seen: V,
    /// The parent of each, or [`NO_PARENT`].
    pub parent: Recycled<u32>,
    /// What the algorithm keeps of each.
    pub extra: Recycled<X>,
    /// Nodes whose parents and extras fit without growing.
    room: usize,
    _problem: PhantomData<fn() -> P>,
}

impl<P: Problem, V: Visited<P>, X> Nodes<P, V, X> {
    /// No nodes yet.
    pub fn new(seen: V) -> Self {
        Self { seen, parent: Recycled::new(), extra: Recycled::new(), room: 0, _problem: PhantomData }
    }

    /// To be called before an insertion: grows if need be and allowed. `others` are the bytes that the
    /// algorithm holds besides.
    #[inline]
    pub fn make_room(&mut self, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Limit> {
        if self.seen.is_full() { self.grow(meter, others) } else { ControlFlow::Continue(()) }
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Limit> {
        let per_state = size_of::<u32>() + size_of::<X>();
        let states = grown(self.seen.arena().len());
        meter.allow(self.seen.bytes_to_grow() + (states * per_state) as u64 + others)?;
        self.seen.grow();
        let more = states.saturating_sub(self.parent.len());
        self.parent.reserve_exact(more);
        self.extra.reserve_exact(more);
        self.room = self.room.max(states);
        ControlFlow::Continue(())
    }

    /// Adds a state if it is new.
    #[inline]
    pub fn insert(&mut self, problem: &P, state: &P::State, parent: u32, extra: X) -> Option<u32> {
        let index = self.seen.insert(problem, state)?;
        self.parent.push(parent);
        self.extra.push(extra);
        Some(index)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.seen.bytes() + (self.room * (size_of::<u32>() + size_of::<X>())) as u64
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.seen.arena().len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state of a node.
    pub fn state(&self, problem: &P, node: u32) -> P::State {
        self.seen.arena().state(problem, node)
    }

    /// The actions from the node's first ancestor to it.
    pub fn plan(&self, problem: &P, node: u32) -> Vec<P::Action> {
        let mut chain = vec![node];
        let mut at = node;
        while self.parent[at as usize] != NO_PARENT {
            at = self.parent[at as usize];
            chain.push(at);
        }
        chain.reverse();
        let mut state = self.state(problem, at);
        let mut plan = Vec::with_capacity(chain.len() - 1);
        for &next in &chain[1..] {
            let action = cheapest_to(problem, &state, self.seen.arena().get(next));
            problem.apply(&mut state, action);
            plan.push(action);
        }
        plan
    }
}

/// The action that leads from a state to its packed successor; the cheapest if there are several.
pub(crate) fn cheapest_to<P: Problem>(problem: &P, state: &P::State, target: &[u64]) -> P::Action {
    cheapest_action(problem, state, target).expect("a node's parent has an action that leads to it")
}

/// The cheapest of the actions that lead from a state to a packed one.
pub(crate) fn cheapest_action<P: Problem>(
    problem: &P,
    state: &P::State,
    target: &[u64],
) -> Option<P::Action> {
    let mut packed = vec![0; problem.packed_len()];
    let mut child = state.clone();
    actions(problem, state)
        .into_iter()
        .filter_map(|action| {
            child.clone_from(state);
            problem.apply(&mut child, action);
            problem.pack(&child, &mut packed);
            (packed == target).then(|| (action, paid(problem, state, action, &child)))
        })
        .min_by_key(|&(_, cost)| cost)
        .map(|(action, _)| action)
}
