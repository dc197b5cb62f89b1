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

/// The search.
pub(super) struct Greedy<H: Heuristic<PlanningProblem>> {
    heuristic: H,
    nodes: Nodes<PlanningProblem, Hashed<PlanningProblem>, Extra<H::Incremental>>,
    open: BTreeMap<(u64, Reverse<u32>), Vec<u32>>,
    waiting: u64,
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
            open: BTreeMap::new(),
            waiting: 0,
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
                let Some(node) = self.pop() else { return ControlFlow::Break(Pause::Exhausted) };
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
            self.waiting += 1;
            self.open.entry((h.key(), Reverse(g))).or_default().push(node);
        }
    }

    fn pop(&mut self) -> Option<u32> {
        let mut first = self.open.first_entry()?;
        let node = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        self.waiting -= 1;
        node
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
            let others = others + self.bytes() - self.nodes.bytes();
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
        self.nodes.bytes() + 8 * self.waiting + 64 * self.open.len() as u64
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
