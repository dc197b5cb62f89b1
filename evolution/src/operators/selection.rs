//! How parents are chosen. Fitness is lower for the better.

pub mod best;
pub mod crowded_tournament;
pub mod epsilon_lexicase;
pub mod gender_specific;
pub mod generalised_rank;
pub(super) mod given;
pub mod linear_rank;
pub mod no_same_mates;
pub mod proportional;
pub mod random;
pub mod tournament;

use super::Selection;
use std::sync::OnceLock;

/// Every way to choose.
pub static SELECTIONS: &[&Selection] = &[
    &tournament::OPERATOR,
    &epsilon_lexicase::OPERATOR,
    &linear_rank::OPERATOR,
    &generalised_rank::OPERATOR,
    &proportional::OPERATOR,
    &gender_specific::OPERATOR,
    &no_same_mates::OPERATOR,
    &best::OPERATOR,
    &random::OPERATOR,
    &crowded_tournament::OPERATOR,
];

/// Whether the selection of that name compares single cases.
pub fn reads_cases(name: &str) -> bool {
    name == epsilon_lexicase::OPERATOR.name
}

/// A population to choose from, at least one.
pub struct Pool<'a> {
    /// The fitness of each.
    pub fitness: &'a [f64],
    /// The values of each on single cases (instances or rows), lower is better; may be empty, then the fitness is the
    /// only case.
    pub cases: &'a [Vec<f64>],
    /// For several objectives: the front of each, the best first, and how lonely it is there; may be empty.
    pub fronts: &'a [(usize, f64)],
    /// Their numbers, the best first; ties by number.
    pub order: Vec<usize>,
    /// What ε-lexicase forgives on each case, found when it is first asked for.
    forgiven: OnceLock<Vec<f64>>,
}

impl<'a> Pool<'a> {
    /// A population by its fitness.
    pub fn new(fitness: &'a [f64], cases: &'a [Vec<f64>], fronts: &'a [(usize, f64)]) -> Self {
        let mut order: Vec<usize> = (0..fitness.len()).collect();
        order.sort_by(|&a, &b| fitness[a].total_cmp(&fitness[b]));
        Self { fitness, cases, fronts, order, forgiven: OnceLock::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.fitness.len()
    }

    /// Never true for a pool that is chosen from.
    pub fn is_empty(&self) -> bool {
        self.fitness.is_empty()
    }
}
