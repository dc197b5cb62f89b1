//! Random search, the baseline at equal budget: new genomes in every generation, and the best so far.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, elite, measured, requests};
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("random_search", "fresh genomes in every generation: the control at equal budget");

settings! {
    /// There is nothing to set.
    pub struct Settings {}
}

impl AlgorithmInfo for Settings {
    fn unused_operators(&self) -> &'static [&'static str] {
        &["selection", "crossover", "mutation"]
    }

    fn is_random_search(&self) -> bool {
        true
    }

    fn survivors(&self, population: usize) -> Option<usize> {
        Some(population.div_ceil(4))
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RandomSearch {
    size: usize,
    elites: usize,
    population: Vec<Individual>,
    waiting: Vec<Child>,
}

impl RandomSearch {
    /// So many measurements a generation, some of them for the best so far.
    pub fn new(size: usize, elites: usize, _settings: Settings) -> Self {
        Self { size, elites: elites.min(size), population: Vec::new(), waiting: Vec::new() }
    }
}

impl EvolutionaryAlgorithm for RandomSearch {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let breeding = Breeding::new(generation);
        self.waiting = if self.population.is_empty() {
            breeding.first(self.size, ALONE)
        } else {
            let mut next = elite(&self.population, self.elites, generation.parsimony);
            while next.len() < self.size {
                next.push(breeding.fresh(0, next.len()));
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
