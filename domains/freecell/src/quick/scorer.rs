//! Weights made ready for a game.

use super::super::board::COLUMNS;
use super::super::problem::FreeCell;
use super::weights::Weights;

/// A card in a column.
#[derive(Clone, Copy)]
pub(super) struct Laid {
    /// What the cards from the bottom of the column up to this one contribute.
    pub(super) sum: i16,
    /// Lowest rank from the bottom up to this card, and whether all are in order, from a king.
    pub(super) low: u8,
    /// Cards below this one.
    pub(super) height: u8,
}

// The parts of `Laid::low`.
const RANK: u8 = 15;
const ORDERED: u8 = 16;
const CROWNED: u8 = 32;

/// A game, weights, and what follows from both.
pub(in super::super) struct Scorer<'g> {
    pub(in super::super) game: &'g FreeCell,
    pub(super) weights: &'g Weights,
    /// What used cells and empty columns contribute.
    room: [[i32; 16]; 16],
}

impl<'g> Scorer<'g> {
    pub(in super::super) fn new(game: &'g FreeCell, weights: &'g Weights) -> Self {
        let w = |weight: i16| i32::from(weight);
        let mut room = [[0; 16]; 16];
        for (used, row) in room.iter_mut().enumerate().take(game.rules.cells + 1) {
            let cells = used as i32 * (w(weights.cell) + used as i32 * w(weights.cells));
            for (empty, room) in row.iter_mut().enumerate().take(COLUMNS.end() + 1) {
                *room = cells - w(weights.empty) * (empty as i32).min(2);
            }
            if used == game.rules.cells {
                row[0] += w(weights.stuck);
            }
        }
        Self { game, weights, room }
    }

    /// What used cells and empty columns contribute.
    #[inline]
    pub(super) fn room(&self, used: u32, empty: u32) -> i32 {
        self.room[used as usize & 15][empty as usize & 15]
    }

    /// A card at the bottom of a column.
    #[inline]
    pub(super) fn bottom(&self, rank: u8) -> Laid {
        let low = rank | ORDERED | if rank == 12 { CROWNED } else { 0 };
        Laid { sum: self.weights.bottom * i16::from(12 - rank.min(12)) - self.merit(low), low, height: 0 }
    }

    /// A card on another, which it fits or not.
    #[inline]
    pub(super) fn upon(&self, lower: Laid, rank: u8, fits: bool) -> Laid {
        let Laid { mut sum, mut low, height } = lower;
        if fits {
            sum -= self.merit(low);
        } else {
            sum += self.weights.misfit;
            low &= RANK;
        }
        if rank > low & RANK {
            sum += self.weights.inversion;
        } else {
            low = low & !RANK | rank;
        }
        Laid { sum, low, height: height + 1 }
    }

    /// What a run adds to the sum of a column when it is put on a card that its deepest card, of this rank, fits.
    #[inline]
    pub(super) fn run_upon(&self, lower: Laid, rank: u8, count: i32) -> i32 {
        // The ranks of the run go down from `rank`; those above the lowest of the column are inversions.
        let above = (i32::from(rank) - i32::from(lower.low & RANK)).clamp(0, count);
        above * i32::from(self.weights.inversion) - count * i32::from(self.merit(lower.low))
    }

    /// What a run adds in an empty column.
    #[inline]
    pub(super) fn run_at_bottom(&self, rank: u8, count: i32) -> i32 {
        let Laid { sum, low, .. } = self.bottom(rank);
        i32::from(sum) - (count - 1) * i32::from(self.merit(low))
    }

    /// What a card in order adds on a column with this mark.
    #[inline]
    fn merit(&self, low: u8) -> i16 {
        let mut merit = 0;
        if low & ORDERED != 0 {
            merit += self.weights.founded;
        }
        if low & CROWNED != 0 {
            merit += self.weights.crowned;
        }
        merit
    }
}
