//! A state with a score that is kept up to date move by move, and evaluated before most moves are made.
//!
//! What a column contributes depends, for each card, only on the cards below it. So every card keeps the sum from
//! the bottom of its column up to itself, the column's contribution is the sum at its top, and a move
//! changes the sums of the cards that move and of no others. For the same reason the score after a move can be
//! told without making it ([`children`](super::children)), unless the move sets off automatic ones.

use super::super::action::{Action, to};
use super::super::card::DECK;
use super::super::problem::FreeCell;
use super::super::state::{FIRST_CELL, NONE, PLACES, State, bit, cards};
use super::scorer::{Laid, Scorer};

/// A state and what the cards of its columns contribute to the score.
#[derive(Clone, Copy)]
pub(in super::super) struct Position {
    pub(in super::super) state: State,
    laid: [Laid; 64],
    /// Where each card is that is not home.
    place: [u8; 64],
    /// What the columns contribute.
    columns: i32,
    /// Used cells and empty columns.
    used: u8,
    empty: u8,
    /// What one more card on each column adds, for the cards in it that foundations need next.
    pressing: [i16; 16],
    /// The next card that each foundation needs, and those of them that go home as soon as they are free.
    pub(super) wanted: u64,
    pub(super) safe_next: u64,
    /// The cards of the columns that fit on the card below them; of other cards it tells nothing.
    pub(super) in_order: u64,
}

impl Position {
    pub(in super::super) fn new(scorer: &Scorer<'_>, state: &State) -> Self {
        let mut position = Self {
            state: *state,
            laid: [Laid { sum: 0, low: 0, height: 0 }; 64],
            place: [0; 64],
            columns: 0,
            used: state.celled.count_ones() as u8,
            empty: scorer.game.empty_columns(state) as u8,
            pressing: [0; 16],
            wanted: state.wanted(),
            safe_next: Self::safe_next(scorer.game, state),
            in_order: 0,
        };
        for (place, &top) in state.places.iter().enumerate().filter(|&(_, &top)| top != NONE) {
            position.place[usize::from(top & 63)] = place as u8;
            if state.tops & bit(top) != 0 {
                position.stack(scorer, place, top, NONE);
                position.columns += i32::from(position.laid(top).sum);
            }
        }
        position.press(scorer);
        position
    }

    fn safe_next(game: &FreeCell, state: &State) -> u64 {
        if game.settings.automatic { game.safe_next(state.home) } else { 0 }
    }

    #[inline]
    pub(super) fn laid(&self, card: u8) -> Laid {
        self.laid[usize::from(card & 63)]
    }

    #[inline]
    pub(super) fn place(&self, card: u8) -> usize {
        usize::from(self.place[usize::from(card & 63)]).min(PLACES - 1)
    }

    /// Used cells and empty columns.
    #[inline]
    pub(super) fn room(&self) -> (u32, u32) {
        (u32::from(self.used), u32::from(self.empty))
    }

    /// What one more card on the column of a card adds, for the cards in it that foundations need next.
    #[inline]
    pub(super) fn pressing(&self, card: u8) -> i32 {
        i32::from(self.pressing[self.place(card) & 15])
    }

    /// Sums up the cards of a column from `top` down to, not including, `from`; those cards as a set.
    fn stack(&mut self, scorer: &Scorer<'_>, place: usize, top: u8, from: u8) -> u64 {
        let mut pile = [0_u8; DECK];
        let mut count = 0;
        let mut card = top;
        let mut set = 0;
        while card != from && count < DECK {
            pile[count] = card;
            count += 1;
            set |= bit(card);
            card = self.state.below(card);
        }
        for &card in pile[..count].iter().rev() {
            self.lay(scorer, place, card);
        }
        set
    }

    /// Sums up a card whose neighbour below is done.
    #[inline]
    fn lay(&mut self, scorer: &Scorer<'_>, place: usize, card: u8) {
        let at = usize::from(card & 63);
        let below = self.state.below(card);
        self.place[at] = place as u8;
        let fits = scorer.game.fit(card, below);
        self.in_order = self.in_order & !bit(card) | u64::from(fits) << (card & 63);
        self.laid[at] = if below == NONE {
            scorer.bottom(card >> 2)
        } else {
            scorer.upon(self.laid(below), card >> 2, fits)
        };
    }

    /// Makes a move and everything that follows from it.
    #[inline]
    pub(in super::super) fn make(&mut self, scorer: &Scorer<'_>, action: Action) {
        let Action { card, top, to, count, .. } = action;
        if to == to::HOME {
            self.put_home(card);
            self.safe_next = Self::safe_next(scorer.game, &self.state);
            self.settle(scorer);
            self.press(scorer);
            return;
        }
        let from = self.place(top);
        let into = match to {
            to::CELL | to::COLUMN => self.state.empty_place(to),
            lower => self.place(lower),
        };
        self.lift(top, from);
        let left = self.state.transfer(action, from, into);
        self.uncover(left, from);
        let mut moved = bit(card);
        if to == to::CELL {
            self.place[usize::from(card & 63)] = into as u8;
            self.used += 1;
        } else {
            if to == to::COLUMN {
                self.empty -= 1;
            } else {
                self.columns -= i32::from(self.laid(to).sum);
            }
            if count == 1 {
                self.lay(scorer, into, card);
            } else {
                moved = self.stack(scorer, into, top, self.state.below(card));
            }
            self.columns += i32::from(self.laid(top).sum);
        }
        let [wanted, next] = self.needed();
        let is_settled = self.is_settled();
        if !is_settled {
            self.settle(scorer);
        }
        if !is_settled || moved & (wanted | next) != 0 {
            self.press(scorer);
        }
    }

    /// Plays all cards home that go there by themselves.
    fn settle(&mut self, scorer: &Scorer<'_>) {
        while !self.is_settled() {
            for card in cards(self.safe_next & (self.state.tops | self.state.celled)) {
                self.put_home(card);
            }
            self.safe_next = scorer.game.safe_next(self.state.home);
        }
    }

    #[inline]
    fn put_home(&mut self, card: u8) {
        let place = self.place(card);
        self.lift(card, place);
        let left = self.state.put_home(card, place);
        self.uncover(left, place);
        self.wanted = (self.wanted & !bit(card) | bit(card) << 4) & ((1 << DECK) - 1);
    }

    /// Takes a column, up to its top card, or a card in a cell out of the sums.
    #[inline]
    fn lift(&mut self, top: u8, place: usize) {
        if place < FIRST_CELL {
            self.columns -= i32::from(self.laid(top).sum);
        } else {
            self.used -= 1;
        }
    }

    /// Takes what is left of a column into the sums.
    #[inline]
    fn uncover(&mut self, left: u8, place: usize) {
        if left != NONE {
            self.columns += i32::from(self.laid(left).sum);
        } else if place < FIRST_CELL {
            self.empty += 1;
        }
    }

    /// Looks up what presses on which column.
    fn press(&mut self, scorer: &Scorer<'_>) {
        self.pressing = [0; 16];
        let weights = [scorer.weights.buried, scorer.weights.buried_next];
        for (set, weight) in self.needed().into_iter().zip(weights) {
            for card in cards(set & !self.state.celled) {
                self.pressing[self.place(card) & 15] += weight;
            }
        }
    }

    /// The score.
    pub(in super::super) fn score(&self, scorer: &Scorer<'_>) -> i32 {
        let state = &self.state;
        let weights = scorer.weights;
        let w = |weight: i16| i32::from(weight);
        let mut total = self.columns + scorer.room(u32::from(self.used), u32::from(self.empty));
        if weights.cell_rank != 0 {
            total += w(weights.cell_rank) * cards(state.celled).map(|card| i32::from(card >> 2)).sum::<i32>();
        }
        let (mut low, mut high, mut home) = (13, 0, 0);
        for count in state.home {
            (low, high, home) = (count.min(low), count.max(high), home + i32::from(count));
        }
        total += w(weights.not_home) * (DECK as i32 - home) + w(weights.spread) * i32::from(high - low);
        for (set, weight) in self.needed().into_iter().zip([weights.buried, weights.buried_next]) {
            for card in cards(set & !state.celled) {
                let top = state.places[self.place(card)];
                total += w(weight) * i32::from(self.laid(top).height - self.laid(card).height);
            }
        }
        total
    }

    /// The cards that foundations need next, and those after them.
    #[inline]
    pub(super) fn needed(&self) -> [u64; 2] {
        [self.wanted, self.wanted << 4 & ((1 << DECK) - 1)]
    }

    /// No card waits to go home by itself: only a start can be otherwise.
    #[inline]
    pub(super) fn is_settled(&self) -> bool {
        self.safe_next & (self.state.tops | self.state.celled) == 0
    }
}
