//! A state with a score that is kept up to date move by move, and told ahead of most moves.
//!
//! What a column contributes depends, for each card, only on the cards below it. So every card keeps the sum from
//! the bottom of its column up to itself, the column's contribution is the sum at its top, and a move
//! changes the sums of the cards that move and of no others. For the same reason the score after a move can be
//! told without making it, unless the move sets off automatic ones.

use super::super::card::DECK;
use super::super::domain::{Action, FreeCell, to};
use super::super::state::{FIRST_CELL, NONE, PLACES, State, bit, cards};
use super::weights::Weights;

/// A state and what the cards of its columns contribute to the score.
#[derive(Clone, Copy)]
pub(in super::super) struct Position {
    pub(in super::super) state: State,
    /// What the cards from the bottom of the column up to this one contribute.
    sum: [i16; 64],
    /// Lowest rank from the bottom up to this card, and whether all are in order, from a king.
    low: [u8; 64],
    /// Cards below this one.
    height: [u8; 64],
    /// The place whose column the card lies in.
    column: [u8; 64],
}

const RANK: u8 = 15;
const ORDERED: u8 = 16;
const CROWNED: u8 = 32;

/// What the score of a position is made of.
#[derive(Clone, Copy)]
pub(in super::super) struct Parts {
    columns: i32,
    not_home: i32,
    used: i32,
    cell_ranks: i32,
    empty: i32,
    buried: i32,
    buried_next: i32,
    spread: i32,
    /// The cards that the next foundations need, and those after.
    wanted: u64,
    /// Cards wait to go home by themselves: only a start can be like that.
    unsettled: bool,
}

impl Parts {
    #[inline]
    pub(in super::super) fn score(&self, game: &FreeCell, weights: &Weights) -> i32 {
        let w = |weight: i16| i32::from(weight);
        let stuck = self.empty == 0 && self.used == game.rules.cells as i32;
        self.columns
            + w(weights.not_home) * self.not_home
            + self.used * (w(weights.cell) + self.used * w(weights.cells))
            + w(weights.cell_rank) * self.cell_ranks
            - w(weights.empty) * self.empty.min(2)
            + if stuck { w(weights.stuck) } else { 0 }
            + w(weights.buried) * self.buried
            + w(weights.buried_next) * self.buried_next
            + w(weights.spread) * self.spread
    }
}

impl Position {
    pub(in super::super) fn new(game: &FreeCell, state: &State, weights: &Weights) -> Self {
        let mut position =
            Self { state: *state, sum: [0; 64], low: [0; 64], height: [0; 64], column: [0; 64] };
        for (place, top) in game.columns(state).enumerate() {
            position.stack(game, weights, place, top, NONE);
        }
        position
    }

    /// Sums up the cards of a column from `top` down to, not including, `from`.
    fn stack(&mut self, game: &FreeCell, weights: &Weights, place: usize, top: u8, from: u8) {
        let mut pile = [0_u8; DECK];
        let mut count = 0;
        let mut card = top;
        while card != from && count < DECK {
            pile[count] = card;
            count += 1;
            card = self.state.below(card);
        }
        for &card in pile[..count].iter().rev() {
            self.lay(game, weights, place, card);
        }
    }

    /// Sums up a card whose neighbour below is done.
    #[inline]
    fn lay(&mut self, game: &FreeCell, weights: &Weights, place: usize, card: u8) {
        let at = usize::from(card & 63);
        let below = self.state.below(card);
        let rank = card >> 2;
        self.column[at] = place as u8;
        if below == NONE {
            self.height[at] = 0;
            (self.sum[at], self.low[at]) = bottom(weights, rank);
            return;
        }
        let under = usize::from(below & 63);
        self.height[at] = self.height[under] + 1;
        let (mut sum, mut low) = (self.sum[under], self.low[under]);
        if game.fit(card, below) {
            sum -= merit(weights, low);
        } else {
            sum += weights.misfit;
            low &= RANK;
        }
        if rank > low & RANK {
            sum += weights.inversion;
        } else {
            low = low & !RANK | rank;
        }
        self.sum[at] = sum;
        self.low[at] = low;
    }

    /// Makes a move and everything that follows from it.
    #[inline]
    pub(in super::super) fn make(&mut self, game: &FreeCell, weights: &Weights, action: Action) {
        game.step(&mut self.state, action);
        match action.to {
            to::HOME | to::CELL => {}
            lower => {
                let place = if lower == to::COLUMN {
                    self.state.place_of(action.top)
                } else {
                    usize::from(self.column[usize::from(lower & 63)])
                };
                if action.count == 1 {
                    self.lay(game, weights, place, action.card);
                } else {
                    let from = self.state.below(action.card);
                    self.stack(game, weights, place, action.top, from);
                }
            }
        }
        if game.settings.automatic {
            game.settle(&mut self.state, |_, _| ());
        }
    }

    /// What the score is made of.
    #[inline]
    pub(in super::super) fn parts(&self, game: &FreeCell) -> Parts {
        let state = &self.state;
        let mut columns = 0;
        for top in game.columns(state).filter(|&top| top != NONE) {
            columns += i32::from(self.sum[usize::from(top & 63)]);
        }
        let (mut low, mut high) = (13, 0);
        let (mut buried, mut buried_next) = (0, 0);
        for (suit, &home) in state.home.iter().enumerate() {
            (low, high) = (home.min(low), home.max(high));
            buried += self.above(4 * home + suit as u8);
            buried_next += self.above(4 * home + suit as u8 + 4);
        }
        Parts {
            columns,
            not_home: state.not_home() as i32,
            used: state.celled.count_ones() as i32,
            cell_ranks: cards(state.celled).map(|card| i32::from(card >> 2)).sum(),
            empty: game.empty_columns(state) as i32,
            buried,
            buried_next,
            spread: i32::from(high - low),
            wanted: state.wanted(),
            unsettled: game.settings.automatic && game.safe(state) != 0,
        }
    }

    /// The score after a move; `None` for moves that may bring cards home, which have to be made.
    #[inline]
    pub(in super::super) fn ahead(
        &self,
        game: &FreeCell,
        weights: &Weights,
        parts: &Parts,
        action: Action,
    ) -> Option<i32> {
        let Action { card, top, to, count, .. } = action;
        if to == to::HOME || parts.unsettled {
            return None;
        }
        let state = &self.state;
        let mut parts = *parts;
        let count = i32::from(count);
        let rank = card >> 2;
        // The column that cards leave and the one they reach; cells have none.
        let (mut from, mut onto) = (PLACES as u8, PLACES as u8);
        if state.celled & bit(card) != 0 {
            parts.used -= 1;
            parts.cell_ranks -= i32::from(rank);
        } else {
            let below = state.below(card);
            from = self.column[usize::from(card & 63)];
            parts.columns -= i32::from(self.sum[usize::from(top & 63)]);
            if below == NONE {
                parts.empty += 1;
            } else {
                if parts.wanted & bit(below) != 0 {
                    return None;
                }
                parts.columns += i32::from(self.sum[usize::from(below & 63)]);
            }
        }
        let lowest = (rank + 1).wrapping_sub(count as u8);
        match to {
            to::CELL => {
                parts.used += 1;
                parts.cell_ranks += i32::from(rank);
            }
            to::COLUMN => {
                let (sum, low) = bottom(weights, rank);
                parts.empty -= 1;
                parts.columns += i32::from(sum) - (count - 1) * i32::from(merit(weights, low));
                onto = FIRST_CELL as u8;
            }
            lower => {
                let under = usize::from(lower & 63);
                let low = self.low[under];
                onto = self.column[under];
                // Ranks of the run run from `lowest` to `rank`; those above the lowest of the column are inversions.
                let above = i32::from(rank) - i32::from((low & RANK).max(lowest.wrapping_sub(1)));
                let above = above.clamp(0, count);
                parts.columns +=
                    above * i32::from(weights.inversion) - count * i32::from(merit(weights, low));
            }
        }
        let height = self.height[usize::from(card & 63)];
        // Whether the move puts cards above this one (1), takes them away (−1), or neither.
        let change = |card: u8| {
            let at = usize::from(card & 63);
            let column = self.column[at];
            i32::from(column == onto) - i32::from(column == from && self.height[at] < height)
        };
        for card in cards(parts.wanted & !state.celled) {
            parts.buried += count * change(card);
        }
        if weights.buried_next != 0 {
            for card in cards(parts.wanted << 4 & ((1 << DECK) - 1) & !state.celled) {
                parts.buried_next += count * change(card);
            }
        }
        Some(parts.score(game, weights))
    }

    /// Cards above a card that is not home; 0 for one in a cell, and for none.
    #[inline]
    fn above(&self, card: u8) -> i32 {
        if card >= DECK as u8 || self.state.celled & bit(card) != 0 {
            return 0;
        }
        let column = usize::from(self.column[usize::from(card)]).min(PLACES - 1);
        let top = self.state.places[column];
        i32::from(self.height[usize::from(top & 63)]) - i32::from(self.height[usize::from(card)])
    }
}

/// Sum and mark of a card at the bottom of a column.
#[inline]
fn bottom(weights: &Weights, rank: u8) -> (i16, u8) {
    let king = rank == 12;
    let low = rank | ORDERED | if king { CROWNED } else { 0 };
    (weights.bottom * i16::from(12 - rank.min(12)) - merit(weights, low), low)
}

/// What a card in order adds on a column with this mark.
#[inline]
fn merit(weights: &Weights, low: u8) -> i16 {
    let mut merit = 0;
    if low & ORDERED != 0 {
        merit += weights.founded;
    }
    if low & CROWNED != 0 {
        merit += weights.crowned;
    }
    merit
}
