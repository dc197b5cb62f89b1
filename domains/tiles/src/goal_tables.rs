//! What the features look up, made once per goal.

use super::board::Board;
use super::conflict_table;
use super::pdb::{self, Database};
use super::walking::Walking;
use std::sync::OnceLock;

/// Number of a line that no tile belongs to.
const NOWHERE: u8 = u8::MAX;

/// What the features look up, made once per goal.
#[derive(Debug, Clone)]
pub struct GoalTables {
    /// The goal's row of every tile; a number beyond the board for the blank.
    pub row_of: [u8; 64],
    /// The goal's column of every tile.
    pub column_of: [u8; 64],
    /// Tiles to take out of a row, or a column, see [`linear_conflict`].
    pub row_conflicts: &'static [u8],
    /// The same for columns.
    pub column_conflicts: &'static [u8],
    /// The goal is the default one.
    pub ordered: bool,
    pub(super) max_manhattan: u32,
    pub(super) walking: OnceLock<Walking>,
    pub(super) databases: [Option<&'static Database>; pdb::splits::SPLITS.len()],
}

impl GoalTables {
    /// The tables of a goal.
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let (mut row_of, mut column_of) = ([NOWHERE; 64], [NOWHERE; 64]);
        let mut max_manhattan = 0;
        for (cell, &tile) in goal.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            row_of[usize::from(tile)] = size.row(cell) as u8;
            column_of[usize::from(tile)] = size.column(cell) as u8;
            max_manhattan +=
                (0..size.cells()).map(|from| size.distance(from, cell) as u32).max().unwrap_or(0);
        }
        let ordered = *goal == Board::ordered(size);
        Self {
            row_of,
            column_of,
            row_conflicts: conflict_table::table(size.width),
            column_conflicts: conflict_table::table(size.height),
            ordered,
            max_manhattan,
            walking: OnceLock::new(),
            databases: if ordered { pdb::of_size(size) } else { [None; _] },
        }
    }
}
