//! The score of a measurement, and the means it is made of.

use crate::measure::Comparison;
use crate::real;
use serde::{Deserialize, Serialize};

/// The score of a measurement.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// The fitness; lower is better.
    #[serde(with = "real")]
    pub fitness: f64,
    /// Mean n over `instances`; 0 for fits.
    #[serde(with = "real")]
    pub nodes: f64,
    /// Mean l over `lengths` instances; 0 for fits.
    #[serde(with = "real")]
    pub length: f64,
    /// The share of `instances` that were not solved.
    #[serde(with = "real")]
    pub unsolved: f64,
    /// The values of single cases.
    #[serde(with = "real")]
    pub cases: Vec<f64>,
    /// The line that a fit is scaled by.
    #[serde(with = "real")]
    pub scaling: Option<(f64, f64)>,
    /// How many instances were searched; 0 for fits.
    pub instances: u32,
    /// How many of them have a known plan to compare lengths with.
    pub lengths: u32,
}

impl Score {
    /// The score of searches: the mean of their values, and a penalty for plans that are too long on average. `nodes`
    /// is the mean n.
    pub fn of_searches(
        mut cases: Vec<f64>,
        nodes: f64,
        runs: &[Comparison],
        max_length_ratio: Option<f64>,
    ) -> Self {
        let (length, lengths) = mean_length(runs);
        let penalty = too_long(length, max_length_ratio);
        let fitness = mean(cases.iter().copied()) + penalty;
        // One more case, so that selections that compare single cases see the length of plans.
        cases.extend(max_length_ratio.map(|_| penalty));
        Self {
            fitness,
            nodes,
            length,
            unsolved: mean(runs.iter().map(|run| f64::from(u8::from(!run.run.solved)))),
            cases,
            scaling: None,
            instances: runs.len() as u32,
            lengths,
        }
    }
}

/// The penalty for plans that are longer than allowed on average.
pub fn too_long(mean_length: f64, max: Option<f64>) -> f64 {
    max.map_or(0.0, |max| 5.0 * (mean_length - max).max(0.0))
}

/// The mean; 0 of nothing.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// The mean length ratio over the instances that have one, and how many they are.
pub fn mean_length<'c>(runs: impl IntoIterator<Item = &'c Comparison>) -> (f64, u32) {
    let lengths: Vec<f64> = runs.into_iter().filter_map(Comparison::length).collect();
    (mean(lengths.iter().copied()), lengths.len() as u32)
}
