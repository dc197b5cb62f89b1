//! The state as a permutation: its cycles and its inversions.

use super::StateView;
use crate::cells::Cells;

impl<C: Cells> StateView<'_, C> {
    /// Moves if the blank could swap with any tile (Gaschnig, 1979).
    ///
    /// A cycle of n cells that holds the blank takes n − 1 swaps; any other must first take the blank in, n + 1
    /// swaps. That is the exact cost of the relaxed puzzle, so it is admissible and consistent.
    pub fn gaschnig(self) -> u32 {
        let mut seen = 0u64;
        let mut swaps = 0;
        for start in 0..self.problem.size().cells() {
            let (mut cell, mut length, mut blank) = (start, 0, false);
            while seen >> cell & 1 == 0 {
                seen |= 1 << cell;
                length += 1;
                let tile = self.state.tile(cell);
                blank |= tile == 0;
                cell = self.problem.home(tile);
            }
            if length > 1 {
                swaps += if blank { length - 1 } else { length + 1 };
            }
        }
        swaps
    }

    /// Pairs of tiles of which the one that belongs later comes first, row by row, the blank left out.
    pub fn inversions(self) -> u32 {
        let mut before = 0u64;
        let mut pairs = 0;
        for (_, _, home) in self.tiles() {
            pairs += (before >> home).count_ones();
            before |= 1 << home;
        }
        pairs
    }
}
