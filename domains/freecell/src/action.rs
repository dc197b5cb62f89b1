//! A move.

use super::state::field;

/// Where a run goes, when it is not a card's number.
pub(super) mod to {
    /// An empty column.
    pub(in super::super) const COLUMN: u8 = 60;
    /// A cell.
    pub(in super::super) const CELL: u8 = 61;
    /// The foundation.
    pub(in super::super) const HOME: u8 = 62;
}

/// A move, told by cards rather than columns, so that it means the same on symmetric boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The deepest card that moves.
    pub(super) card: u8,
    /// The top card that moves.
    pub(super) top: u8,
    /// The card that the run is put on, or one of [`to`].
    pub(super) to: u8,
    /// How many cards move.
    pub(super) count: u8,
    /// What that costs, automatic moves not counted.
    pub(super) cost: u8,
}

impl Action {
    /// Stands where there is no action.
    pub(super) const NONE: Self = Self { card: 0, top: 0, to: 0, count: 0, cost: 0 };

    /// How many cards move.
    pub fn count(self) -> u32 {
        u32::from(self.count)
    }
    /// A card goes home.
    pub fn goes_home(self) -> bool {
        self.to == to::HOME
    }
    /// A card goes into a cell.
    pub fn goes_to_cell(self) -> bool {
        self.to == to::CELL
    }
    /// Cards go into a column, empty or not.
    pub fn goes_to_column(self) -> bool {
        self.to <= to::COLUMN
    }
}

impl Action {
    /// The field of the deepest card after the move.
    #[inline]
    pub(super) const fn field(self) -> u8 {
        match self.to {
            to::HOME => field::HOME,
            to::CELL => field::CELL,
            to::COLUMN => field::BOTTOM,
            lower => fitting(lower),
        }
    }
}

/// The field of a card that was put on a card it fits.
#[inline]
pub(super) const fn fitting(lower: u8) -> u8 {
    field::FITS + (lower >> 1 & 1)
}
