//! One population: each generation consists of the best of the last one and children of chosen parents.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, measured, requests};
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("generational", "one population, replaced in each generation but for the elite");

settings! {
    /// There is nothing to set.
    pub struct Settings {}
}

impl AlgorithmInfo for Settings {
    fn survivors(&self, population: usize) -> Option<usize> {
        Some(population.div_ceil(4))
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Generational {
    /// Size of the population.
    pub size: usize,
    /// How many of the best stay.
    pub elites: usize,
    /// Its number among several populations, and how many they are.
    stripe: (u64, u64),
    /// The individuals.
    pub population: Vec<Individual>,
    pub(super) waiting: Vec<Child>,
}

impl Generational {
    /// Before the first generation.
    pub fn new(size: usize, elites: usize, _settings: Settings) -> Self {
        Self::among(size, elites, ALONE)
    }

    /// One of several populations: its number, and how many they are.
    pub(super) fn among(size: usize, elites: usize, stripe: (u64, u64)) -> Self {
        Self { size, elites: elites.min(size), stripe, population: Vec::new(), waiting: Vec::new() }
    }
}

impl EvolutionaryAlgorithm for Generational {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let breeding = Breeding::new(generation);
        self.waiting = if self.population.is_empty() {
            breeding.first(self.size, self.stripe)
        } else {
            let mut next = elite(&self.population, self.elites, generation.parsimony);
            let parents: Vec<&Individual> = self.population.iter().collect();
            let seen = Seen::new(generation, &parents);
            let pool = seen.pool();
            while next.len() < self.size {
                next.push(breeding.child(&parents, &pool, self.stripe.0, next.len()));
            }
            next
        };
        requests(generation, &self.waiting)
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        self.population = measured(generation, std::mem::take(&mut self.waiting), measurements);
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }
}
