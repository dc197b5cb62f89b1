//! What features count in the columns.

use super::Seen;
use crate::card::DECK;
use crate::state::{NONE, State, bit};

/// What one walk over the columns counts.
#[derive(Default)]
pub(super) struct Piles {
    /// Cards of columns that are wholly in order.
    well_placed: u32,
    /// What the deepest cards are short of kings; 13 for an empty column.
    bottoms: u32,
    /// Cards on a card that they do not fit.
    unsorted: u32,
    /// Pairs whose upper card has the higher rank.
    inversions: u32,
    /// Cards on at least one of the next needed cards.
    buried_next: u32,
    /// For each card that is needed after the next, the cards on it.
    buried_second: u32,
    /// Cards above at least one of lower rank, as a set.
    burying: u64,
    /// Cards of the runs that begin columns.
    founded: u32,
    /// Those of them that a king begins.
    crowned: u32,
    not_home: u32,
}

impl Piles {
    /// The values of the features, in the order of their table.
    pub(super) fn write(&self, values: &mut [f64]) {
        let counts = [
            self.well_placed,
            self.not_home - self.well_placed,
            self.bottoms,
            self.unsorted,
            self.inversions,
            self.buried_next,
            self.buried_second,
            self.burying.count_ones(),
            self.not_home - self.founded,
            self.not_home - self.crowned,
        ];
        for (value, count) in values.iter_mut().zip(counts) {
            *value = count.into();
        }
    }
}

/// The cards of a column from its top down.
fn column(state: &State, top: u8) -> impl Iterator<Item = u8> {
    let first = (top != NONE).then_some(top);
    std::iter::successors(first, |&card| Some(state.below(card)).filter(|&below| below != NONE))
}

/// For each of the next needed cards, the cards on it.
pub(super) fn burial(v: &Seen<'_>) -> u32 {
    let wanted = v.state.wanted();
    let mut buried = 0;
    for top in v.problem.columns(v.state) {
        for (above, card) in column(v.state, top).enumerate() {
            if wanted & bit(card) != 0 {
                buried += above as u32;
            }
        }
    }
    buried
}

/// Counts everything at once: a state's columns are lists that take as long to walk as to count.
pub(super) fn count(v: &Seen<'_>) -> Piles {
    let wanted = v.state.wanted();
    let second = wanted << 4 & ((1 << DECK) - 1);
    let mut piles = Piles { not_home: v.state.not_home(), ..Piles::default() };
    for top in v.problem.columns(v.state) {
        let (mut cards, mut above) = (0, 0_u64);
        let (mut run, mut faults, mut deepest, mut bottom) = (0, 0, 0, NONE);
        for card in column(v.state, top) {
            if wanted & bit(card) != 0 {
                deepest = cards;
            }
            if second & bit(card) != 0 {
                piles.buried_second += cards;
            }
            let higher = above & higher_than(card);
            piles.inversions += higher.count_ones();
            piles.burying |= higher;
            let below = v.state.below(card);
            let fits = below == NONE || v.problem.fit(card, below);
            faults += u32::from(!fits);
            run = if fits { run + 1 } else { 0 };
            bottom = card;
            above |= bit(card);
            cards += 1;
        }
        piles.buried_next += deepest;
        piles.unsorted += faults;
        piles.founded += run;
        piles.well_placed += if faults == 0 { cards } else { 0 };
        piles.crowned += if bottom >> 2 == KING { run } else { 0 };
        piles.bottoms += if bottom == NONE { 13 } else { u32::from(KING - (bottom >> 2)) };
    }
    piles
}

/// The rank of kings, counted from 0.
const KING: u8 = 12;

/// The cards of a higher rank: they have a higher number.
fn higher_than(card: u8) -> u64 {
    u64::MAX << (card | 3) << 1
}
