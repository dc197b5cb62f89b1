//! The control: fresh genomes in every generation, and the best so far.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, elite, measured, requests};
use super::{EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::task::Answer;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("random_search", "fresh genomes in every generation: the control at equal budget");

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
    pub fn new(size: usize, elites: usize) -> Self {
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

    fn absorb(
        &mut self,
        generation: &GenerationContext<'_>,
        _requests: Vec<Request>,
        answers: &[Answer],
    ) -> Step {
        self.population = measured(generation, std::mem::take(&mut self.waiting), answers);
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }
}
