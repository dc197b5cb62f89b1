//! Breadth-first expansion, one layer of equal depth after another, from one or many sources.

use super::arena::grown;
use super::nodes::{NO_PARENT, Nodes};
use super::visited::Visited;
use super::{Limit, Meter, NodeOutcome, NodeValues};
use crate::problem::{Problem, Visit};
use std::mem::needs_drop;
use std::ops::ControlFlow;

/// A breadth-first search in progress: everything seen so far, and the outermost layer.
pub(super) struct Layers<P: Problem, V: Visited<P>> {
    pub(super) nodes: Nodes<P, V>,
    frontier: Frontier<P>,
    /// Index of the frontier's first state.
    first: u32,
    /// Actions from a source to a state of the frontier.
    depth: u32,
    /// Bytes that the algorithm holds besides.
    pub(super) beside: u64,
}

/// The states of a layer, each with the action that led to it.
struct Frontier<P: Problem> {
    /// The states, which are the last ones of the arena. Those that own memory are not kept but unpacked again.
    states: Vec<P::State>,
    actions: Vec<Option<P::Action>>,
}

impl<P: Problem> Frontier<P> {
    /// Plain states are kept: copying them takes less than unpacking.
    const KEPT: bool = !needs_drop::<P::State>();

    fn new() -> Self {
        Self { states: Vec::new(), actions: Vec::new() }
    }

    fn len(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.actions.len() == self.actions.capacity()
    }

    /// Bytes of a list with room for so many states.
    fn bytes_of(capacity: usize) -> u64 {
        let state = if Self::KEPT { size_of::<P::State>() } else { 0 };
        (capacity * (state + size_of::<Option<P::Action>>())) as u64
    }

    fn bytes(&self) -> u64 {
        Self::bytes_of(self.actions.capacity())
    }

    fn reserve_to(&mut self, capacity: usize) {
        self.actions.reserve_exact(capacity - self.actions.len());
        if Self::KEPT {
            self.states.reserve_exact(capacity - self.states.len());
        }
    }

    #[inline]
    fn push(&mut self, state: &P::State, action: Option<P::Action>) {
        if Self::KEPT {
            self.states.push(state.clone());
        }
        self.actions.push(action);
    }
}

/// What happens to a state seen for the first time.
pub(super) trait Meet<P: Problem> {
    /// Break ends the expansion of the layer.
    fn new_state(&mut self, problem: &P, state: &P::State, index: u32) -> ControlFlow<()>;
}

impl<P: Problem, F: FnMut(&P, &P::State, u32) -> ControlFlow<()>> Meet<P> for F {
    #[inline]
    fn new_state(&mut self, problem: &P, state: &P::State, index: u32) -> ControlFlow<()> {
        self(problem, state, index)
    }
}

struct Expansion<'e, 'm, P: Problem, V: Visited<P>, M> {
    nodes: &'e mut Nodes<P, V>,
    next: &'e mut Frontier<P>,
    meter: &'e mut Meter<'m>,
    meet: &'e mut M,
    /// The successor being looked at.
    child: P::State,
    parent: u32,
    depth: u32,
    /// Bytes that do not grow meanwhile: the layer being expanded, and what lies beside.
    held: u64,
    stopped: Option<Limit>,
}

impl<P: Problem, V: Visited<P>> Layers<P, V> {
    /// Nothing yet.
    pub(super) fn new(seen: V) -> Self {
        Self { nodes: Nodes::new(seen), frontier: Frontier::new(), first: 0, depth: 0, beside: 0 }
    }

    /// Adds a source, unless it is there already.
    pub(super) fn add_source(
        &mut self,
        problem: &P,
        state: &P::State,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Limit> {
        self.nodes.make_room(meter, self.held())?;
        if self.nodes.insert(problem, state, NO_PARENT, ()).is_some() {
            if self.frontier.is_full() {
                let capacity = grown(self.frontier.len());
                meter.allow(self.nodes.bytes() + self.held() + Frontier::<P>::bytes_of(capacity))?;
                self.frontier.reserve_to(capacity);
            }
            self.frontier.push(state, None);
        }
        self.nodes.make_room(meter, self.held())
    }

    /// How many states the outermost layer has.
    pub(super) fn waiting(&self) -> u64 {
        self.frontier.len() as u64
    }

    /// Shows the states of the outermost layer.
    pub(super) fn each_waiting(&self, problem: &P, mut each: impl FnMut(&P::State)) {
        if Frontier::<P>::KEPT {
            self.frontier.states.iter().for_each(each);
        } else if self.waiting() > 0 {
            let arena = self.nodes.seen.arena();
            let mut state = arena.state(problem, self.first);
            for index in self.first..self.first + self.frontier.len() as u32 {
                arena.unpack_into(problem, index, &mut state);
                each(&state);
            }
        }
    }

    /// Bytes held besides the nodes.
    fn held(&self) -> u64 {
        self.beside + self.frontier.bytes()
    }

    /// Bytes held in all.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.frontier.bytes()
    }

    /// Expands the outermost layer. `Ok(true)` when `meet` ended it, `Ok(false)` when the layer is done.
    pub(super) fn expand<M: Meet<P>>(
        &mut self,
        problem: &P,
        meter: &mut Meter<'_>,
        meet: &mut M,
    ) -> Result<bool, Limit> {
        let layer = std::mem::replace(&mut self.frontier, Frontier::new());
        if layer.len() == 0 {
            return Ok(false);
        }
        let first = self.first;
        let mut unpacked = self.nodes.state(problem, first);
        let mut expansion = Expansion {
            nodes: &mut self.nodes,
            next: &mut self.frontier,
            meter,
            meet,
            child: unpacked.clone(),
            parent: 0,
            depth: self.depth,
            held: self.beside + layer.bytes(),
            stopped: None,
        };
        for (i, &last) in layer.actions.iter().enumerate() {
            expansion.parent = first + i as u32;
            let state = if Frontier::<P>::KEPT {
                &layer.states[i]
            } else {
                expansion.nodes.seen.arena().unpack_into(problem, expansion.parent, &mut unpacked);
                &unpacked
            };
            if let ControlFlow::Break(limit) = expansion.meter.expand() {
                return Err(limit);
            }
            if expansion.meter.traces() {
                let values = NodeValues { g: self.depth, h: None, f: None };
                expansion.meter.trace_expanded(problem, state, values);
            }
            if problem.visit_in_layers(state, last, &mut expansion).is_break() {
                expansion.note_waiting(layer.len() - i - 1);
                return expansion.stopped.map_or(Ok(true), Err);
            }
        }
        expansion.note_waiting(0);
        self.first += layer.len() as u32;
        self.depth += 1;
        Ok(false)
    }
}

impl<P: Problem, V: Visited<P>, M> Expansion<'_, '_, P, V, M> {
    /// Counts the states that wait: what is left of the layer, and the next one so far.
    fn note_waiting(&mut self, left: usize) {
        let stats = &mut self.meter.stats;
        stats.max_open = stats.max_open.max((left + self.next.len()) as u64);
    }

    /// Adds the new state to the next layer, and makes room for another: most successors are old, and need none.
    #[inline]
    fn keep(&mut self, action: P::Action) -> ControlFlow<Limit> {
        if self.next.is_full() {
            self.grow()?;
        }
        self.next.push(&self.child, Some(action));
        self.nodes.make_room(self.meter, self.held + self.next.bytes())
    }

    /// Reports a successor.
    #[cold]
    fn trace(&mut self, problem: &P, state: &P::State, action: P::Action, outcome: NodeOutcome) {
        let values = NodeValues { g: self.depth + 1, h: None, f: None };
        self.meter.trace_action(problem, state, action, values, outcome);
    }

    #[cold]
    fn grow(&mut self) -> ControlFlow<Limit> {
        let capacity = grown(self.next.len());
        // While it moves, the list stands in memory twice.
        let lists = Frontier::<P>::bytes_of(capacity) + self.next.bytes();
        self.meter.allow(self.nodes.bytes() + self.held + lists)?;
        self.next.reserve_to(capacity);
        ControlFlow::Continue(())
    }
}

impl<P: Problem, V: Visited<P>, M: Meet<P>> Visit<P> for Expansion<'_, '_, P, V, M> {
    #[inline]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        self.meter.stats.generated += 1;
        let found = self.nodes.seen.insert_child(problem, state, action, &mut self.child);
        if self.meter.traces() {
            let outcome = if found.is_some() { NodeOutcome::New } else { NodeOutcome::Duplicate };
            self.trace(problem, state, action, outcome);
        }
        let Some(index) = found else { return ControlFlow::Continue(()) };
        self.nodes.parent.push(self.parent);
        let flow = self.meet.new_state(problem, &self.child, index);
        if let ControlFlow::Break(limit) = self.keep(action) {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        flow
    }
}
