//! Packed boards: the tile of every cell in a few bits, side by side, 0 the blank.
//!
//! Three widths serve all sizes: 4 bits a cell in one word up to 16 cells, 5 bits in two words up to 25,
//! 6 bits in four words up to 36.

use super::pdb::side::Sets;

/// A packed board.
pub trait Cells: Copy + Eq + Send + Sync + std::fmt::Debug + 'static {
    /// The cells that each group of a pattern database takes; there are none for boards of the widest form.
    type Sets: Sets;

    /// Cells it has room for.
    const CAPACITY: usize;
    /// Words of the packed form.
    const WORDS: usize;
    /// All cells empty.
    const EMPTY: Self;

    /// The tile of a cell.
    fn get(self, cell: usize) -> u8;
    /// Puts a tile into an empty cell.
    #[must_use]
    fn with(self, cell: usize, tile: u8) -> Self;
    /// Moves a tile into an empty cell.
    #[must_use]
    fn slide(self, from: usize, to: usize) -> Self;
    /// The first empty cell.
    fn blank(self) -> usize;
    /// Writes the words.
    fn write(self, out: &mut [u64]);
    /// Reads the words.
    fn read(words: &[u64]) -> Self;
}

/// The lowest field of `BITS` bits that is 0. A field below borrows into none above it unless it is 0 itself, so
/// the lowest mark is always right.
macro_rules! lowest_zero {
    ($word:expr, $ones:expr, $bits:expr) => {
        ($word.wrapping_sub($ones) & !$word & $ones << ($bits - 1)).trailing_zeros() as usize / $bits
    };
}

/// A 1 in every field of `bits` bits.
const fn ones(bits: u32, fields: u32) -> u128 {
    let mut word = 0;
    let mut field = 0;
    while field < fields {
        word |= 1 << (field * bits);
        field += 1;
    }
    word
}

impl Cells for u64 {
    type Sets = Self;

    const CAPACITY: usize = 16;
    const WORDS: usize = 1;
    const EMPTY: Self = 0;

    #[inline]
    fn get(self, cell: usize) -> u8 {
        (self >> (4 * cell)) as u8 & 15
    }
    #[inline]
    fn with(self, cell: usize, tile: u8) -> Self {
        self | u64::from(tile) << (4 * cell)
    }
    #[inline]
    fn slide(self, from: usize, to: usize) -> Self {
        let tile = self >> (4 * from) & 15;
        self ^ tile << (4 * from) ^ tile << (4 * to)
    }
    #[inline]
    fn blank(self) -> usize {
        const ONES: u64 = ones(4, 16) as u64;
        lowest_zero!(self, ONES, 4)
    }
    #[inline]
    fn write(self, out: &mut [u64]) {
        out[0] = self;
    }
    #[inline]
    fn read(words: &[u64]) -> Self {
        words[0]
    }
}

impl Cells for u128 {
    type Sets = Self;

    const CAPACITY: usize = 25;
    const WORDS: usize = 2;
    const EMPTY: Self = 0;

    #[inline]
    fn get(self, cell: usize) -> u8 {
        (self >> (5 * cell)) as u8 & 31
    }
    #[inline]
    fn with(self, cell: usize, tile: u8) -> Self {
        self | u128::from(tile) << (5 * cell)
    }
    #[inline]
    fn slide(self, from: usize, to: usize) -> Self {
        let tile = u128::from(self.get(from));
        self ^ tile << (5 * from) ^ tile << (5 * to)
    }
    #[inline]
    fn blank(self) -> usize {
        const ONES: u128 = ones(5, 25);
        lowest_zero!(self, ONES, 5)
    }
    #[inline]
    fn write(self, out: &mut [u64]) {
        out[..2].copy_from_slice(&[self as u64, (self >> 64) as u64]);
    }
    #[inline]
    fn read(words: &[u64]) -> Self {
        u128::from(words[0]) | u128::from(words[1]) << 64
    }
}

/// Fields in each word of the widest form.
const FIELDS: usize = 10;

impl Cells for [u64; 4] {
    type Sets = u128;

    const CAPACITY: usize = 36;
    const WORDS: usize = 4;
    const EMPTY: Self = [0; 4];

    #[inline]
    fn get(self, cell: usize) -> u8 {
        (self[cell / FIELDS] >> (6 * (cell % FIELDS))) as u8 & 63
    }
    #[inline]
    fn with(mut self, cell: usize, tile: u8) -> Self {
        self[cell / FIELDS] |= u64::from(tile) << (6 * (cell % FIELDS));
        self
    }
    #[inline]
    fn slide(mut self, from: usize, to: usize) -> Self {
        let tile = self.get(from);
        self[from / FIELDS] ^= u64::from(tile) << (6 * (from % FIELDS));
        self.with(to, tile)
    }
    fn blank(self) -> usize {
        const ONES: u64 = ones(6, FIELDS as u32) as u64;
        let word = self.iter().position(|&word| word.wrapping_sub(ONES) & !word & ONES << 5 != 0);
        // Four spare fields follow the last cell, so some word has an empty one.
        let word = word.unwrap_or(3);
        word * FIELDS + lowest_zero!(self[word], ONES, 6)
    }
    #[inline]
    fn write(self, out: &mut [u64]) {
        out[..4].copy_from_slice(&self);
    }
    #[inline]
    fn read(words: &[u64]) -> Self {
        [words[0], words[1], words[2], words[3]]
    }
}

#[cfg(test)]
mod tests;
