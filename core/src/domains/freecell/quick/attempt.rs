//! One attempt: best-first search with a few of the moves left out.
//!
//! A child is scored ahead of its move and waits as a parent and an action; only when its turn comes is it
//! made and looked up among the positions expanded before.

use super::super::action::Action;
use super::super::problem::FreeCell;
use super::super::state::{State, WORDS};
use super::moves::moves;
use super::position::Position;
use super::weights::Weights;
use crate::search::{Limit, Meter, NodeOutcome, NodeValues};
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

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
    depth: u32,
    action: Action,
}

const NO_PARENT: u32 = u32::MAX;
const FIRST_SLOTS: usize = 1 << 10;
/// Expansions of an attempt that goes well.
const DEFAULT: usize = 256;

/// Room for attempts, used again and again.
pub(in super::super) struct Attempts {
    /// Expanded nodes, and how each was reached.
    positions: Vec<Position>,
    reached: Vec<Link>,
    /// Children, made or not.
    links: Vec<Link>,
    /// Children by score: the smallest score on top, the newest of equals.
    open: BinaryHeap<u64>,
    /// 32 bits of hash, and node number + 1; 0 is free.
    slots: Vec<u64>,
    actions: Vec<Action>,
}

impl Attempts {
    pub(in super::super) fn new() -> Self {
        // Room for a usual attempt, so that it never grows.
        Self {
            positions: Vec::with_capacity(DEFAULT),
            reached: Vec::with_capacity(DEFAULT),
            links: Vec::with_capacity(DEFAULT * 8),
            open: BinaryHeap::with_capacity(DEFAULT * 8),
            slots: Vec::with_capacity(FIRST_SLOTS),
            actions: Vec::new(),
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
        let ended = self.search(game, start, weights, expansions, meter);
        meter.stats.stored = meter.stats.stored.max(self.positions.len() as u64);
        ended
    }

    fn search(
        &mut self,
        game: &FreeCell,
        start: &State,
        weights: &Weights,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Ended {
        self.positions.clear();
        self.reached.clear();
        self.links.clear();
        self.open.clear();
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        if let ControlFlow::Break(limit) = meter.allow(self.bytes()) {
            return Ended::Stopped(limit);
        }
        self.positions.push(Position::new(game, start, weights));
        self.reached.push(Link { parent: NO_PARENT, depth: 0, action: Action::NONE });
        self.remember();
        for _ in 0..expansions {
            if let ControlFlow::Break(limit) = self.allowed(meter) {
                return Ended::Stopped(limit);
            }
            let solution = self.expand(game, weights);
            meter.stats.generated += self.actions.len() as u64;
            meter.stats.evaluated += self.actions.len() as u64;
            if meter.traces() {
                self.trace(game, weights, meter);
            }
            if let Some(link) = solution {
                return Ended::Solved(self.plan(link));
            }
            meter.stats.max_open = meter.stats.max_open.max(self.open.len() as u64);
            loop {
                let Some(next) = self.open.pop() else {
                    return Ended::Failed;
                };
                let link = self.links[next as u32 as usize];
                self.positions.extend_from_within(link.parent as usize..=link.parent as usize);
                if let Some(child) = self.positions.last_mut() {
                    child.make(game, weights, link.action);
                    if child.state.code == [0; WORDS] {
                        return Ended::Solved(self.plan(link));
                    }
                }
                if self.remember() {
                    self.reached.push(link);
                    break;
                }
                self.positions.pop();
            }
        }
        Ended::Failed
    }

    /// Whether one more node may be expanded.
    #[inline]
    fn allowed(&self, meter: &mut Meter<'_>) -> ControlFlow<Limit> {
        let (positions, links) = (&self.positions, &self.links);
        // An expansion makes fewer children than this.
        const CHILDREN: usize = 256;
        if positions.len() == positions.capacity() || links.len() + CHILDREN > links.capacity() {
            meter.allow(self.bytes())?;
        }
        meter.expand()
    }

    #[cold]
    fn bytes(&self) -> u64 {
        let held = self.positions.capacity() * (size_of::<Position>() + size_of::<Link>())
            + self.links.capacity() * (size_of::<Link>() + size_of::<u64>())
            + self.slots.capacity() * size_of::<u64>();
        // Lists double when they are full.
        2 * held as u64
    }

    /// Puts the children of the newest node into the queue; one that solves the game is returned.
    fn expand(&mut self, game: &FreeCell, weights: &Weights) -> Option<Link> {
        let node = self.positions.len() as u32 - 1;
        let position = &self.positions[node as usize];
        let depth = self.reached[node as usize].depth + 1;
        let depth_term = i32::from(weights.depth) * depth as i32;
        let now = position.score(game, weights);
        self.actions.clear();
        moves(game, &position.state, false, &mut self.actions);
        for &action in &self.actions {
            let link = Link { parent: node, depth, action };
            let score = match position.evaluate_successor(game, weights, &now, action) {
                Some(score) => score,
                None => {
                    let mut child = *position;
                    child.make(game, weights, action);
                    if child.state.code == [0; WORDS] {
                        return Some(link);
                    }
                    child.score(game, weights).total
                }
            };
            let rank = (i32::MAX / 2 - (score + depth_term)) as u64;
            self.open.push(rank << 32 | self.links.len() as u64);
            self.links.push(link);
        }
        None
    }

    /// Reports the expansion of the newest node. Depths stand for costs; scores do not estimate any.
    #[cold]
    fn trace(&self, game: &FreeCell, weights: &Weights, meter: &mut Meter<'_>) {
        let (Some(position), Some(link)) = (self.positions.last(), self.reached.last()) else { return };
        let values = |depth| NodeValues { g: depth, h: None, f: None };
        meter.trace_expanded(game, &position.state, values(link.depth));
        for &action in &self.actions {
            let mut child = *position;
            child.make(game, weights, action);
            let (values, outcome) = (values(link.depth + 1), NodeOutcome::New);
            meter.trace_generated(game, &position.state, &child.state, values, outcome);
        }
    }

    /// Notes the newest position as expanded, unless it was before.
    #[inline]
    fn remember(&mut self) -> bool {
        let Some(position) = self.positions.last() else {
            return false;
        };
        let hash = position.state.hash();
        let mask = self.slots.len() - 1;
        let tag = hash >> 32;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                break;
            }
            if slot >> 32 == tag
                && self.positions[(slot as u32 - 1) as usize].state.code == position.state.code
            {
                return false;
            }
            at += 1;
        }
        self.slots[at & mask] = tag << 32 | self.positions.len() as u64;
        if self.positions.len() * 2 > self.slots.len() {
            self.grow();
        }
        true
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
            plan.push(link.action);
            link = self.reached[link.parent as usize];
        }
        plan.reverse();
        plan
    }
}
