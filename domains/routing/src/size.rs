//! Sizes of generated instances: one number, or numbers from a range.

use unstuck_core::random::{between_logarithms, stream};

/// What the second size of a generator means.
pub const MOST: &str =
    "largest size: sizes are drawn between both, small ones as often as large ones; 0 for one size";

/// The size of an instance in the set that a seed stands for.
pub fn drawn(fewest: usize, most: usize, seed: u64, number: u64) -> usize {
    between_logarithms(&mut stream(seed, "size", &[number]), fewest as f64, most as f64) as usize
}
