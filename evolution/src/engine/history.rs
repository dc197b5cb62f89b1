//! What happened in a generation.

mod anatomy;

use super::{Effort, RunConfig};
use crate::algorithms::{EvolutionaryAlgorithm, Individual, OperatorStats, OperatorUse};
use crate::real;
use anatomy::Anatomy;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The statistics of one generation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u32,
    /// Measurements of a genome so far.
    pub evaluations: u64,
    /// How many individuals it has.
    pub individuals: usize,
    /// Fitness on this generation's sample; of fits in full precision.
    #[serde(with = "real")]
    pub best: f64,
    /// The mean, of fits in the precision that they are ranked by; failures that count as infinitely bad are left out.
    #[serde(with = "real")]
    pub mean: f64,
    /// The worst of those in the mean.
    #[serde(with = "real")]
    pub worst: f64,
    /// The champion's fitness on validation, in generations that were validated.
    #[serde(with = "real")]
    pub validation: Option<f64>,
    /// Mean nodes of the heuristics.
    #[serde(with = "real")]
    pub size: f64,
    /// Mean depth of the heuristics; a policy is as deep as its deepest expression.
    #[serde(with = "real")]
    pub depth: f64,
    /// How many heuristics are different.
    pub distinct: usize,
    /// How many vectors of results are different.
    pub distinct_results: usize,
    /// How often the operators were used.
    pub operators: BTreeMap<String, OperatorUse>,
    /// How many heuristics read each feature that is read at all.
    pub features: BTreeMap<String, u32>,
    /// How many heuristics use each operation of the language that is used at all.
    pub functions: BTreeMap<String, u32>,
    /// Where several objectives count: nodes and length of those that are best in one of them for what they are in the
    /// other, by ascending nodes.
    #[serde(with = "real")]
    pub front: Vec<(f64, f64)>,
    /// Where instances evolve as well: how many groups hold each training instance that any does, by its name.
    pub opponents: BTreeMap<String, u32>,
    /// What its searches cost.
    pub effort: Effort,
}

impl Generation {
    pub(super) fn of(
        algorithm: &dyn EvolutionaryAlgorithm,
        operator_stats: OperatorStats,
        config: &RunConfig,
        number: u32,
        evaluations: u64,
    ) -> Self {
        let individuals = algorithm.individuals();
        let count = individuals.len().max(1) as f64;
        let fitness = individuals.iter().map(|one| one.score.fitness);
        let real: Vec<f64> = fitness.clone().filter(|fitness| *fitness < f64::MAX).collect();
        let mut anatomy = Anatomy::new(config.space.names.len());
        for one in &individuals {
            anatomy.add(&one.candidate.genome, config);
        }
        let results: FxHashSet<(u64, Vec<u64>)> = individuals
            .iter()
            .map(|one| {
                let cases = one.score.cases.iter().map(|case| case.to_bits());
                (one.score.fitness.to_bits(), cases.collect())
            })
            .collect();
        Self {
            number,
            evaluations,
            individuals: individuals.len(),
            best: fitness.clone().fold(f64::INFINITY, f64::min),
            mean: real.iter().sum::<f64>() / real.len().max(1) as f64,
            worst: real.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            validation: None,
            size: individuals.iter().map(|one| one.size as f64).sum::<f64>() / count,
            depth: anatomy.depths as f64 / count,
            distinct: anatomy.structures.len(),
            distinct_results: results.len(),
            operators: operator_stats.0,
            features: anatomy.feature_counts(config),
            functions: anatomy.function_counts(),
            opponents: BTreeMap::new(),
            effort: Effort::default(),
            front: front(&algorithm.front()),
        }
    }
}

/// Nodes and length of the individuals of a front that no other beats in both: a smaller one may be worse in both.
fn front(front: &[&Individual]) -> Vec<(f64, f64)> {
    let mut points: Vec<(f64, f64)> = front.iter().map(|one| (one.score.nodes, one.score.length)).collect();
    let mut shortest = f64::INFINITY;
    points.retain(|&(_, length)| {
        let stays = length < shortest;
        shortest = shortest.min(length);
        stays
    });
    points
}
