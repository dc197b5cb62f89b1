//! The tables of the linear conflict: for the code of a line, the least number of its tiles that step out.

use super::board::LONGEST;
use std::sync::OnceLock;

/// Tiles to take out of a line of that length, by its code.
pub fn table(length: u8) -> &'static [u8] {
    static TABLES: [OnceLock<Vec<u8>>; LONGEST as usize + 1] =
        [const { OnceLock::new() }; LONGEST as usize + 1];
    TABLES[usize::from(length)].get_or_init(|| (0..1 << (3 * length)).map(to_take_out).collect())
}

/// The number of tiles in a code less the longest increasing run.
fn to_take_out(code: u32) -> u8 {
    let mut longest_to = [0u8; 8];
    let mut tiles = 0;
    for place in (0..LONGEST).map(|cell| (code >> (3 * cell) & 7) as usize).filter(|&place| place > 0) {
        tiles += 1;
        let before = longest_to[..place].iter().copied().max().unwrap_or(0);
        longest_to[place] = longest_to[place].max(before + 1);
    }
    tiles - longest_to.into_iter().max().unwrap_or(0)
}
