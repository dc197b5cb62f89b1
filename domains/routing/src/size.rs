//! Sizes of generated instances: one number, or numbers from a range.

use unstuck_core::random::{RngExt, stream};

/// What the second size of a generator means.
pub const MOST: &str =
    "largest size: sizes are drawn between both, small ones as often as large ones; 0 for one size";

/// The size of an instance in the set that a seed stands for.
pub fn drawn(fewest: usize, most: usize, seed: u64, number: u64) -> usize {
    if most <= fewest {
        return fewest;
    }
    let part: f64 = stream(seed, "size", &[number]).random();
    // Between the logarithms, so that small instances are as frequent as large ones.
    let (low, high) = (fewest.max(1) as f64, most as f64);
    (low * libm::pow(high / low, part)).round() as usize
}
