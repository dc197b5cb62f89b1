//! Greedy best-first search by a rule that can be paused: smallest estimate first, then the longer path, then last in, first
//! out.

use crate::problem::{Action, PlanningProblem};
use crate::task::state::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{Estimate, Heuristic};
use unstuck_core::problem::{Each, Problem};
use unstuck_core::search::Meter;
use unstuck_core::search::parts::{Hashed, NO_PARENT, Nodes, Pause, Visited, make};

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra<M> {
    g: u32,
    action: Option<Action>,
    incremental: M,
}

/// Nodes that wait, by estimate and length of path.
#[derive(Default)]
struct Open {
    lists: BTreeMap<(u64, Reverse<u32>), Vec<u32>>,
    /// Nodes that fit into the lists: a list that was emptied in part keeps its room.
    room: usize,
}

impl Open {
    fn push(&mut self, key: (u64, Reverse<u32>), node: u32) {
        let list = self.lists.entry(key).or_default();
        let before = list.capacity();
        list.push(node);
        self.room += list.capacity() - before;
    }

    fn pop(&mut self) -> Option<u32> {
        let mut first = self.lists.first_entry()?;
        let node = first.get_mut().pop();
        if first.get().is_empty() {
            self.room -= first.remove().capacity();
        }
        node
    }

    /// Bytes held, at most: the nodes of a B-tree are half full at least, and a list on the heap has a header.
    fn bytes(&self) -> u64 {
        let entry = 2 * size_of::<((u64, Reverse<u32>), Vec<u32>)>() + 2 * size_of::<usize>();
        (entry * self.lists.len() + size_of::<u32>() * self.room) as u64
    }
}

/// The search.
pub(super) struct Greedy<H: Heuristic<PlanningProblem>> {
    heuristic: H,
    nodes: Nodes<PlanningProblem, Hashed<PlanningProblem>, Extra<H::Incremental>>,
    open: Open,
    state: State,
    child: State,
    actions: Vec<Action>,
    needs_siblings: bool,
}

impl<H: Heuristic<PlanningProblem>> Greedy<H> {
    /// A search that has not begun, by a rule that does not read whole paths.
    pub(super) fn new(problem: &PlanningProblem, start: &State, heuristic: H) -> Self {
        Self {
            needs_siblings: heuristic.needs().siblings,
            heuristic,
            nodes: Nodes::new(Hashed::new(problem)),
            open: Open::default(),
            state: start.clone(),
            child: start.clone(),
            actions: Vec::new(),
        }
    }

    /// Goes on until this effort is spent in all, or there is another reason to pause; `others` are the bytes held besides.
    pub(super) fn advance(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (until, others): (u64, u64),
    ) -> Pause {
        let mut advance = || -> ControlFlow<Pause> {
            if self.nodes.is_empty() {
                self.begin(problem, meter, others)?;
            }
            while meter.effort() < until {
                let Some(node) = self.open.pop() else { return ControlFlow::Break(Pause::Exhausted) };
                self.expand(problem, meter, node, others)?;
            }
            ControlFlow::Continue(())
        };
        match advance() {
            ControlFlow::Break(pause) => pause,
            ControlFlow::Continue(()) => Pause::Share,
        }
    }

    fn begin(&mut self, problem: &PlanningProblem, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Pause> {
        self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        let (h, incremental) = self.heuristic.root(&View::root(problem, &self.child));
        meter.evaluated().map_break(Pause::Stopped)?;
        meter.add_work(self.heuristic.price() + self.heuristic.take_work());
        self.nodes.insert(problem, &self.child, NO_PARENT, Extra { g: 0, action: None, incremental });
        self.push(0, 0, h);
        ControlFlow::Continue(())
    }

    fn push(&mut self, node: u32, g: u32, h: H::Value) {
        if !(H::DEAD_ENDS && h.is_dead_end()) {
            self.open.push((h.key(), Reverse(g)), node);
        }
    }

    fn expand(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        node: u32,
        others: u64,
    ) -> ControlFlow<Pause> {
        let before = self.nodes.extra[node as usize];
        self.nodes.seen.arena().unpack_into(problem, node, &mut self.state);
        if problem.is_goal(&self.state) {
            return ControlFlow::Break(Pause::Goal(node));
        }
        meter.expand().map_break(Pause::Stopped)?;
        meter.stats.depth = meter.stats.depth.max(before.g);
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        let _ = problem.visit(
            &self.state,
            before.action,
            &mut Each(|action| {
                actions.push(action);
                ControlFlow::Continue(())
            }),
        );
        let siblings = if self.needs_siblings { actions.len() as u32 } else { 0 };
        let made = actions.iter().try_for_each(|&action| {
            self.generate(problem, meter, (node, before, action), (siblings, others))
        });
        self.actions = actions;
        made
    }

    fn generate(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (node, before, action): (u32, Extra<H::Incremental>, Action),
        (siblings, others): (u32, u64),
    ) -> ControlFlow<Pause> {
        if self.nodes.seen.is_full() {
            let others = others + self.open.bytes();
            self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        }
        meter.stats.generated += 1;
        make(problem, &self.state, action, &mut self.child);
        let (child, new) = self.nodes.seen.enter(problem, &self.child);
        if !new {
            return ControlFlow::Continue(());
        }
        let g = before.g.saturating_add(problem.cost(action));
        let parent = Some((&self.state, action));
        let view = View { problem, state: &self.child, parent, g, siblings, path: &[] };
        let (h, incremental) = self.heuristic.child(&view, before.incremental);
        self.nodes.parent.push(node);
        self.nodes.extra.push(Extra { g, action: Some(action), incremental });
        self.push(child, g, h);
        meter.evaluated().map_break(Pause::Stopped)?;
        meter.add_work(self.heuristic.price() + self.heuristic.take_work());
        ControlFlow::Continue(())
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.open.bytes()
    }

    /// Number of states seen.
    pub(super) fn stored(&self) -> u64 {
        self.nodes.len()
    }

    /// The actions that lead to a node.
    pub(super) fn plan(&self, node: u32) -> Vec<Action> {
        let mut plan = Vec::new();
        let mut at = node;
        while let Some(action) = self.nodes.extra[at as usize].action {
            plan.push(action);
            at = self.nodes.parent[at as usize];
        }
        plan.reverse();
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was made room for counts until it is given back.
    #[test]
    fn bytes_count_the_room_of_lists() {
        let mut open = Open::default();
        for node in 0..1_000 {
            open.push((7, Reverse(0)), node);
        }
        let most = open.bytes();
        assert!(most >= 4_000);
        for node in (1..1_000).rev() {
            assert_eq!(open.pop(), Some(node));
        }
        assert_eq!(open.bytes(), most, "the list is as long as it was");
        assert_eq!((open.pop(), open.pop()), (Some(0), None));
        assert_eq!((open.bytes(), open.room), (0, 0));
        // Keys with one node each.
        for node in 0..1_000 {
            open.push((node.into(), Reverse(0)), node);
        }
        assert!(open.bytes() > 1_000 * 64 + 4 * 4_000);
    }
}
