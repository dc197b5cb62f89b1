//! Corner tiles (Korf and Taylor, 1996): tiles at home that must step aside.
//!
//! Take a corner whose own tile is t, held by another tile x, and its two neighbours A and B.
//!
//! **Claim.** The tiles of A and of B, if at home, must both leave their cells.
//!
//! *Proof.* x must leave the corner, say to A: A is empty then, so its tile has left it. Now the blank is in the
//! corner, and the next move takes a tile into it, from A (x itself, which changes nothing) or from B. As x is not t,
//! at some time a tile comes from B. Either it is B's own tile, which leaves its cell by that move, or B's own tile
//! had left before. ∎
//!
//! Such a tile has Manhattan distance 0 and makes at least two moves, away and back. Every tile is counted once, even
//! between two corners, so 2 for each may be added to Manhattan. With the blank in the corner the claim says
//! nothing, and the corner where the blank belongs has no tile t; both are left out. The value may drop by 3 in
//! one move (x steps out of the corner), so it is not consistent.

use super::StateView;
use crate::board::Size;
use crate::cells::Cells;

/// The corners, each with its two neighbours.
fn corners(size: Size) -> [(usize, [usize; 2]); 4] {
    let (width, height) = (usize::from(size.width), usize::from(size.height));
    let last = size.cells() - 1;
    let bottom = width * (height - 1);
    [
        (0, [1, width]),
        (width - 1, [width - 2, 2 * width - 1]),
        (bottom, [bottom - width, bottom + 1]),
        (last, [last - 1, last - width]),
    ]
}

impl<C: Cells> StateView<'_, C> {
    /// Manhattan, and 2 for every tile at home next to a corner that a stranger holds.
    pub fn corner_tiles(self) -> u32 {
        // The default goal has tile k in cell k.
        let tile = |cell| usize::from(self.state.tile(cell));
        let mut aside = 0u64;
        for (corner, neighbours) in corners(self.problem.size()) {
            if corner == 0 || tile(corner) == 0 || tile(corner) == corner {
                continue;
            }
            for cell in neighbours {
                aside |= u64::from(cell != 0 && tile(cell) == cell) << cell;
            }
        }
        self.manhattan() + 2 * aside.count_ones()
    }
}
