//! What happened in a generation.

use super::Plan;
use crate::algorithms::Individual;
use crate::genome::Genome;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The figures of one generation.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 0.
    pub number: u32,
    /// Measurements of a genome so far.
    pub evaluations: u64,
    /// Fitness on this generation's sample; of fits in full precision.
    pub best: f64,
    /// The mean, of fits in the precision that they are ranked by; failures that count as infinitely bad are left out.
    pub mean: f64,
    /// The worst of those in the mean.
    pub worst: f64,
    /// The champion's fitness on validation, in generations that were validated.
    pub validation: Option<f64>,
    /// Mean nodes of the heuristics.
    pub size: f64,
    /// How many heuristics are different.
    pub distinct: usize,
    /// How many vectors of results are different.
    pub distinct_results: usize,
    /// How often the operators were used.
    pub operators: BTreeMap<String, OperatorUse>,
}

/// How often an operator was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OperatorUse {
    /// Children it was meant to make.
    pub used: u32,
    /// Those it could make within the limits.
    pub applied: u32,
    /// Those that were better than their better parent.
    pub improved: u32,
}

impl Generation {
    pub(super) fn of(individuals: &[&Individual], plan: &Plan, number: u32, evaluations: u64) -> Self {
        let count = individuals.len().max(1) as f64;
        let fitness = individuals.iter().map(|one| one.score.fitness);
        let real: Vec<f64> = fitness.clone().filter(|fitness| *fitness < f64::MAX).collect();
        let mut operators: BTreeMap<String, OperatorUse> = BTreeMap::new();
        for one in individuals {
            for (name, applied) in &one.by {
                let entry = operators.entry(name.to_string()).or_default();
                entry.used += 1;
                entry.applied += u32::from(*applied);
                entry.improved += u32::from(*applied && one.improved == Some(true));
            }
        }
        let structures: FxHashSet<u64> =
            individuals.iter().map(|one| fingerprint(&one.genome, plan)).collect();
        let results: FxHashSet<Vec<u64>> = individuals
            .iter()
            .map(|one| {
                one.score
                    .cases
                    .iter()
                    .map(|case| case.to_bits())
                    .chain([one.score.fitness.to_bits()])
                    .collect()
            })
            .collect();
        Self {
            number,
            evaluations,
            best: fitness.clone().fold(f64::INFINITY, f64::min),
            mean: real.iter().sum::<f64>() / real.len().max(1) as f64,
            worst: real.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            validation: None,
            size: individuals.iter().map(|one| one.size as f64).sum::<f64>() / count,
            distinct: structures.len(),
            distinct_results: results.len(),
            operators,
        }
    }
}

/// A number that equal heuristics share.
fn fingerprint(genome: &Genome, plan: &Plan) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
    match genome {
        Genome::Tree(tree) => hasher.hash_one(tree),
        _ => hasher.hash_one(genome.formula(&plan.space)),
    }
}
