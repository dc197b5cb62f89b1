//! Generators of instances, the same on every machine for the same seed.

use super::cities::Cities;
use crate::distances::{Distances, Rule};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, normal, stream};

/// Coordinates are below this, so that a unit square keeps six digits.
pub const SIDE: f64 = 1_000_000.0;
/// Fewest cities of a generated instance.
pub const FEWEST: usize = 3;

/// A distribution of instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Cities anywhere in a square.
    Uniform,
    /// Cities around centres, normally distributed, as in the DIMACS challenge.
    Clustered {
        /// Cities of a cluster on average.
        cities: u32,
        /// Deviation of a cluster, as a part of the side of the square.
        deviation: f64,
    },
}

impl Kind {
    /// The instance of a number in the set that a seed stands for.
    ///
    /// # Errors
    ///
    /// There are too few or too many cities.
    pub fn generate(self, count: usize, seed: u64, number: u64) -> Result<Cities, ParseError> {
        if !(FEWEST..=crate::tsplib::MAX_PLACES).contains(&count) {
            let error = ParseError::new(format!("{count} cities"));
            return Err(error.help(format!("{FEWEST} to {} are supported", crate::tsplib::MAX_PLACES)));
        }
        let mut random = stream(seed, "travelling salesman", &[count as u64, number]);
        let anywhere = |random: &mut unstuck_core::random::Stream| {
            [(); 2].map(|()| (SIDE * random.random::<f64>()).floor())
        };
        let places = match self {
            Self::Uniform => (0..count).map(|_| anywhere(&mut random)).collect(),
            Self::Clustered { cities, deviation } => {
                let clusters = count.div_ceil(cities.max(1) as usize);
                let centres: Vec<[f64; 2]> = (0..clusters).map(|_| anywhere(&mut random)).collect();
                let mut around = || {
                    let centre = centres[random.random_range(0..clusters)];
                    centre.map(|at| (at + SIDE * deviation * normal(&mut random)).clamp(0.0, SIDE).floor())
                };
                (0..count).map(|_| around()).collect()
            }
        };
        let distances = Distances::of_places(places, Rule::Euclidean)?;
        Ok(Cities { scale: SIDE, ..Cities::new("", distances) })
    }
}
