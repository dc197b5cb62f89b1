//! The plain board: what lies where, in the order a player sees it, and the rules it is played by.
//!
//! This is the form that texts are read into, plans are replayed on and engines start from.

use super::card::Card;

/// Fewest and most columns.
pub const COLUMNS: std::ops::RangeInclusive<usize> = 4..=10;
/// Most cells.
pub const CELLS: usize = 8;

/// What may lie on what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// One rank lower, the other colour: FreeCell.
    Alternate,
    /// One rank lower, the same suit: Baker's Game.
    Suit,
}

/// What may be put into an empty column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fill {
    /// Anything.
    Any,
    /// A king, or a run that a king leads.
    King,
}

/// A variant of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Number of columns.
    pub columns: usize,
    /// Number of cells.
    pub cells: usize,
    /// What may lie on what.
    pub build: Build,
    /// What may be put into an empty column.
    pub fill: Fill,
}

impl Default for Rules {
    fn default() -> Self {
        Self { columns: 8, cells: 4, build: Build::Alternate, fill: Fill::Any }
    }
}

impl Rules {
    /// Whether `upper` may be put on `lower`.
    pub fn fits(&self, upper: Card, lower: Card) -> bool {
        lower.rank() == upper.rank() + 1
            && match self.build {
                Build::Alternate => upper.is_red() != lower.is_red(),
                Build::Suit => upper.suit() == lower.suit(),
            }
    }
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The columns from the left, each from its deepest card to its top.
    pub columns: Vec<Vec<Card>>,
    /// The cells from the left.
    pub cells: Vec<Option<Card>>,
    /// How many cards of each suit are home, in the order C D H S.
    pub home: [u8; 4],
}

impl Board {
    /// Everything is home.
    pub fn is_solved(&self) -> bool {
        self.home == [13; 4]
    }
}
