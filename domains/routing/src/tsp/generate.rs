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

/// A generator's registration: its name, one line of explanation, and its parameters with their defaults.
#[derive(Debug, Clone, Copy)]
pub struct Generator {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Parameters: name, explanation, default.
    pub parameters: &'static [(&'static str, &'static str, f64)],
}

/// The generators.
pub const GENERATORS: &[Generator] = &[
    Generator { name: "uniform", about: "cities anywhere in a square", parameters: &[] },
    Generator {
        name: "clustered",
        about: "cities around random centres, normally distributed",
        parameters: &[
            ("cities", "cities of a cluster on average", 100.0),
            ("deviation", "deviation of a cluster, as a part of the side of the square", 0.03),
        ],
    },
];

impl Kind {
    /// The kind of a generator with its parameters, in the order of the registration.
    pub fn named(name: &str, parameters: &[f64]) -> Option<Self> {
        let generator = GENERATORS.iter().find(|generator| generator.name == name)?;
        let value = |place: usize| parameters.get(place).copied().unwrap_or(generator.parameters[place].2);
        Some(match name {
            "uniform" => Self::Uniform,
            _ => Self::Clustered { cities: value(0).max(1.0) as u32, deviation: value(1).max(0.0) },
        })
    }

    /// Name in every text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Clustered { .. } => "clustered",
        }
    }

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
        let name = format!("{}-{count}-{seed}-{number}", self.name());
        let distances = Distances::of_places(places, Rule::Euclidean)?;
        Ok(Cities { scale: SIDE, ..Cities::new(name, distances) })
    }
}
