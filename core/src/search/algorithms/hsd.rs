//! Staged deepening (Heineman, 2009): take the best-scored board, search depth-first from it to a
//! fixed horizon, score only the boards at the horizon, and put them into the ordered set.
//!
//! One visited set is shared by all stages and emptied when it grows past 200,000 entries. The goal is
//! tested at every node.

use crate::feature::View;
use crate::heuristic::{Estimate, Heuristic};
use crate::problem::{Problem, Visit, count_actions, paid};
use crate::search::outcome::{ended, solved, stopped};
use crate::search::structures::open_list::{Key, OpenList};
use crate::search::structures::spare_states::SpareStates;
use crate::search::structures::visited::{Hashed, Visited};
use crate::search::{
    AlgorithmInfo, End, Limit, MAX_HORIZON, Meter, NodeOutcome, NodeValues, Optimal, Outcome, Parameter,
    Search,
};
use std::ops::ControlFlow;

/// Staged deepening: depth-first to a horizon from the best board so far, scoring only the horizon.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "hsd",
    about: "staged deepening: depth-first to a horizon from the best board so far, scoring only the horizon",
    optimal: Optimal::Never,
    complete: false,
    memory: "the boards at the horizons",
    heuristic: true,
    parameters: &[Parameter::Horizon],
};

/// Entries after which the visited set is emptied.
const VISITED: usize = 200_000;

/// A board that waits: where it came from and the actions since then.
struct Stage {
    parent: u32,
    /// Its actions are `actions[end − plies..end]`.
    end: u32,
    plies: u32,
    g: u32,
}

struct Engine<'a, P: Problem, H> {
    heuristic: H,
    horizon: u32,
    meter: Meter<'a>,
    seen: Hashed<P>,
    open: OpenList,
    /// Packed boards of the stages, and what else is known of them.
    boards: Vec<u64>,
    stages: Vec<Stage>,
    actions: Vec<P::Action>,
    path: Vec<P::Action>,
    spares: SpareStates<P::State>,
    needs_siblings: bool,
    stage: u32,
    g: u32,
    emptied: bool,
    found: bool,
    stopped: Option<Limit>,
}

/// Runs the search. Ties between equal scores go to the deeper board, then to the newer one.
pub(crate) fn run<P: Problem, H: Heuristic<P>>(search: Search<'_, P, H>) -> Outcome<P::Action> {
    let Search { problem, start, heuristic, parameters, observer, .. } = search;
    let mut engine = Engine {
        needs_siblings: heuristic.needs().siblings,
        meter: Meter::new(parameters.limits, observer).of_price(heuristic.price()),
        heuristic,
        horizon: parameters.horizon.clamp(1, MAX_HORIZON),
        seen: Hashed::new(problem),
        open: OpenList::new(),
        boards: Vec::new(),
        stages: Vec::new(),
        actions: Vec::new(),
        path: Vec::new(),
        spares: SpareStates::new(),
        stage: u32::MAX,
        g: 0,
        emptied: false,
        found: false,
        stopped: None,
    };
    if problem.is_goal(start) {
        return solved(problem, start, Vec::new(), true, engine.meter);
    }
    if engine.heuristic.finds_dead_ends() {
        engine.meter.stats.evaluated = 1;
        if engine.heuristic.root(&View::root(problem, start)).0.is_dead_end() {
            return ended(End::Unsolvable, engine.finish());
        }
    }
    let mut state = start.clone();
    // The estimate of the board that a stage begins with.
    let mut h = None;
    loop {
        let _ = engine.deepen(problem, &state, None, h);
        if engine.found {
            let plan = engine.plan();
            return solved(problem, start, plan, false, engine.finish());
        }
        if let Some(limit) = engine.stopped {
            return stopped(limit, engine.finish());
        }
        let Some((key, next)) = engine.open.pop() else {
            // A visited set that was never emptied means that every state was seen.
            let end = if engine.emptied { End::GaveUp } else { End::Unsolvable };
            return ended(end, engine.finish());
        };
        let width = problem.packed_len();
        let at = next as usize * width;
        problem.unpack_into(&engine.boards[at..at + width], &mut state);
        h = Some(key.f());
        engine.stage = next;
        engine.g = engine.stages[next as usize].g;
        engine.path.clear();
    }
}

impl<'a, P: Problem, H: Heuristic<P>> Engine<'a, P, H> {
    /// Expands a board that is not at the horizon.
    fn deepen(
        &mut self,
        problem: &P,
        state: &P::State,
        last: Option<P::Action>,
        h: Option<f64>,
    ) -> ControlFlow<()> {
        if let ControlFlow::Break(limit) = self.meter.expand() {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        if self.meter.traces() {
            self.meter.trace_expanded(problem, state, NodeValues { g: self.g, h, f: h });
        }
        problem.visit(state, last, self)
    }

    fn make_room(&mut self, problem: &P) -> ControlFlow<Limit> {
        if self.seen.arena().len() >= VISITED {
            self.seen.clear();
            self.emptied = true;
        }
        let width = problem.packed_len();
        let lists_full = self.stages.len() == self.stages.capacity()
            || self.boards.len() + width > self.boards.capacity()
            || self.actions.len() + self.path.len() + 1 > self.actions.capacity();
        if self.seen.is_full() || lists_full {
            // A list that grows stands in memory twice, the new one twice as large.
            let lists = self.stages.capacity() * size_of::<Stage>()
                + self.boards.capacity() * 8
                + self.actions.capacity() * size_of::<P::Action>();
            self.meter.allow(self.seen.bytes_to_grow() + self.open.bytes() + 3 * lists as u64)?;
            self.stages.reserve(1);
            self.boards.reserve(width);
            self.actions.reserve(self.path.len() + 1);
        }
        if self.seen.is_full() {
            self.seen.grow();
        }
        ControlFlow::Continue(())
    }

    /// Scores a board at the horizon and lets it wait, unless it is a dead end.
    fn score(&mut self, problem: &P, parent: &P::State, action: P::Action, child: &P::State) -> H::Value {
        self.meter.stats.evaluated += 1;
        let siblings = if self.needs_siblings { count_actions(problem, parent) } else { 0 };
        let parent = Some((parent, action));
        let view = View { problem, state: child, parent, g: self.g, siblings, path: &[] };
        let h = self.heuristic.root(&view).0;
        if H::DEAD_ENDS && h.is_dead_end() {
            return h;
        }
        let key = Key::new(h.key(), self.g);
        let node = self.stages.len() as u32;
        self.meter.stats.depth = self.meter.stats.depth.max(self.g);
        let width = problem.packed_len();
        let at = self.boards.len();
        self.boards.resize(at + width, 0);
        problem.pack(child, &mut self.boards[at..]);
        self.actions.extend_from_slice(&self.path);
        let (end, plies) = (self.actions.len() as u32, self.path.len() as u32);
        self.stages.push(Stage { parent: self.stage, end, plies, g: self.g });
        self.open.push(key, node);
        self.meter.stats.max_open = self.meter.stats.max_open.max(self.open.len());
        h
    }

    /// The actions from the start to the end of the present path.
    fn plan(&self) -> Vec<P::Action> {
        let mut parts = vec![self.path.as_slice()];
        let mut stage = self.stage;
        while let Some(at) = self.stages.get(stage as usize) {
            parts.push(&self.actions[(at.end - at.plies) as usize..at.end as usize]);
            stage = at.parent;
        }
        parts.into_iter().rev().flatten().copied().collect()
    }

    fn finish(mut self) -> Meter<'a> {
        self.meter.stats.stored = self.stages.len() as u64;
        self.meter
    }
}

impl<P: Problem, H: Heuristic<P>> Visit<P> for Engine<'_, P, H> {
    fn action(&mut self, problem: &P, state: &P::State, action: P::Action) -> ControlFlow<()> {
        if let ControlFlow::Break(limit) = self.make_room(problem) {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        self.meter.stats.generated += 1;
        let mut child = self.spares.copy(state);
        problem.apply(&mut child, action);
        let new = self.seen.insert(problem, &child).is_some();
        let g = self.g;
        self.g = g.saturating_add(paid(problem, state, action, &child));
        let goal = new && problem.is_goal(&child);
        let at_horizon = new && !goal && self.path.len() as u32 + 1 == self.horizon;
        if self.meter.traces() && !at_horizon {
            let values = NodeValues { g: self.g, h: None, f: None };
            let outcome = if new { NodeOutcome::New } else { NodeOutcome::Duplicate };
            self.meter.trace_generated(problem, state, &child, values, outcome);
        }
        if !new {
            self.spares.give_back(child);
            self.g = g;
            return ControlFlow::Continue(());
        }
        self.path.push(action);
        if goal {
            self.found = true;
            return ControlFlow::Break(());
        }
        if at_horizon {
            let h = self.score(problem, state, action, &child);
            if self.meter.traces() {
                let values = NodeValues { g: self.g, h: Some(h.value()), f: Some(h.value()) };
                let outcome = if h.is_dead_end() { NodeOutcome::DeadEnd } else { NodeOutcome::New };
                self.meter.trace_generated(problem, state, &child, values, outcome);
            }
        } else {
            self.deepen(problem, &child, Some(action), None)?;
        }
        self.spares.give_back(child);
        self.path.pop();
        self.g = g;
        ControlFlow::Continue(())
    }
}
