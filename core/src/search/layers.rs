//! Breadth-first expansion, one layer of equal depth after another, from one or many sources.

use super::nodes::{NO_PARENT, Nodes};
use super::visited::Visited;
use super::{Limit, Meter};
use crate::domain::{Domain, Visit};
use std::ops::ControlFlow;

/// A breadth-first search in progress: everything seen so far, and the outermost layer.
pub(super) struct Layers<D: Domain, V: Visited<D>> {
    pub(super) nodes: Nodes<D, V>,
    /// States of the outermost layer, with the action that led to each.
    pub(super) frontier: Vec<(D::State, Option<D::Action>)>,
    /// Index of the frontier's first state.
    pub(super) first: u32,
}

/// What happens to a state seen for the first time.
pub(super) trait Meet<D: Domain> {
    /// Break ends the expansion of the layer.
    fn new_state(&mut self, domain: &D, state: &D::State, index: u32) -> ControlFlow<()>;
}

impl<D: Domain, F: FnMut(&D, &D::State, u32) -> ControlFlow<()>> Meet<D> for F {
    #[inline]
    fn new_state(&mut self, domain: &D, state: &D::State, index: u32) -> ControlFlow<()> {
        self(domain, state, index)
    }
}

struct Expansion<'e, 'm, D: Domain, V: Visited<D>, M> {
    nodes: &'e mut Nodes<D, V>,
    next: &'e mut Vec<(D::State, Option<D::Action>)>,
    meter: &'e mut Meter<'m>,
    meet: &'e mut M,
    parent: u32,
    generated: u64,
    stopped: Option<Limit>,
}

impl<D: Domain, V: Visited<D>> Layers<D, V> {
    /// Nothing yet.
    pub(super) fn new(seen: V) -> Self {
        Self { nodes: Nodes::new(seen), frontier: Vec::new(), first: 0 }
    }

    /// Adds a source, unless it is there already.
    pub(super) fn add_source(
        &mut self,
        domain: &D,
        state: D::State,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<Limit> {
        self.nodes.make_room(meter, frontier_bytes::<D>(self.frontier.len()))?;
        if self.nodes.insert(domain, &state, NO_PARENT, ()).is_some() {
            self.frontier.push((state, None));
        }
        self.nodes.make_room(meter, frontier_bytes::<D>(self.frontier.len()))
    }

    /// Expands the outermost layer. `Ok(true)` when `meet` ended it, `Ok(false)` when the layer is done.
    pub(super) fn expand<M: Meet<D>>(
        &mut self,
        domain: &D,
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
            generated: 0,
            stopped: None,
        };
        for (i, (state, last)) in layer.iter().enumerate() {
            expansion.parent = first + i as u32;
            if let ControlFlow::Break(limit) = expansion.meter.expand() {
                return Err(limit);
            }
            expansion.generated = 0;
            let flow = domain.visit_in_layers(state, *last, &mut expansion);
            expansion.meter.stats.generated += expansion.generated;
            if flow.is_break() {
                return expansion.stopped.map_or(Ok(true), Err);
            }
        }
        let stats = &mut expansion.meter.stats;
        stats.max_open = stats.max_open.max((layer.len() + expansion.next.len()) as u64);
        self.first += layer.len() as u32;
        Ok(false)
    }
}

/// Bytes of two layers: the one being expanded and the next.
fn frontier_bytes<D: Domain>(next: usize) -> u64 {
    (2 * next * size_of::<(D::State, Option<D::Action>)>()) as u64
}

impl<D: Domain, V: Visited<D>, M: Meet<D>> Visit<D> for Expansion<'_, '_, D, V, M> {
    #[inline]
    fn action(&mut self, domain: &D, state: &D::State, action: D::Action) -> ControlFlow<()> {
        self.meter.stats.generated += 1;
        if let ControlFlow::Break(limit) =
            self.nodes.make_room(self.meter, frontier_bytes::<D>(self.next.len()))
        {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        if let Some((index, child)) = self.nodes.seen.insert_child(domain, state, action) {
            self.nodes.parent.push(self.parent);
            let flow = self.meet.new_state(domain, &child, index);
            self.next.push((child, Some(action)));
            // Room for the next new state: most successors are old, and need none.
            if let ControlFlow::Break(limit) =
                self.nodes.make_room(self.meter, frontier_bytes::<D>(self.next.len()))
            {
                self.stopped = Some(limit);
                return ControlFlow::Break(());
            }
            return flow;
        }
        ControlFlow::Continue(())
    }
}
