//! One attempt: best-first search with a few of the moves left out.
//!
//! A child is scored ahead of its move and waits as a parent and an action; only when its turn comes is it
//! made and looked up among the positions expanded before.

use super::super::action::Action;
use super::super::problem::FreeCell;
use super::super::state::{State, WORDS, hash, set_field};
use super::children::{Child, Children};
use super::position::Position;
use super::queue::Queue;
use super::scorer::Scorer;
use super::weights::Weights;
use std::ops::ControlFlow;
use unstuck_core::search::{Limit, Meter, NodeOutcome, NodeValues};

/// How an attempt ended.
pub(in super::super) enum Ended {
    /// With a plan.
    Solved(Vec<Action>),
    /// After as many expansions as it was given, or with nothing left to try.
    Failed,
    /// By a limit of the whole search.
    Stopped(Limit),
}

/// A child that waits, or how an expanded node was reached.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    child: Child,
}

const NO_PARENT: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 9;
/// Expansions of an attempt that goes well.
const DEFAULT: usize = 128;

/// Room for attempts, used again and again.
pub(in super::super) struct Attempts {
    /// Expanded nodes, how each was reached, and after how many moves.
    positions: Vec<Position>,
    reached: Vec<(Link, u32)>,
    /// Children of the newest node, and those that wait.
    children: Children,
    open: Queue<Link>,
    /// 32 bits of hash, and node number + 1; 0 is free.
    slots: Vec<u64>,
}

impl Attempts {
    pub(in super::super) fn new() -> Self {
        // Room for a usual attempt, so that it never grows.
        Self {
            positions: Vec::with_capacity(DEFAULT),
            reached: Vec::with_capacity(DEFAULT),
            children: Children::new(),
            open: Queue::with_capacity(DEFAULT * 8),
            slots: Vec::with_capacity(FIRST_SLOTS),
        }
    }

    /// Searches until `expansions` are spent.
    pub(in super::super) fn run(
        &mut self,
        game: &FreeCell,
        start: &State,
        weights: &Weights,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Ended {
        let ended = self.search(&Scorer::new(game, weights), start, expansions, meter);
        meter.stats.stored = meter.stats.stored.max(self.positions.len() as u64);
        ended
    }

    fn search(
        &mut self,
        scorer: &Scorer<'_>,
        start: &State,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Ended {
        self.positions.clear();
        self.reached.clear();
        self.open.clear();
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        if let ControlFlow::Break(limit) = meter.allow(self.bytes()) {
            return Ended::Stopped(limit);
        }
        let position = Position::new(scorer, start);
        let mut child = Child::NONE;
        child.score = position.score(scorer);
        self.reached.push((Link { parent: NO_PARENT, child }, 0));
        self.positions.push(position);
        if let Some(free) = self.find(&start.code) {
            self.remember(free);
        }
        for _ in 0..expansions {
            if let ControlFlow::Break(limit) = self.allowed(meter) {
                return Ended::Stopped(limit);
            }
            let solution = self.expand(scorer);
            meter.stats.generated += self.children.len() as u64;
            meter.stats.evaluated += self.children.len() as u64;
            if meter.traces() {
                self.trace(scorer, meter);
            }
            if let Some(link) = solution {
                return Ended::Solved(self.plan(link));
            }
            meter.stats.max_open = meter.stats.max_open.max(self.open.len());
            loop {
                match self.open.pop() {
                    Some(next) if self.enter(scorer, next) => break,
                    Some(_) => {}
                    None => return Ended::Failed,
                }
            }
        }
        Ended::Failed
    }

    /// Whether one more node may be expanded.
    #[inline]
    fn allowed(&self, meter: &mut Meter<'_>) -> ControlFlow<Limit> {
        if self.positions.len() == self.positions.capacity() || self.open.outgrows(Children::MOST) {
            meter.allow(self.bytes())?;
        }
        meter.expand()
    }

    #[cold]
    fn bytes(&self) -> u64 {
        let held = self.positions.capacity() * (size_of::<Position>() + size_of::<(Link, u32)>())
            + self.open.bytes()
            + self.slots.capacity() * size_of::<u64>();
        // Lists double when they are full.
        2 * held as u64
    }

    /// Puts the children of the newest node into the queue; one that solves the game is returned.
    fn expand(&mut self, scorer: &Scorer<'_>) -> Option<Link> {
        let (Some(position), Some(&(link, depth))) = (self.positions.last(), self.reached.last()) else {
            return None;
        };
        let parent = self.positions.len() as u32 - 1;
        let depth_term = i32::from(scorer.weights.depth) * (depth + 1) as i32;
        self.children.list(scorer, position, link.child.score, false);
        for mut child in self.children.iter() {
            if !child.is_quiet() {
                let mut made = *position;
                made.make(scorer, child.action());
                if made.state.code == [0; WORDS] {
                    return Some(Link { parent, child });
                }
                child.score = made.score(scorer);
            }
            self.open.push(child.score + depth_term, Link { parent, child });
        }
        None
    }

    /// Reports the expansion of the newest node. Depths stand for costs; scores do not estimate any.
    #[cold]
    fn trace(&self, scorer: &Scorer<'_>, meter: &mut Meter<'_>) {
        let (Some(position), Some((_, depth))) = (self.positions.last(), self.reached.last()) else { return };
        let values = |depth| NodeValues { g: depth, h: None, f: None };
        meter.trace_expanded(scorer.game, &position.state, values(*depth));
        for child in self.children.iter() {
            let mut made = *position;
            made.make(scorer, child.action());
            let (values, outcome) = (values(depth + 1), NodeOutcome::New);
            meter.trace_generated(scorer.game, &position.state, &made.state, values, outcome);
        }
    }

    /// Makes a child the newest node, unless its state is known.
    fn enter(&mut self, scorer: &Scorer<'_>, link: Link) -> bool {
        let (parent, action) = (link.parent as usize, link.child.action());
        let mut free = None;
        if link.child.is_quiet() {
            // One field of the code changes: to look the child up it need not be made.
            let mut code = self.positions[parent].state.code;
            set_field(&mut code, action.card, action.field());
            free = self.find(&code);
            if free.is_none() {
                return false;
            }
        }
        self.positions.extend_from_within(parent..=parent);
        if let Some(child) = self.positions.last_mut() {
            child.make(scorer, action);
            let code = child.state.code;
            free = free.or_else(|| self.find(&code));
        }
        let Some(free) = free else {
            self.positions.pop();
            return false;
        };
        self.reached.push((link, self.reached[parent].1 + 1));
        self.remember(free);
        true
    }

    /// The slot for a state that has not been expanded, with its hash in place.
    #[inline]
    fn find(&self, code: &[u64; WORDS]) -> Option<(usize, u64)> {
        let hash = hash(code);
        let (mask, tag) = (self.slots.len() - 1, hash >> 32);
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Some((at, tag << 32));
            }
            if slot >> 32 == tag && self.positions[(slot as u32 - 1) as usize].state.code == *code {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// Notes the newest position as expanded.
    #[inline]
    fn remember(&mut self, (at, tag): (usize, u64)) {
        self.slots[at] = tag | self.positions.len() as u64;
        if self.positions.len() * 2 > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, position) in self.positions.iter().enumerate() {
            let hash = position.state.hash();
            let mut at = hash as usize;
            while self.slots[at & (size - 1)] != 0 {
                at += 1;
            }
            self.slots[at & (size - 1)] = (hash >> 32) << 32 | (index as u64 + 1);
        }
    }

    fn plan(&self, last: Link) -> Vec<Action> {
        let mut plan = Vec::new();
        let mut link = last;
        while link.parent != NO_PARENT {
            plan.push(link.child.action());
            link = self.reached[link.parent as usize].0;
        }
        plan.reverse();
        plan
    }
}
