//! How many cards may be moved at once, and how many single-card moves that stands for.
//!
//! Only one card moves at a time. A run of n cards is moved by parking cards in empty cells and, in halves,
//! on empty columns: with c empty cells, c + 1 cards can go without the help of a column, and every spare
//! column doubles that.
//!
//! ```
//! use unstuck_freecell::capacity::{atomic_moves, capacity};
//! assert_eq!(capacity(2, 1), 6);
//! assert_eq!(atomic_moves(3, 2, 0), Some(5));
//! // Two cards to the spare column (3 moves), the other two to the target (3), the first two after them (3).
//! assert_eq!(atomic_moves(4, 1, 1), Some(9));
//! assert_eq!(atomic_moves(7, 2, 1), None);
//! ```

/// Longest run.
const RUN: usize = 13;
/// Most spare columns: ten, less the source and the target. Four let any run move; more make it cheaper.
const SPARE: usize = 8;
/// More cells than this change nothing for a run of 13.
const CELLS: usize = 12;

/// Most cards that `cells` empty cells and `spare` empty columns, the target not counted, let move at once.
pub const fn capacity(cells: u32, spare: u32) -> u32 {
    (cells + 1) << spare
}

/// A(n, c, e) for every n, c and e that matters; 0 where the run cannot be moved.
static ATOMIC: [[[u8; SPARE + 1]; CELLS + 1]; RUN + 1] = table();

const fn table() -> [[[u8; SPARE + 1]; CELLS + 1]; RUN + 1] {
    let mut table = [[[0; SPARE + 1]; CELLS + 1]; RUN + 1];
    let mut e = 0;
    while e <= SPARE {
        let mut c = 0;
        while c <= CELLS {
            let mut n = 1;
            while n <= RUN {
                let mut best = if n <= c + 1 { 2 * n - 1 } else { usize::MAX };
                let mut k = 1;
                while e > 0 && k < n {
                    // k cards to a spare column, the rest to the target, the k after them.
                    let (aside, rest) = (table[k][c][e - 1], table[n - k][c][e - 1]);
                    let cost = 2 * aside as usize + rest as usize;
                    if aside > 0 && rest > 0 && cost < best {
                        best = cost;
                    }
                    k += 1;
                }
                table[n][c][e] = if best == usize::MAX { 0 } else { best as u8 };
                n += 1;
            }
            c += 1;
        }
        e += 1;
    }
    table
}

/// Fewest single-card moves for a run of `n` cards; `None` when it is longer than the capacity.
pub fn atomic_moves(n: u32, cells: u32, spare: u32) -> Option<u32> {
    let (n, cells, spare) = (n as usize, (cells as usize).min(CELLS), (spare as usize).min(SPARE));
    let moves = *ATOMIC.get(n)?.get(cells)?.get(spare)?;
    (moves > 0).then_some(u32::from(moves))
}
