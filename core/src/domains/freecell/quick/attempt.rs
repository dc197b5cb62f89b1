//! One attempt: best-first search with a few of the moves left out.
//!
//! A child is scored ahead of its move and waits as a parent and an action; only when its turn comes is it
//! made and looked up among the positions expanded before.

use super::super::board::Fill;
use super::super::capacity::capacity;
use super::super::domain::{Action, FreeCell, to};
use super::super::state::{NONE, State, cards};
use super::position::Position;
use super::weights::Weights;
use std::collections::BinaryHeap;

/// How an attempt ended.
pub(super) enum Result {
    Solved(Vec<Action>),
    Limit,
    Exhausted,
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

/// Room for attempts, used again and again.
pub(super) struct Attempts {
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
    pub(super) expanded: u64,
    pub(super) generated: u64,
}

impl Attempts {
    pub(super) fn new() -> Self {
        Self {
            positions: Vec::new(),
            reached: Vec::new(),
            links: Vec::new(),
            open: BinaryHeap::new(),
            slots: Vec::new(),
            actions: Vec::new(),
            expanded: 0,
            generated: 0,
        }
    }

    pub(super) fn run(&mut self, game: &FreeCell, start: &State, weights: &Weights, limit: u64) -> Result {
        self.positions.clear();
        self.reached.clear();
        self.links.clear();
        self.open.clear();
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        self.positions.push(Position::new(game, start, weights));
        self.reached.push(Link {
            parent: NO_PARENT,
            depth: 0,
            action: Action { card: 0, top: 0, to: 0, count: 0, cost: 0 },
        });
        self.remember();
        let end = self.expanded + limit;
        loop {
            if self.expanded >= end {
                return Result::Limit;
            }
            if let Some(link) = self.expand(game, weights) {
                return Result::Solved(self.plan(link));
            }
            loop {
                let Some(next) = self.open.pop() else {
                    return Result::Exhausted;
                };
                let link = self.links[next as u32 as usize];
                self.positions.extend_from_within(link.parent as usize..=link.parent as usize);
                if let Some(child) = self.positions.last_mut() {
                    child.make(game, weights, link.action);
                    if child.state.code == [0; 3] {
                        return Result::Solved(self.plan(link));
                    }
                }
                if self.remember() {
                    self.reached.push(link);
                    break;
                }
                self.positions.pop();
            }
        }
    }

    /// Puts the children of the newest node into the queue; one that solves the game is returned.
    fn expand(&mut self, game: &FreeCell, weights: &Weights) -> Option<Link> {
        self.expanded += 1;
        let node = self.positions.len() as u32 - 1;
        let position = &self.positions[node as usize];
        let depth = self.reached[node as usize].depth + 1;
        let beside = i32::from(weights.depth) * depth as i32;
        let parts = position.parts(game);
        self.actions.clear();
        moves(game, &position.state, &mut self.actions);
        self.generated += self.actions.len() as u64;
        for &action in &self.actions {
            let link = Link { parent: node, depth, action };
            let score = match position.ahead(game, weights, &parts, action) {
                Some(score) => score,
                None => {
                    let mut child = *position;
                    child.make(game, weights, action);
                    if child.state.code == [0; 3] {
                        return Some(link);
                    }
                    child.parts(game).score(game, weights)
                }
            };
            let rank = (i32::MAX / 2 - (score + beside)) as u64;
            self.open.push(rank << 32 | self.links.len() as u64);
            self.links.push(link);
        }
        None
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
            if slot >> 32 == tag && self.positions[(slot as u32 - 1) as usize].state.code == position.state.code {
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

/// The moves worth trying.
fn moves(game: &FreeCell, state: &State, out: &mut Vec<Action>) {
    let action = |card, top, to, count: u32| Action { card, top, to, count: count as u8, cost: 1 };
    for card in cards(state.wanted() & (state.tops | state.celled)) {
        out.push(action(card, card, to::HOME, 1));
    }
    let empty_cells = game.empty_cells(state);
    let empty = game.empty_columns(state);
    let king = game.rules.fill == Fill::King;
    let spare = if king { 0 } else { empty };
    let most = capacity(empty_cells, spare);
    let most_into_empty = if empty == 0 { 0 } else { capacity(empty_cells, spare.saturating_sub(1)) };
    for card in cards(state.celled) {
        for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
            out.push(action(card, card, lower, 1));
        }
        if empty > 0 && (!king || card >> 2 == 12) {
            out.push(action(card, card, to::COLUMN, 1));
        }
    }
    for top in game.columns(state).filter(|&top| top != NONE) {
        let (mut card, mut count) = (top, 1);
        loop {
            let below = state.below(card);
            if count <= most {
                for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
                    out.push(action(card, top, lower, count));
                }
            }
            let in_order = game.fit(card, below);
            // Into an empty column goes a whole run, or as much of it as can be moved.
            if below != NONE
                && count <= most_into_empty
                && (!in_order || count == most_into_empty)
                && (!king || card >> 2 == 12)
            {
                out.push(action(card, top, to::COLUMN, count));
            }
            if !in_order {
                break;
            }
            (card, count) = (below, count + 1);
        }
        if empty_cells > 0 {
            out.push(action(top, top, to::CELL, 1));
        }
    }
}
