//! Descent by a rule: to the first state with a smaller estimate, again and again; where no successor has one, breadth-first
//! to the nearest that has (enforced hill climbing, Hoffmann and Nebel 2001). Of the successors those come first whose actions
//! share most objects with the last one: what was begun goes on. A rule that leads straight to a goal needs few evaluations a
//! step so, however many successors there are. It is not complete.

use crate::problem::{Action, PlanningProblem};
use crate::task::state::State;
use std::cmp::Reverse;
use std::ops::ControlFlow;
use unstuck_core::feature::View;
use unstuck_core::heuristic::{Estimate, Heuristic};
use unstuck_core::problem::{Each, Problem};
use unstuck_core::search::Meter;
use unstuck_core::search::parts::{Hashed, NO_PARENT, Nodes, Pause, Visited, make};

/// What a node keeps besides its state and parent.
#[derive(Clone, Copy)]
struct Extra {
    action: Option<Action>,
    g: u32,
    is_dead_end: bool,
}

/// The search.
pub(super) struct Descent<H: Heuristic<PlanningProblem>> {
    heuristic: H,
    /// The states of the present climb.
    nodes: Nodes<PlanningProblem, Hashed<PlanningProblem>, Extra>,
    /// The estimate where it began.
    best: Option<H::Value>,
    /// The next node to expand.
    next: u32,
    /// The actions that lead to where it began.
    plan: Vec<Action>,
    state: State,
    child: State,
    actions: Vec<Action>,
    needs_siblings: bool,
    /// Most states of a climb before.
    most: u64,
}

/// Why the successors of a node are not looked at any further.
enum Halt {
    /// A climb has begun at one of them.
    Climbed,
    Pause(Pause),
}

impl<H: Heuristic<PlanningProblem>> Descent<H> {
    /// A search that has not begun, by a rule that does not read whole paths.
    pub(super) fn new(problem: &PlanningProblem, start: &State, heuristic: H) -> Self {
        Self {
            needs_siblings: heuristic.needs().siblings,
            heuristic,
            nodes: Nodes::new(Hashed::new(problem)),
            best: None,
            next: 0,
            plan: Vec::new(),
            state: start.clone(),
            child: start.clone(),
            actions: Vec::new(),
            most: 0,
        }
    }

    /// Goes on until this effort is spent in all, or there is another reason to pause; `others` are the bytes held besides.
    /// Where no better state can be reached there is nothing left to do.
    pub(super) fn advance(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (until, others): (u64, u64),
    ) -> Pause {
        let mut advance = || -> ControlFlow<Pause> {
            if self.best.is_none() {
                self.begin(problem, meter, others)?;
            }
            while meter.effort() < until && u64::from(self.next) < self.nodes.len() {
                let node = self.next;
                self.next += 1;
                if !self.nodes.extra[node as usize].is_dead_end {
                    self.expand(problem, meter, node, others)?;
                }
            }
            ControlFlow::Continue(())
        };
        match advance() {
            ControlFlow::Break(pause) => pause,
            ControlFlow::Continue(()) => Pause::Share,
        }
    }

    fn begin(&mut self, problem: &PlanningProblem, meter: &mut Meter<'_>, others: u64) -> ControlFlow<Pause> {
        let h = self.heuristic.root(&View::root(problem, &self.child)).0;
        meter.evaluated().map_break(Pause::Stopped)?;
        meter.add_work(self.heuristic.price() + self.heuristic.take_work());
        self.climb(problem, meter, (0, None, h), others)
    }

    /// Begins a climb at the child.
    fn climb(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (g, action, h): (u32, Option<Action>, H::Value),
        others: u64,
    ) -> ControlFlow<Pause> {
        self.most = self.most.max(self.nodes.len());
        self.nodes = Nodes::new(Hashed::new(problem));
        self.nodes.make_room(meter, others).map_break(Pause::Stopped)?;
        let is_dead_end = H::DEAD_ENDS && h.is_dead_end();
        self.nodes.insert(problem, &self.child, NO_PARENT, Extra { action, g, is_dead_end });
        self.best = Some(h);
        self.next = 0;
        ControlFlow::Continue(())
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
        if let Some(last) = before.action {
            going_on(problem, last, &mut actions);
        }
        let siblings = if self.needs_siblings { actions.len() as u32 } else { 0 };
        let made = actions.iter().try_for_each(|&action| {
            self.generate(problem, meter, (node, before.g, action), (siblings, others))
        });
        self.actions = actions;
        match made {
            ControlFlow::Break(Halt::Pause(pause)) => ControlFlow::Break(pause),
            _ => ControlFlow::Continue(()),
        }
    }

    fn generate(
        &mut self,
        problem: &PlanningProblem,
        meter: &mut Meter<'_>,
        (node, g, action): (u32, u32, Action),
        (siblings, others): (u32, u64),
    ) -> ControlFlow<Halt> {
        let stopped = |limit| Halt::Pause(Pause::Stopped(limit));
        self.nodes.make_room(meter, others).map_break(stopped)?;
        meter.stats.generated += 1;
        make(problem, &self.state, action, &mut self.child);
        let g = g.saturating_add(problem.cost(action));
        let extra = Extra { action: Some(action), g, is_dead_end: false };
        let Some(child) = self.nodes.insert(problem, &self.child, node, extra) else {
            return ControlFlow::Continue(());
        };
        if problem.is_goal(&self.child) {
            return ControlFlow::Break(Halt::Pause(Pause::Goal(child)));
        }
        let parent = Some((&self.state, action));
        let view = View { problem, state: &self.child, parent, g, siblings, path: &[] };
        let h = self.heuristic.root(&view).0;
        meter.evaluated().map_break(stopped)?;
        meter.add_work(self.heuristic.price() + self.heuristic.take_work());
        self.nodes.extra[child as usize].is_dead_end = H::DEAD_ENDS && h.is_dead_end();
        if self.best.is_some_and(|best| h.key() < best.key()) {
            self.plan = self.plan(child);
            self.climb(problem, meter, (g, Some(action), h), others).map_break(Halt::Pause)?;
            return ControlFlow::Break(Halt::Climbed);
        }
        ControlFlow::Continue(())
    }

    /// Steps to where the present climb began.
    pub(super) fn steps(&self) -> usize {
        self.plan.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes()
    }

    /// Most states of a climb.
    pub(super) fn stored(&self) -> u64 {
        self.most.max(self.nodes.len())
    }

    /// The actions that lead to a node.
    pub(super) fn plan(&self, node: u32) -> Vec<Action> {
        let mut climb = Vec::new();
        let mut at = node;
        while self.nodes.parent[at as usize] != NO_PARENT {
            climb.extend(self.nodes.extra[at as usize].action);
            at = self.nodes.parent[at as usize];
        }
        self.plan.iter().copied().chain(climb.into_iter().rev()).collect()
    }
}

/// Puts the actions first that share most objects with the last one.
fn going_on(problem: &PlanningProblem, last: Action, actions: &mut [Action]) {
    let operators = &problem.ground.task.operators;
    let objects = operators.arguments(last.operator());
    let shared = |action: &Action| {
        let own = operators.arguments(action.operator());
        Reverse(own.iter().filter(|object| objects.contains(object)).count())
    };
    actions.sort_by_cached_key(shared);
}
