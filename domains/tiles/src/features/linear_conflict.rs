//! Linear conflict (Hansson, Mayer and Yung, 1985): tiles of one line that stand in each other's way.
//!
//! Two tiles that are both in the line where they belong, but in the wrong order, cannot both get home within it:
//! one must step out and back, 2 moves that Manhattan does not count. For each line the least number of tiles that
//! step out is its tiles less the longest run of them in the right order. The steps are across the line, and
//! those of a row's tiles are vertical, those of a column's horizontal, so all lines add up. It is consistent (proved
//! there).
//!
//! A line's code has 3 bits per cell: 0, or 1 + the place within the line of a tile that belongs to it. A table
//! ([`conflict_table`](crate::conflict_table)) gives the tiles to take out for every code.

use super::StateView;
use crate::board::Move;
use crate::cells::Cells;
use crate::problem::{Action, State, Tiles};

/// A row or a column.
#[derive(Clone, Copy)]
struct Line {
    number: u8,
    first: usize,
    step: usize,
    length: usize,
}

impl<C: Cells> Tiles<C> {
    fn row(&self, number: u8) -> Line {
        let width = usize::from(self.size().width);
        Line { number, first: usize::from(number) * width, step: 1, length: width }
    }

    fn column(&self, number: u8) -> Line {
        let (width, length) = (usize::from(self.size().width), usize::from(self.size().height));
        Line { number, first: usize::from(number), step: width, length }
    }

    /// How a move changes the number of tiles to take out.
    ///
    /// The tile passes only the blank along its line of motion, so the order there stays. Across, it leaves one line and
    /// enters another, and counts in one of them at most.
    #[inline]
    pub fn conflicts_after(&self, state: &State<C>, action: Action) -> i32 {
        let (from, to) = (action.to(), state.blank());
        let tile = usize::from(state.tile(from)) % 64;
        let width = usize::from(self.size().width);
        let vertical = matches!(action.direction(), Move::Up | Move::Down);
        let (lines, places, table) = if vertical {
            (&self.goal_tables.row_of, &self.goal_tables.column_of, self.goal_tables.row_conflicts)
        } else {
            (&self.goal_tables.column_of, &self.goal_tables.row_of, self.goal_tables.column_conflicts)
        };
        let split = |cell: usize| ((cell / width) as u8, cell % width);
        let ((left, entered), at) = if vertical {
            ((split(from).0, split(to).0), split(from).1)
        } else {
            ((split(from).1 as u8, split(to).1 as u8), usize::from(split(from).0))
        };
        let own = lines[tile];
        let line = |number| if vertical { self.row(number) } else { self.column(number) };
        let count = |code: u32| i32::from(table[code as usize]);
        let sign = u32::from(places[tile] + 1) << (3 * at);
        if own == left {
            let code = code(state, line(left), lines, places);
            count(code ^ sign) - count(code)
        } else if own == entered {
            let code = code(state, line(entered), lines, places);
            count(code | sign) - count(code)
        } else {
            0
        }
    }
}

#[inline]
fn code<C: Cells>(state: &State<C>, line: Line, lines: &[u8; 64], places: &[u8; 64]) -> u32 {
    let mut code = 0;
    for at in (0..line.length).rev() {
        let tile = usize::from(state.tile(line.first + at * line.step)) % 64;
        code = code << 3 | if lines[tile] == line.number { u32::from(places[tile]) + 1 } else { 0 };
    }
    code
}

impl<C: Cells> StateView<'_, C> {
    /// Manhattan, and 2 for every tile to take out of a line.
    pub fn linear_conflict(self) -> u32 {
        if let Some(known) = self.known.linear_conflict {
            return known;
        }
        let (problem, goal_tables) = (self.problem, &self.problem.goal_tables);
        let rows = (0..problem.size().height).map(|number| {
            let code = code(self.state, problem.row(number), &goal_tables.row_of, &goal_tables.column_of);
            u32::from(goal_tables.row_conflicts[code as usize])
        });
        let columns = (0..problem.size().width).map(|number| {
            let code = code(self.state, problem.column(number), &goal_tables.column_of, &goal_tables.row_of);
            u32::from(goal_tables.column_conflicts[code as usize])
        });
        self.manhattan() + 2 * (rows.sum::<u32>() + columns.sum::<u32>())
    }
}
