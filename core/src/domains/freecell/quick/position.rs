//! A state with a score that is kept up to date move by move, and evaluated before most moves are made.
//!
//! What a column contributes depends, for each card, only on the cards below it. So every card keeps the sum from
//! the bottom of its column up to itself, the column's contribution is the sum at its top, and a move
//! changes the sums of the cards that move and of no others. For the same reason the score after a move can be
//! told without making it, unless the move sets off automatic ones.

use super::super::action::{Action, to};
use super::super::card::DECK;
use super::super::problem::FreeCell;
use super::super::state::{NONE, PLACES, State, bit, cards};
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

/// The score of a position, and what it takes to evaluate a successor before the move is made.
pub(in super::super) struct Score {
    pub(in super::super) total: i32,
    used: i32,
    empty: i32,
    /// The next card that each foundation needs.
    wanted: u64,
    /// What one more card on each column adds, for the needed cards in it; one more place stands for none.
    pressing: [i32; PLACES + 1],
    /// Cards wait to go home by themselves: only a start can be like that.
    safe_moves_left: bool,
}

/// What used cells and empty columns contribute.
#[inline]
fn room(game: &FreeCell, weights: &Weights, used: i32, empty: i32) -> i32 {
    let w = |weight: i16| i32::from(weight);
    let stuck = empty == 0 && used == game.rules.cells as i32;
    used * (w(weights.cell) + used * w(weights.cells)) - w(weights.empty) * empty.min(2)
        + if stuck { w(weights.stuck) } else { 0 }
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
            game.apply_safe_moves(&mut self.state, |_, _| ());
        }
    }

    /// The score.
    #[inline]
    pub(in super::super) fn score(&self, game: &FreeCell, weights: &Weights) -> Score {
        let state = &self.state;
        let w = |weight: i16| i32::from(weight);
        let (used, empty) = (state.celled.count_ones() as i32, game.empty_columns(state) as i32);
        let mut total = w(weights.not_home) * state.not_home() as i32 + room(game, weights, used, empty);
        for top in game.columns(state).filter(|&top| top != NONE) {
            total += i32::from(self.sum[usize::from(top & 63)]);
        }
        if weights.cell_rank != 0 {
            total += w(weights.cell_rank) * cards(state.celled).map(|card| i32::from(card >> 2)).sum::<i32>();
        }
        let (mut low, mut high) = (13, 0);
        let mut pressing = [0; PLACES + 1];
        for (suit, &home) in state.home.iter().enumerate() {
            (low, high) = (home.min(low), home.max(high));
            let next = 4 * home + suit as u8;
            for (card, weight) in [(next, w(weights.buried)), (next + 4, w(weights.buried_next))] {
                if let Some((above, column)) = self.above(card) {
                    total += weight * above;
                    pressing[column] += weight;
                }
            }
        }
        total += w(weights.spread) * i32::from(high - low);
        let safe_moves_left = game.settings.automatic && game.safe(state) != 0;
        Score { total, used, empty, wanted: state.wanted(), pressing, safe_moves_left }
    }

    /// The score after a move; `None` for moves that may bring cards home, which have to be made.
    #[inline]
    pub(in super::super) fn evaluate_successor(
        &self,
        game: &FreeCell,
        weights: &Weights,
        now: &Score,
        action: Action,
    ) -> Option<i32> {
        let Action { card, top, to, count, .. } = action;
        if to == to::HOME || now.safe_moves_left {
            return None;
        }
        let state = &self.state;
        let count = i32::from(count);
        let rank = card >> 2;
        let mut total = now.total;
        let (mut used, mut empty) = (now.used, now.empty);
        if state.celled & bit(card) != 0 {
            used -= 1;
            total -= i32::from(weights.cell_rank) * i32::from(rank);
        } else {
            let below = state.below(card);
            total -= i32::from(self.sum[usize::from(top & 63)]);
            if below == NONE {
                empty += 1;
            } else {
                if now.wanted & bit(below) != 0 {
                    return None;
                }
                total += i32::from(self.sum[usize::from(below & 63)]);
                let from = usize::from(self.column[usize::from(card & 63)]).min(PLACES);
                if now.pressing[from] != 0 {
                    total -= count * self.pressed(weights, now.wanted, card);
                }
            }
        }
        match to {
            to::CELL => {
                used += 1;
                total += i32::from(weights.cell_rank) * i32::from(rank);
            }
            to::COLUMN => {
                empty -= 1;
                let (sum, low) = bottom(weights, rank);
                total += i32::from(sum) - (count - 1) * i32::from(merit(weights, low));
            }
            lower => {
                let under = usize::from(lower & 63);
                let low = self.low[under];
                // The ranks of the run go down from `rank`; those above the lowest of the column are inversions.
                let above = (i32::from(rank) - i32::from(low & RANK)).clamp(0, count);
                total += above * i32::from(weights.inversion) - count * i32::from(merit(weights, low));
                total += count * now.pressing[usize::from(self.column[under]).min(PLACES)];
            }
        }
        if (used, empty) != (now.used, now.empty) {
            total += room(game, weights, used, empty) - room(game, weights, now.used, now.empty);
        }
        Some(total)
    }

    /// What one card less adds for the needed cards that lie below this one.
    #[inline]
    fn pressed(&self, weights: &Weights, wanted: u64, card: u8) -> i32 {
        let at = usize::from(card & 63);
        let (column, height) = (self.column[at], self.height[at]);
        let mut pressed = 0;
        let next = wanted << 4 & ((1 << DECK) - 1);
        for (set, weight) in [(wanted, weights.buried), (next, weights.buried_next)] {
            for needed in cards(set & !self.state.celled) {
                let at = usize::from(needed & 63);
                if self.column[at] == column && self.height[at] < height {
                    pressed += i32::from(weight);
                }
            }
        }
        pressed
    }

    /// Cards above a card that is in a column, and the column.
    #[inline]
    fn above(&self, card: u8) -> Option<(i32, usize)> {
        if card >= DECK as u8 || self.state.celled & bit(card) != 0 {
            return None;
        }
        let column = usize::from(self.column[usize::from(card)]).min(PLACES - 1);
        let top = self.state.places[column];
        let above = i32::from(self.height[usize::from(top & 63)]) - i32::from(self.height[usize::from(card)]);
        Some((above, column))
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
