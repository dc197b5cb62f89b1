//! The walking distance, by the tables of [`walking`](crate::walking).

use super::StateView;
use crate::cells::Cells;
use crate::walking::Counts;

impl<C: Cells> StateView<'_, C> {
    /// The state's numbers in the puzzles of rows and columns; `None` where the board has no tables.
    pub fn walking_numbers(self) -> Option<(u16, u16)> {
        let walking = self.problem.walking()?;
        let (size, goal_tables) = (self.problem.size(), &self.problem.goal_tables);
        let blank = self.state.blank();
        let mut rows = Counts::new(size.row(blank));
        let mut columns = Counts::new(size.column(blank));
        for (tile, cell, _) in self.tiles() {
            rows.add(size.row(cell), usize::from(goal_tables.row_of[usize::from(tile)]));
            columns.add(size.column(cell), usize::from(goal_tables.column_of[usize::from(tile)]));
        }
        Some((walking.rows.number(&rows)?, walking.columns.number(&columns)?))
    }

    /// Moves of the rows' puzzle and of the columns'.
    pub fn walking_distance(self) -> u32 {
        if let Some(known) = self.known.walking_distance {
            return known;
        }
        let distance = self.problem.walking().zip(self.walking_numbers());
        distance.map_or(0, |(walking, (rows, columns))| {
            walking.rows.distance(rows) + walking.columns.distance(columns)
        })
    }
}
