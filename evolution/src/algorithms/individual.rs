//! A genome with its score and origin.

use crate::fitness::Score;
use crate::genome::Candidate;
use crate::stored;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A genome that was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// The genome, with its search.
    #[serde(with = "stored::candidate")]
    pub candidate: Candidate,
    /// Its size in nodes.
    pub size: usize,
    /// Fingerprint of the genome, by which its children name it.
    pub id: u64,
    /// Its score.
    pub score: Score,
    /// Generations since the oldest of its genes was made.
    pub age: u32,
    /// The operators that made it, each with whether it could be applied.
    pub by: Vec<(Cow<'static, str>, bool)>,
    /// The ids of the genomes it was made from: two where a crossover could be applied.
    pub from: Vec<u64>,
    /// Whether it is better than its better parent, if it has any that can be compared.
    pub improved: Option<bool>,
}

/// A child that waits to be measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Child {
    /// The genome, with its search.
    #[serde(with = "stored::candidate")]
    pub candidate: Candidate,
    /// Generations since the oldest of its genes was made.
    pub age: u32,
    /// The operators that made it.
    pub by: Vec<(Cow<'static, str>, bool)>,
    /// The ids of the genomes it was made from.
    pub from: Vec<u64>,
    /// The fitness of its parents, the better first, where it will be measured as they were.
    pub parents: Option<(f64, f64)>,
}

impl Child {
    /// One without parents.
    pub fn fresh(candidate: Candidate) -> Self {
        Self { candidate, age: 0, by: Vec::new(), from: Vec::new(), parents: None }
    }

    /// A survivor that is measured again.
    pub fn again(individual: &Individual, older: u32) -> Self {
        Self { age: individual.age + older, ..Self::fresh(individual.candidate.clone()) }
    }
}
