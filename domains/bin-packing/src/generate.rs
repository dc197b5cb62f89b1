//! Generators of instances, the same on every machine for the same seed.

use crate::items::Items;
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream, weibull};

/// A distribution of instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Sizes drawn uniformly from a range.
    Uniform {
        /// Smallest size.
        low: u32,
        /// Largest size.
        high: u32,
        /// Capacity of the bins.
        capacity: u32,
    },
    /// Sizes drawn from a Weibull distribution, rounded and held within 1 and `largest`.
    Weibull {
        /// Shape of the distribution.
        shape: f64,
        /// Scale of the distribution.
        scale: f64,
        /// Largest size.
        largest: u32,
        /// Capacity of the bins.
        capacity: u32,
    },
    /// Falkenauer's triplets: three items fill each bin exactly, so that a third of the number of items is optimal.
    /// Capacity 1,000.
    Triplets,
}

impl Kind {
    /// The uniform sets of the OR-Library: sizes from 20 to 100, capacity 150.
    pub const OR_LIBRARY: Self = Self::Uniform { low: 20, high: 100, capacity: 150 };
    /// The Weibull instances of the studies with language models: shape 3, scale 45, sizes up to 100, capacity 100.
    pub const WEIBULL: Self = Self::Weibull { shape: 3.0, scale: 45.0, largest: 100, capacity: 100 };

    /// The instance of a number in the set that a seed stands for.
    ///
    /// # Errors
    ///
    /// The parameters allow no instance.
    pub fn generate(self, count: usize, seed: u64, number: u64) -> Result<Items, ParseError> {
        let mut random = stream(seed, "bin packing", &[count as u64, number]);
        let name = format!("{}-{count}-{seed}-{number}", self.name());
        match self {
            Self::Uniform { low, high, capacity } => {
                if low > high {
                    return Err(ParseError::new(format!("the range of sizes is empty: {low} to {high}")));
                }
                let sizes = (0..count).map(|_| random.random_range(low..=high)).collect();
                Items::new(name, capacity, sizes)
            }
            Self::Weibull { shape, scale, largest, capacity } => {
                let draw = |random: &mut Stream| {
                    weibull(random, shape, scale).round().clamp(1.0, largest.max(1).into())
                };
                Items::new(name, capacity, (0..count).map(|_| draw(&mut random) as u32).collect())
            }
            Self::Triplets => {
                let bins = count / 3;
                let mut sizes = Vec::with_capacity(3 * bins);
                for _ in 0..bins {
                    let first = random.random_range(380..=490_u32);
                    let second = random.random_range(250..=(1_000 - first) / 2);
                    sizes.extend([first, second, 1_000 - first - second]);
                }
                shuffle(&mut sizes, &mut random);
                let mut items = Items::new(name, 1_000, sizes)?;
                items.best_known = Some(bins as u32);
                Ok(items)
            }
        }
    }

    /// Name in every text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform { .. } => "uniform",
            Self::Weibull { .. } => "weibull",
            Self::Triplets => "triplets",
        }
    }
}
