//! Random numbers that depend on a seed and a purpose alone.
//!
//! Every stream is named: what it is for, and an index. Who draws from another stream, in which order
//! or on which thread, cannot matter.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

pub use rand::RngExt;

/// A stream of random numbers.
pub type Stream = Xoshiro256PlusPlus;

/// The stream for a purpose.
///
/// ```
/// use unstuck_core::random::{stream, RngExt};
/// let a: u64 = stream(1, "generate", &[0]).random();
/// let b: u64 = stream(1, "generate", &[1]).random();
/// assert_ne!(a, b);
/// assert_eq!(a, stream(1, "generate", &[0]).random::<u64>());
/// ```
pub fn stream(seed: u64, purpose: &str, index: &[u64]) -> Stream {
    // A checksum of everything that names the stream; the generator's own seeding mixes it further.
    let mut name = extend_checksum(checksum(&seed.to_le_bytes()), purpose.as_bytes());
    for number in index {
        name = extend_checksum(extend_checksum(name, &[0xff]), &number.to_le_bytes());
    }
    Stream::seed_from_u64(name)
}

/// A short name for bytes, the same on every machine: FNV-1a.
pub fn checksum(bytes: &[u8]) -> u64 {
    extend_checksum(0xcbf2_9ce4_8422_2325, bytes)
}

/// The checksum of some bytes and these after them.
#[inline]
pub fn extend_checksum(sum: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(sum, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Any order of the items, all equally likely.
pub fn shuffle<T>(items: &mut [T], random: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.random_range(0..=last));
    }
}

/// A draw from the normal distribution with mean 0 and deviation 1.
///
/// By the polar form of Box and Muller, with the same bits on every machine; the second value of each pair is dropped,
/// so that a draw needs no memory.
pub fn normal(random: &mut Stream) -> f64 {
    loop {
        let (x, y) = (2.0 * random.random::<f64>() - 1.0, 2.0 * random.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

/// A draw from the Weibull distribution of a shape and a scale, with the same bits on every machine.
pub fn weibull(random: &mut Stream, shape: f64, scale: f64) -> f64 {
    scale * libm::pow(-libm::log(1.0 - random.random::<f64>()), 1.0 / shape)
}

/// A whole number between two, small ones as often as large ones; the first if the second is not greater.
pub fn between_logarithms(random: &mut Stream, fewest: f64, most: f64) -> f64 {
    if most <= fewest {
        return fewest;
    }
    let ratio = most / fewest.max(1.0);
    (fewest.max(1.0) * libm::pow(ratio, random.random::<f64>())).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Guards the stream against a change of the generator: stored seeds must keep their meaning.
    #[test]
    fn the_stream_is_pinned() {
        let mut s = stream(42, "golden", &[7]);
        let drawn: Vec<u64> = (0..3).map(|_| s.random()).collect();
        assert_eq!(drawn, [10843112510497249276, 8794038244337889260, 16471825517753234645]);
        assert_eq!(stream(42, "golden", &[7]).random_range(0..1_000), 587);
    }
}
