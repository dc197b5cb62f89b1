//! Staged deepening (Heineman, 2009): take the best-scored board, search depth-first from it to a
//! fixed horizon, score only the boards at the horizon, and put them into the ordered set.
//!
//! One visited set is shared by all stages and emptied when it grows past 200,000 entries. The goal is
//! tested at every node.

use super::best_first::count_actions;
use super::nodes::{ended, solved, stopped};
use super::open_list::{Key, OpenList};
use super::visited::{Hashed, Visited};
use super::{AlgorithmInfo, End, Limit, Meter, Optimal, Outcome, Parameter, Search};
use crate::domain::{Domain, Estimate, Heuristic, View, Visit};
use std::ops::ControlFlow;

/// Registration.
pub const INFO: AlgorithmInfo = AlgorithmInfo {
    name: "hsd",
    about: "staged deepening: depth-first to a horizon from the best board so far, scoring only the horizon",
    optimal: Optimal::Never,
    complete: false,
    memory: "the boards at the horizons",
    heuristic: true,
    parameters: &[Parameter::Horizon],
};

/// Longest horizon: every ply of a stage is a level of recursion.
pub const MAX_HORIZON: u32 = 1_000;
/// Entries after which the visited set is emptied.
const VISITED: usize = 200_000;

/// Room kept for one more board, in words.
const WIDEST: usize = 64;

/// A board that waits: where it came from and the actions since then.
struct Stage {
    parent: u32,
    /// Its actions are `actions[end − plies..end]`.
    end: u32,
    plies: u32,
    g: u32,
}

struct Engine<'a, D: Domain, H> {
    heuristic: H,
    horizon: u32,
    meter: Meter<'a>,
    seen: Hashed<D>,
    open: OpenList,
    /// Packed boards of the stages, and what else is known of them.
    boards: Vec<u64>,
    stages: Vec<Stage>,
    actions: Vec<D::Action>,
    path: Vec<D::Action>,
    stage: u32,
    g: u32,
    emptied: bool,
    found: bool,
    stopped: Option<Limit>,
}

/// Runs the search. Ties between equal scores go to the deeper board, then to the newer one.
pub fn run<D: Domain, H: Heuristic<D>>(search: Search<'_, D, H>) -> Outcome<D::Action> {
    let Search { domain, start, heuristic, options, observer, .. } = search;
    let mut engine = Engine {
        heuristic,
        horizon: options.horizon.clamp(1, MAX_HORIZON),
        meter: Meter::new(options.limits, observer),
        seen: Hashed::new(domain),
        open: OpenList::new(),
        boards: Vec::new(),
        stages: Vec::new(),
        actions: Vec::new(),
        path: Vec::new(),
        stage: u32::MAX,
        g: 0,
        emptied: false,
        found: false,
        stopped: None,
    };
    if domain.is_goal(start) {
        return solved(domain, start, Vec::new(), true, engine.meter);
    }
    let mut state = start.clone();
    loop {
        let _ = engine.deepen(domain, &state, None);
        if engine.found {
            let plan = engine.plan();
            return solved(domain, start, plan, false, engine.finish());
        }
        if let Some(limit) = engine.stopped {
            return stopped(limit, engine.finish());
        }
        let Some((_, next)) = engine.open.pop() else {
            // A visited set that was never emptied means that every state was seen.
            let end = if engine.emptied { End::GaveUp } else { End::Unsolvable };
            return ended(end, engine.finish());
        };
        let width = domain.words();
        let at = next as usize * width;
        state = domain.unpack(&engine.boards[at..at + width]);
        engine.stage = next;
        engine.g = engine.stages[next as usize].g;
        engine.path.clear();
    }
}

impl<'a, D: Domain, H: Heuristic<D>> Engine<'a, D, H> {
    /// Expands a board that is not at the horizon.
    fn deepen(&mut self, domain: &D, state: &D::State, last: Option<D::Action>) -> ControlFlow<()> {
        if let ControlFlow::Break(limit) = self.meter.expand() {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        domain.visit(state, last, self)
    }

    fn make_room(&mut self) -> ControlFlow<Limit> {
        if self.seen.arena().len() >= VISITED {
            self.seen.clear();
            self.emptied = true;
        }
        let lists_full = self.stages.len() == self.stages.capacity()
            || self.boards.len() + WIDEST > self.boards.capacity()
            || self.actions.len() + self.path.len() + 1 > self.actions.capacity();
        if self.seen.is_full() || lists_full {
            // A list that grows stands in memory twice, the new one twice as large.
            let lists = self.stages.capacity() * size_of::<Stage>()
                + self.boards.capacity() * 8
                + self.actions.capacity() * size_of::<D::Action>();
            self.meter.allow(self.seen.bytes_to_grow() + self.open.bytes() + 3 * lists as u64)?;
            self.stages.reserve(1);
            self.boards.reserve(WIDEST);
            self.actions.reserve(self.path.len() + 1);
        }
        if self.seen.is_full() {
            self.seen.grow();
        }
        ControlFlow::Continue(())
    }

    /// Scores a board at the horizon and lets it wait.
    fn score(&mut self, domain: &D, parent: &D::State, action: D::Action, child: &D::State) {
        self.meter.stats.evaluated += 1;
        let siblings = if self.heuristic.needs().siblings { count_actions(domain, parent) } else { 0 };
        let view = View { domain, state: child, parent: Some((parent, action)), g: self.g, siblings };
        let key = Key::new(self.heuristic.root(&view).0.key(), self.g);
        let node = self.stages.len() as u32;
        self.meter.stats.depth = self.meter.stats.depth.max(self.g);
        let width = domain.words();
        let at = self.boards.len();
        self.boards.resize(at + width, 0);
        domain.pack(child, &mut self.boards[at..]);
        self.actions.extend_from_slice(&self.path);
        let (end, plies) = (self.actions.len() as u32, self.path.len() as u32);
        self.stages.push(Stage { parent: self.stage, end, plies, g: self.g });
        self.open.push(key, node);
        self.meter.stats.max_open = self.meter.stats.max_open.max(self.open.len());
    }

    /// The actions from the start to the end of the present path.
    fn plan(&self) -> Vec<D::Action> {
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

impl<D: Domain, H: Heuristic<D>> Visit<D> for Engine<'_, D, H> {
    fn action(&mut self, domain: &D, state: &D::State, action: D::Action) -> ControlFlow<()> {
        self.meter.stats.generated += 1;
        if let ControlFlow::Break(limit) = self.make_room() {
            self.stopped = Some(limit);
            return ControlFlow::Break(());
        }
        let mut child = state.clone();
        domain.apply(&mut child, action);
        if self.seen.insert(domain, &child).is_none() {
            return ControlFlow::Continue(());
        }
        self.path.push(action);
        let g = self.g;
        self.g += domain.paid(state, action, &child);
        if domain.is_goal(&child) {
            self.found = true;
            return ControlFlow::Break(());
        }
        if self.path.len() as u32 == self.horizon {
            self.score(domain, state, action, &child);
        } else {
            self.deepen(domain, &child, Some(action))?;
        }
        self.path.pop();
        self.g = g;
        ControlFlow::Continue(())
    }
}
