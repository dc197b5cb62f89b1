//! The moves of a position, all of them or those worth trying when any solution will do, with the scores they lead to.

use super::super::action::{Action, to};
use super::super::board::{Build, Fill};
use super::super::capacity::capacity;
use super::super::state::{NONE, bit, cards};
use super::position::Position;
use super::scorer::Scorer;

/// A move that is not made yet.
#[derive(Clone, Copy)]
pub(in super::super) struct Child {
    /// Card, top, destination and count of the action, a byte each, and [`QUIET`]: one word, since single bytes take
    /// long to write and to read.
    packed: u32,
    /// The score after it, if it is quiet.
    pub(in super::super) score: i32,
}

const QUIET: u32 = 1 << 31;

impl Child {
    /// Stands where there is none.
    pub(super) const NONE: Self = Self { packed: 0, score: 0 };

    #[inline]
    fn new((card, top, count): (u8, u8, u32), to: u8, quiet: bool, score: i32) -> Self {
        let packed = u32::from(card) | u32::from(top) << 8 | u32::from(to) << 16 | count << 24;
        Self { packed: packed | u32::from(quiet) << 31, score }
    }

    /// The action. Costs are told from the plan in the end: no search that uses these moves compares them.
    #[inline]
    pub(in super::super) fn action(self) -> Action {
        let [card, top, to, count] = (self.packed & !QUIET).to_le_bytes();
        Action { card, top, to, count, cost: 1 }
    }

    /// No card goes home with it.
    #[inline]
    pub(in super::super) fn is_quiet(self) -> bool {
        self.packed & QUIET != 0
    }
}

/// The children of a position.
pub(in super::super) struct Children {
    list: [Child; Self::MOST],
    len: usize,
}

impl Children {
    /// A position has fewer.
    pub(in super::super) const MOST: usize = 256;

    pub(in super::super) fn new() -> Self {
        Self { list: [Child::NONE; Self::MOST], len: 0 }
    }

    pub(in super::super) fn iter(&self) -> impl Iterator<Item = Child> {
        self.list[..self.len.min(Self::MOST)].iter().copied()
    }

    pub(in super::super) fn len(&self) -> usize {
        self.len
    }

    /// Leaves out all others.
    pub(in super::super) fn keep_home_moves(&mut self) {
        self.len = self.iter().take_while(|child| child.action().goes_home()).count();
    }

    /// Lists the moves of a position that has this score.
    ///
    /// All moves; unless they are to be complete, into an empty column only whole runs, or as much of one as can be
    /// moved, and into a cell no card that lies in order. Leaving out the latter two saves a third of the time and costs
    /// no deal of the first 32,000.
    pub(in super::super) fn list(
        &mut self,
        scorer: &Scorer<'_>,
        position: &Position,
        total: i32,
        complete: bool,
    ) {
        let mut len = 0;
        let mut push = |run, to, quiet, score| {
            self.list[len % Self::MOST] = Child::new(run, to, quiet, score);
            len += 1;
        };
        let (game, state) = (scorer.game, &position.state);
        for card in cards(position.wanted & (state.tops | state.celled)) {
            push((card, card, 1), to::HOME, false, 0);
        }
        let (used, empty) = position.room();
        let empty_cells = game.rules.cells as u32 - used;
        let king = game.rules.fill == Fill::King;
        let spare = if king { 0 } else { empty };
        let most = capacity(empty_cells, spare);
        let most_into_empty = if empty == 0 { 0 } else { capacity(empty_cells, spare.saturating_sub(1)) };
        let settled = position.is_settled();
        let total = total - scorer.room(used, empty);
        let cell_rank = i32::from(scorer.weights.cell_rank);
        let onto = |lower, rank, count: u32| {
            let count = count as i32;
            scorer.run_upon(position.laid(lower), rank, count) + count * position.pressing(lower)
        };
        let fitting = match game.rules.build {
            Build::Alternate => fitting_alternate(state.tops),
            Build::Suit => state.tops >> 4,
        };
        let into_empty = match (empty, king) {
            (0, _) => 0,
            (_, true) => 0xf << 48,
            (_, false) => u64::MAX,
        };
        for card in cards(state.celled & (fitting | into_empty)) {
            let rank = card >> 2;
            let total = total - cell_rank * i32::from(rank);
            for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
                let score = total + scorer.room(used - 1, empty) + onto(lower, rank, 1);
                push((card, card, 1), lower, settled, score);
            }
            if into_empty & bit(card) != 0 {
                let score = total + scorer.room(used - 1, empty - 1) + scorer.run_at_bottom(rank, 1);
                push((card, card, 1), to::COLUMN, settled, score);
            }
        }
        let [wanted, next] = position.needed();
        let (buried, buried_next) = (i32::from(scorer.weights.buried), i32::from(scorer.weights.buried_next));
        let needed = |card: u8| {
            let is = |set: u64| (set >> (card & 63) & 1) as i32;
            is(wanted) * buried + is(next) * buried_next
        };
        let quiet = |below: u8| settled && position.safe_next & bit(below) == 0;
        let into_cell = if empty_cells == 0 { 0 } else { u64::MAX };
        let in_order = state.tops & position.in_order;
        for top in cards(state.tops & (into_cell | into_empty | fitting | in_order)) {
            let column = position.laid(top).sum;
            // Without a run on top of the column, and without what cells and columns contribute.
            let without = |pressing: i32, count: u32, below: u8| {
                total + i32::from(position.laid(below).sum) - i32::from(column) - count as i32 * pressing
            };
            // What one card less above it takes away from the cards below the run.
            let mut pressing = position.pressing(top) - needed(top);
            let (mut card, mut count, mut below) = (top, 1, state.below(top));
            if into_cell != 0 && (complete || in_order & bit(top) == 0) {
                let room = scorer.room(used + 1, empty + u32::from(below == NONE));
                let score = without(pressing, 1, below) + room + cell_rank * i32::from(top >> 2);
                push((top, top, 1), to::CELL, quiet(below), score);
            }
            loop {
                let in_order = position.in_order & bit(card) != 0;
                if (fitting | into_empty) & bit(card) != 0 {
                    let rank = card >> 2;
                    let without = without(pressing, count, below);
                    if fitting & bit(card) != 0 {
                        let total = without + scorer.room(used, empty + u32::from(below == NONE));
                        for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
                            push((card, top, count), lower, quiet(below), total + onto(lower, rank, count));
                        }
                    }
                    if into_empty & bit(card) != 0
                        && below != NONE
                        && count <= most_into_empty
                        && (complete || !in_order || count == most_into_empty)
                    {
                        let room = scorer.room(used, empty - 1);
                        let score = without + room + scorer.run_at_bottom(rank, count as i32);
                        push((card, top, count), to::COLUMN, quiet(below), score);
                    }
                }
                if !in_order || count == most {
                    break;
                }
                (card, count) = (below, count + 1);
                below = state.below(card);
                pressing -= needed(card);
            }
        }
        self.len = len;
    }
}

/// The cards that fit on one of these by alternating colours.
#[inline]
fn fitting_alternate(lowers: u64) -> u64 {
    // Four cards a rank, the first and the last of them black.
    const FIRST: u64 = 0x1111_1111_1111_1111;
    let red = (lowers >> 1 | lowers >> 2) & FIRST;
    let black = (lowers | lowers >> 3) & FIRST;
    (red | red << 3 | black << 1 | black << 2) >> 4
}
