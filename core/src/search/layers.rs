//! Breadth-first expansion, one layer of equal depth after another, from one or many sources.

use super::arena::grown;
use super::nodes::{NO_PARENT, Nodes};
use super::visited::Visited;
use super::{Limit, Meter, NodeOutcome, NodeValues};
use crate::problem::{Problem, Visit};
use std::ops::ControlFlow;

/// A breadth-first search in progress: everything seen so far, and the outermost layer.
pub(super) struct Layers<P: Problem, V: Visited<P>> {
    pub(super) nodes: Nodes<P, V>,
    pub(super) frontier: Vec<Waiting<P>>,
    /// Index of the frontier's first state.
    pub(super) first: u32,
    /// Actions from a source to a state of the frontier.
    depth: u32,
    /// Bytes that the algorithm holds besides.
    pub(super) beside: u64,
}

/// A state of the outermost layer, with the action that led to it.
type Waiting<P> = (<P as Problem>::State, Option<<P as Problem>::Action>);

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
    next: &'e mut Vec<Waiting<P>>,
    meter: &'e mut Meter<'m>,
    meet: &'e mut M,
    parent: u32,
    depth: u32,
    /// Bytes that do not grow meanwhile: the layer being expanded, and what lies beside.
    held: u64,
    stopped: Option<Limit>,
}

impl<P: Problem, V: Visited<P>> Layers<P, V> {
    /// Nothing yet.
    pub(super) fn new(seen: V) -> Self {
        Self { nodes: Nodes::new(seen), frontier: Vec::new(), first: 0, depth: 0, beside: 0 }
    }

    /// Adds a source, unless it is there already.
    pub(super) fn add_source(
        &mut self,
        problem: &P,
        state: P::State,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Limit> {
        self.nodes.make_room(meter, self.held())?;
        if self.nodes.insert(problem, &state, NO_PARENT, ()).is_some() {
            if self.frontier.len() == self.frontier.capacity() {
                let capacity = grown(self.frontier.len());
                let list = (capacity * size_of::<Waiting<P>>()) as u64;
                meter.allow(self.nodes.bytes() + self.held() + list)?;
                self.frontier.reserve_exact(capacity - self.frontier.len());
            }
            self.frontier.push((state, None));
        }
        self.nodes.make_room(meter, self.held())
    }

    /// Bytes held besides the nodes.
    fn held(&self) -> u64 {
        self.beside + (self.frontier.capacity() * size_of::<Waiting<P>>()) as u64
    }

    /// Bytes held in all.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.held() - self.beside
    }

    /// Expands the outermost layer. `Ok(true)` when `meet` ended it, `Ok(false)` when the layer is done.
    pub(super) fn expand<M: Meet<P>>(
        &mut self,
        problem: &P,
        meter: &mut Meter<'_>,
        meet: &mut M,
    ) -> Result<bool, Limit> {
        let layer = std::mem::take(&mut self.frontier);
        let first = self.first;
        let mut expansion = Expansion {
            nodes: &mut self.nodes,
            next: &mut self.frontier,
            meter,
            meet,
            parent: 0,
            depth: self.depth,
            held: self.beside + (layer.capacity() * size_of::<Waiting<P>>()) as u64,
            stopped: None,
        };
        for (i, (state, last)) in layer.iter().enumerate() {
            expansion.parent = first + i as u32;
            if let ControlFlow::Break(limit) = expansion.meter.expand() {
                return Err(limit);
            }
            if expansion.meter.traces() {
                let values = NodeValues { g: self.depth, h: None, f: None };
                expansion.meter.trace_expanded(problem, state, values);
            }
            if problem.visit_in_layers(state, *last, &mut expansion).is_break() {
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

impl<P: Problem, V: Visited<P>, M: Meet<P>> Expansion<'_, '_, P, V, M> {
    /// Counts the states that wait: what is left of the layer, and the next one so far.
    fn note_waiting(&mut self, left: usize) {
        let stats = &mut self.meter.stats;
        stats.max_open = stats.max_open.max((left + self.next.len()) as u64);
    }

    /// Adds a new state to the next layer, and makes room for another: most successors are old, and need none.
    #[inline]
    fn keep(&mut self, child: P::State, action: P::Action) -> ControlFlow<Limit> {
        if self.next.len() == self.next.capacity() {
            self.grow()?;
        }
        self.next.push((child, Some(action)));
        let next = self.next.capacity() * size_of::<Waiting<P>>();
        self.nodes.make_room(self.meter, self.held + next as u64)
    }
}

impl<P: Problem, V: Visited<P>, M> Expansion<'_, '_, P, V, M> {
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
        let lists = (capacity + self.next.capacity()) * size_of::<Waiting<P>>();
        self.meter.allow(self.nodes.bytes() + self.held + lists as u64)?;
        self.next.reserve_exact(capacity - self.next.len());
        ControlFlow::Continue(())
    }
}

impl<P: Problem, V: Visited<P>, M: Meet<P>> Visit<P> for Expansion<'_, '_, P, V, M> {
    #[inline]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        self.meter.stats.generated += 1;
        let Some((index, child)) = self.nodes.seen.insert_child(problem, state, action) else {
            if self.meter.traces() {
                self.trace(problem, state, action, NodeOutcome::Duplicate);
            }
            return ControlFlow::Continue(());
        };
        if self.meter.traces() {
            self.trace(problem, state, action, NodeOutcome::New);
        }
        self.nodes.parent.push(self.parent);
        let flow = self.meet.new_state(problem, &child, index);
        if let ControlFlow::Break(limit) = self.keep(child, action) {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        flow
    }
}
