//! Nilsson's sequence score for the 8-puzzle (1971): good guidance, far from admissible.
//!
//! The eight outer cells form a ring. Going round it clockwise, a tile scores 2 unless the next tile is the one
//! that follows it in the goal; the centre scores 1 unless it holds what it holds in the goal. The blank is skipped,
//! which also gives the score a meaning for goals with the blank on the ring. The heuristic is
//! Manhattan + 3 × the score.

use super::StateView;
use crate::board::Size;
use crate::cells::Cells;

const CENTRE: usize = 4;

/// The ring of a 3×3 board, clockwise; other boards have none.
pub fn ring(size: Size) -> Option<[usize; 8]> {
    ((size.width, size.height) == (3, 3)).then_some([0, 1, 2, 5, 8, 7, 6, 3])
}

impl<C: Cells> StateView<'_, C> {
    /// Manhattan + 3 × the ring's score; 0 on boards without a ring.
    pub fn nilsson_sequence(self) -> u32 {
        let Some(ring) = ring(self.problem.size()) else { return 0 };
        let goal = self.problem.goal().tiles();
        let around = |tile_at: &dyn Fn(usize) -> u8| {
            let mut tiles = [0; 8];
            let mut count = 0;
            for tile in ring.iter().map(|&cell| tile_at(cell)).filter(|&tile| tile != 0) {
                tiles[count] = tile;
                count += 1;
            }
            (tiles, count)
        };
        let (wanted, homes) = around(&|cell| goal[cell]);
        let mut successor = [0; 9];
        for at in 0..homes {
            successor[usize::from(wanted[at])] = wanted[(at + 1) % homes];
        }
        let (tiles, count) = around(&|cell| self.state.tile(cell));
        let strangers = (0..count).filter(|&at| successor[usize::from(tiles[at])] != tiles[(at + 1) % count]);
        let score = 2 * strangers.count() as u32 + u32::from(self.state.tile(CENTRE) != goal[CENTRE]);
        self.manhattan() + 3 * score
    }
}
