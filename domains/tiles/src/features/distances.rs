//! How far the tiles are from their places. Each of these is the exact cost of a puzzle with fewer rules, so it
//! is admissible and consistent.

use super::StateView;
use crate::cells::Cells;

impl<C: Cells> StateView<'_, C> {
    /// Tiles that are not in their place: a move brings at most one there.
    pub fn misplaced(self) -> u32 {
        self.tiles().map(|(_, cell, home)| u32::from(cell != home)).sum()
    }

    /// Rows and columns every tile has to go: a move brings one tile one cell nearer.
    #[inline]
    pub fn manhattan(self) -> u32 {
        self.known.manhattan.unwrap_or_else(|| self.distances())
    }

    #[inline(never)]
    fn distances(self) -> u32 {
        let size = self.problem.size();
        self.tiles().map(|(_, cell, home)| size.distance(cell, home) as u32).sum()
    }

    /// Tiles that are not in their row.
    pub fn out_of_row(self) -> u32 {
        let size = self.problem.size();
        self.tiles().map(|(_, cell, home)| u32::from(size.row(cell) != size.row(home))).sum()
    }

    /// Tiles that are not in their column.
    pub fn out_of_column(self) -> u32 {
        let size = self.problem.size();
        self.tiles().map(|(_, cell, home)| u32::from(size.column(cell) != size.column(home))).sum()
    }

    /// Rows and columns the blank has to go: every move takes it one cell.
    pub fn blank_distance(self) -> u32 {
        self.problem.size().distance(self.state.blank(), self.problem.goal().blank()) as u32
    }
}
