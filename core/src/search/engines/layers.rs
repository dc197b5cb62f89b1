//! Breadth-first expansion, one layer of equal depth after another, from one or many sources.

use crate::problem::{PlanningHooks, Problem, Visit, WithHooks};
use crate::search::structures::arena::grown;
use crate::search::structures::nodes::{NO_PARENT, Nodes};
use crate::search::structures::packed_successors::{PackedSuccessors, Waiting};
use crate::search::structures::visited::Visited;
use crate::search::{Limit, Meter, NodeOutcome, NodeValues};
use std::mem::needs_drop;
use std::ops::ControlFlow;

/// A breadth-first search in progress: everything seen so far, and the outermost layer.
pub(in crate::search) struct Layers<P: Problem, V: Visited<P>> {
    pub(in crate::search) nodes: Nodes<P, V>,
    frontier: Frontier<P>,
    /// Index of the frontier's first state.
    first: u32,
    /// Actions from a source to a state of the frontier.
    depth: u32,
    /// Bytes that the algorithm holds besides.
    pub(in crate::search) others: u64,
}

/// The states of a layer, each with the action that led to it. One of the two lists is in use.
struct Frontier<P: Problem> {
    /// Plain states are kept: copying them takes less than unpacking.
    kept: Vec<(P::State, Option<P::Action>)>,
    /// States that own memory are the last ones of the arena, and unpacked again.
    packed: Vec<Option<P::Action>>,
}

impl<P: Problem> Frontier<P> {
    /// Which list is in use.
    const KEPT: bool = !needs_drop::<P::State>();

    fn new() -> Self {
        Self { kept: Vec::new(), packed: Vec::new() }
    }

    #[inline]
    fn len(&self) -> usize {
        if Self::KEPT { self.kept.len() } else { self.packed.len() }
    }

    #[inline]
    fn capacity(&self) -> usize {
        if Self::KEPT { self.kept.capacity() } else { self.packed.capacity() }
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.len() == self.capacity()
    }

    /// Bytes of a list with room for so many states.
    fn bytes_of(capacity: usize) -> u64 {
        let entry = if Self::KEPT {
            size_of::<(P::State, Option<P::Action>)>()
        } else {
            size_of::<Option<P::Action>>()
        };
        (capacity * entry) as u64
    }

    #[inline]
    fn bytes(&self) -> u64 {
        Self::bytes_of(self.capacity())
    }

    fn reserve_to(&mut self, capacity: usize) {
        if Self::KEPT {
            self.kept.reserve_exact(capacity - self.kept.len());
        } else {
            self.packed.reserve_exact(capacity - self.packed.len());
        }
    }

    #[inline]
    fn push(&mut self, state: &P::State, action: Option<P::Action>) {
        if Self::KEPT {
            self.kept.push((state.clone(), action));
        } else {
            self.packed.push(action);
        }
    }
}

/// What happens to a state seen for the first time.
pub(in crate::search) trait Meet<P: Problem> {
    /// Break ends the expansion of the layer.
    fn new_state(&mut self, problem: &P, state: &P::State, index: u32) -> ControlFlow<()>;
}

impl<P: Problem, F: FnMut(&P, &P::State, u32) -> ControlFlow<()>> Meet<P> for F {
    #[inline]
    fn new_state(&mut self, problem: &P, state: &P::State, index: u32) -> ControlFlow<()> {
        self(problem, state, index)
    }
}

/// The expansion of a layer, once the hooks are known.
struct ExpandLayer<'e, 'm, P: Problem, V: Visited<P>, M> {
    layers: &'e mut Layers<P, V>,
    problem: &'e P,
    meter: &'e mut Meter<'m>,
    meet: &'e mut M,
}

impl<P: Problem, V: Visited<P>, M: Meet<P>> WithHooks<P> for ExpandLayer<'_, '_, P, V, M> {
    type Output = Result<bool, Limit>;

    fn call<K: PlanningHooks<P>>(self) -> Self::Output {
        self.layers.expand_by::<M, K>(self.problem, self.meter, self.meet)
    }
}

struct Expansion<'e, 'm, P: Problem, V: Visited<P>, M, K> {
    nodes: &'e mut Nodes<P, V>,
    next: &'e mut Frontier<P>,
    meter: &'e mut Meter<'m>,
    meet: &'e mut M,
    /// Successors of the node being expanded, where the problem packs ahead.
    ahead: Option<Box<PackedSuccessors<P, K>>>,
    /// The successor being looked at.
    child: P::State,
    parent: u32,
    depth: u32,
    /// Bytes that do not grow meanwhile: the layer being expanded, and other tables.
    held: u64,
    stopped: Option<Limit>,
}

impl<P: Problem, V: Visited<P>> Layers<P, V> {
    /// Nothing yet.
    pub(in crate::search) fn new(seen: V) -> Self {
        Self { nodes: Nodes::new(seen), frontier: Frontier::new(), first: 0, depth: 0, others: 0 }
    }

    /// Adds a source, unless it is there already.
    pub(in crate::search) fn add_source(
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
    pub(in crate::search) fn waiting(&self) -> u64 {
        self.frontier.len() as u64
    }

    /// Shows the states of the outermost layer.
    pub(in crate::search) fn each_waiting(&self, problem: &P, mut each: impl FnMut(&P::State)) {
        if Frontier::<P>::KEPT {
            self.frontier.kept.iter().for_each(|(state, _)| each(state));
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
        self.others + self.frontier.bytes()
    }

    /// Bytes held in all.
    pub(in crate::search) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.frontier.bytes()
    }

    /// Expands the outermost layer. `Ok(true)` when `meet` ended it, `Ok(false)` when the layer is done.
    pub(in crate::search) fn expand<M: Meet<P>>(
        &mut self,
        problem: &P,
        meter: &mut Meter<'_>,
        meet: &mut M,
    ) -> Result<bool, Limit> {
        P::with_hooks(ExpandLayer { layers: self, problem, meter, meet })
    }

    fn expand_by<M: Meet<P>, K: PlanningHooks<P>>(
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
        let mut expansion = Expansion::<P, V, M, K> {
            nodes: &mut self.nodes,
            next: &mut self.frontier,
            meter,
            meet,
            ahead: PackedSuccessors::new(problem),
            child: unpacked.clone(),
            parent: 0,
            depth: self.depth,
            held: self.others + layer.bytes(),
            stopped: None,
        };
        for i in 0..layer.len() {
            expansion.parent = first + i as u32;
            let (state, last) = if Frontier::<P>::KEPT {
                let (state, last) = &layer.kept[i];
                (state, *last)
            } else {
                expansion.nodes.seen.arena().unpack_into(problem, expansion.parent, &mut unpacked);
                (&unpacked, layer.packed[i])
            };
            if let ControlFlow::Break(limit) = expansion.meter.expand() {
                return Err(limit);
            }
            let flow = if expansion.meter.traces() {
                let values = NodeValues { g: self.depth, h: None, f: None };
                expansion.meter.trace_expanded(problem, state, values);
                problem.visit_in_layers(state, last, &mut Traced(&mut expansion))
            } else {
                let flow = problem.visit_in_layers(state, last, &mut expansion);
                if K::PACKS_AHEAD && flow.is_continue() { expansion.enter_ahead(problem) } else { flow }
            };
            if flow.is_break() {
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

impl<P: Problem, V: Visited<P>, M, K> Expansion<'_, '_, P, V, M, K> {
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

impl<P: Problem, V: Visited<P>, M: Meet<P>, K: PlanningHooks<P>> Expansion<'_, '_, P, V, M, K> {
    /// The child is new.
    #[inline(always)]
    fn meet(&mut self, problem: &P, action: P::Action, index: u32) -> ControlFlow<()> {
        self.nodes.parent.push(self.parent);
        let flow = self.meet.new_state(problem, &self.child, index);
        if let ControlFlow::Break(limit) = self.keep(action) {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        flow
    }

    /// Looks up the successors that wait, and goes through them.
    fn enter_ahead(&mut self, problem: &P) -> ControlFlow<()> {
        let Some(mut ahead) = self.ahead.take() else { return ControlFlow::Continue(()) };
        self.nodes.seen.fetch(ahead.tags());
        let mut flow = ControlFlow::Continue(());
        for Waiting { action, tag, packed } in ahead.iter() {
            self.meter.stats.generated += 1;
            if let Some(index) = self.nodes.seen.insert_packed(problem, tag, packed) {
                problem.unpack_into(packed, &mut self.child);
                flow = self.meet(problem, action, index);
                if flow.is_break() {
                    break;
                }
            }
        }
        ahead.clear();
        self.ahead = Some(ahead);
        flow
    }
}

impl<P: Problem, V: Visited<P>, M: Meet<P>, K: PlanningHooks<P>> Visit<P> for Expansion<'_, '_, P, V, M, K> {
    #[inline]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        if K::PACKS_AHEAD
            && let Some(ahead) = &mut self.ahead
        {
            let full = ahead.push(problem, state, action);
            return if full { self.enter_ahead(problem) } else { ControlFlow::Continue(()) };
        }
        self.meter.stats.generated += 1;
        match self.nodes.seen.insert_child(problem, state, action, &mut self.child) {
            Some(index) => self.meet(problem, action, index),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Reports every successor to the observer. A visitor of its own, so that searches without one do not ask.
struct Traced<'t, E>(&'t mut E);

impl<P: Problem, V: Visited<P>, M: Meet<P>, K: PlanningHooks<P>> Visit<P>
    for Traced<'_, Expansion<'_, '_, P, V, M, K>>
{
    #[cold]
    #[inline(never)]
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        let known = self.0.nodes.len();
        let mut flow = self.0.action(problem, state, action);
        if K::PACKS_AHEAD && flow.is_continue() {
            flow = self.0.enter_ahead(problem);
        }
        let outcome = if self.0.nodes.len() > known { NodeOutcome::New } else { NodeOutcome::Duplicate };
        let values = NodeValues { g: self.0.depth + 1, h: None, f: None };
        self.0.meter.trace_action(problem, state, action, values, outcome);
        flow
    }
}
