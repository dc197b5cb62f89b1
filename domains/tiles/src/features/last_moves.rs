//! Last moves (Korf and Taylor, 1996): the end of every solution passes through the blank's corner.
//!
//! With the blank's place in the first cell, the last move of a solution takes a tile out of that cell: either
//! tile 1, which belongs to its right, or the tile that belongs below it, call it w.
//!
//! **Claim.** Away from the goal, if tile 1 is not in the first column and tile w is not in the first row, then the
//! distance is at least Manhattan + 2.
//!
//! *Proof.* If the last move is tile 1's, it passed through the first cell, in column 0. It was in some other
//! column and ends in column 1. A way from column c ≥ 1 through column 0 to column 1 takes c + 1 sideways moves where
//! Manhattan counts c − 1, so it makes 2 moves more than its Manhattan distance. The same holds for w with rows
//! for columns. ∎
//!
//! The addition goes away only when tile 1 moves from column 1 to column 0 (or w from row 1 to row 0), which adds 1 to
//! Manhattan: the value drops by 1. At the goal's neighbours both sides agree on 1. So it is consistent.

use super::StateView;
use crate::cells::Cells;
use unstuck_core::problem::Problem;

impl<C: Cells> StateView<'_, C> {
    /// Manhattan, and 2 if neither tile of the last move is in the corner's lines.
    pub fn last_moves(self) -> u32 {
        let width = usize::from(self.problem.size().width);
        let size = self.problem.size();
        if self.problem.is_goal(self.state) {
            return 0;
        }
        let first_column = (0..size.cells()).step_by(width).any(|cell| self.state.tile(cell) == 1);
        let first_row = (0..width).any(|cell| usize::from(self.state.tile(cell)) == width);
        self.manhattan() + if first_column || first_row { 0 } else { 2 }
    }
}
