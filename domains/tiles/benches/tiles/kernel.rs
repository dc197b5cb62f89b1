//! IDA* with Manhattan distance on the 15-puzzle and nothing else: the reference for the generic engine.
//!
//! Packed board, one function per blank cell and last move, and the slack (bound − f) instead of g, h and a bound.

/// What one search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Moves of the solution.
    pub length: u32,
    /// Successors made.
    pub generated: u64,
}

type Go = fn(&mut u64, u64, i32) -> bool;

const GOAL: u64 = 0xFEDC_BA98_7654_3210;
const UP: usize = 0;
const LEFT: usize = 1;
const RIGHT: usize = 2;
const DOWN: usize = 3;
const NONE: usize = 4;

/// What a move takes from the slack: 2 when the tile goes away from its place, 0 when it comes nearer.
static COSTS: [[[i8; 4]; 16]; 16] = costs();

const fn far(tile: usize, cell: usize) -> i8 {
    ((tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)) as i8
}

const fn costs() -> [[[i8; 4]; 16]; 16] {
    let mut costs = [[[0; 4]; 16]; 16];
    let mut at = 0;
    while at < 16 * 16 * 4 {
        let (tile, blank, step) = (at / 64, at / 4 % 16, at % 4);
        let from = match step {
            UP if blank >= 4 => blank - 4,
            LEFT if blank % 4 > 0 => blank - 1,
            RIGHT if blank % 4 < 3 => blank + 1,
            DOWN if blank < 12 => blank + 4,
            _ => blank,
        };
        costs[tile][blank][step] = 1 + far(tile, blank) - far(tile, from);
        at += 1;
    }
    costs
}

macro_rules! row {
    ($($blank:literal)*) => {
        [$([go::<$blank, UP>, go::<$blank, LEFT>, go::<$blank, RIGHT>, go::<$blank, DOWN>, go::<$blank, NONE>]),*]
    };
}
static GO: [[Go; 5]; 16] = row!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

fn go<const BLANK: usize, const LAST: usize>(generated: &mut u64, board: u64, slack: i32) -> bool {
    if board == GOAL {
        return true;
    }
    macro_rules! step {
        ($step:ident, $legal:expr, $from:expr, $back:ident) => {
            if $legal && LAST != $back {
                let from = $from;
                *generated += 1;
                let tile = board >> (4 * from) & 15;
                let slack = slack - i32::from(COSTS[tile as usize][BLANK][$step]);
                if slack >= 0 {
                    let child = board ^ tile << (4 * from) ^ tile << (4 * BLANK);
                    if GO[from % 16][$step](generated, child, slack) {
                        return true;
                    }
                }
            }
        };
    }
    step!(UP, BLANK >= 4, BLANK.wrapping_sub(4), DOWN);
    step!(LEFT, !BLANK.is_multiple_of(4), BLANK.wrapping_sub(1), RIGHT);
    step!(RIGHT, BLANK % 4 < 3, BLANK + 1, LEFT);
    step!(DOWN, BLANK < 12, BLANK + 4, UP);
    false
}

/// Solves a board given by its tiles row by row.
pub fn solve(tiles: &[u8]) -> Found {
    let mut board = 0;
    let (mut h, mut blank) = (0, 0);
    for (cell, &tile) in tiles.iter().enumerate() {
        board |= u64::from(tile) << (4 * cell);
        if tile == 0 { blank = cell } else { h += far(usize::from(tile), cell) as u32 }
    }
    let mut generated = 0;
    let mut bound = h;
    while !GO[blank][NONE](&mut generated, board, (bound - h) as i32) {
        bound += 2;
    }
    Found { length: bound, generated }
}
