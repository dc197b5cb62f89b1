//! Several populations in a ring; the best of each migrate to the next every few generations.

use super::generational::Generational;
use super::individual::Individual;
use super::population::ranked;
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("islands", "several populations; every few generations the best of each migrate to the next");

settings! {
    /// The settings.
    pub struct Settings {
        /// Islands.
        count: usize = 5, in 1..=10_000, unit "islands";
        /// Generations between migrations.
        every: u32 = 20, in 1..=1_000_000, unit "generations";
        /// Share that migrates.
        share: f64 = 0.15, in 0.0..=1.0;
    }
}

impl AlgorithmInfo for Settings {
    fn parts(&self) -> Option<(usize, &'static str)> {
        Some((self.count, "islands"))
    }

    fn shrink(&mut self, population: usize) {
        self.count = self.count.min(population / 2);
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Islands {
    islands: Vec<Generational>,
    every: u32,
    share: f64,
}

impl Islands {
    /// The population is spread evenly over the islands. Every few generations a share of each island's best replaces
    /// the worst of the next one.
    pub fn new(population: usize, elites: usize, settings: Settings) -> Self {
        let Settings { count: islands, every, share } = settings;
        let size = |island: usize| (population + islands - 1 - island) / islands;
        let island =
            |number: usize| Generational::among(size(number).max(1), elites, (number as u64, islands as u64));
        Self { islands: (0..islands).map(island).collect(), every, share }
    }

    fn migrate(&mut self, parsimony: bool) {
        let leaving: Vec<Vec<Individual>> = self
            .islands
            .iter()
            .map(|island| {
                // A share of a small island is one individual at least, unless the share is 0.
                let min = if self.share > 0.0 { 1.0 } else { 0.0 };
                let count = (self.share * island.population.len() as f64).round().max(min) as usize;
                let order = ranked(&island.population, parsimony);
                order.into_iter().take(count).map(|place| island.population[place].clone()).collect()
            })
            .collect();
        let count = self.islands.len();
        for (number, migrants) in leaving.into_iter().enumerate() {
            let target = &mut self.islands[(number + 1) % count].population;
            let order = ranked(target, parsimony);
            for (&place, migrant) in order.iter().rev().zip(migrants) {
                target[place] = migrant;
            }
        }
    }
}

impl EvolutionaryAlgorithm for Islands {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        self.islands.iter_mut().flat_map(|island| island.requests(generation)).collect()
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let mut rest = measurements;
        for island in &mut self.islands {
            let (own, others) = rest.split_at(island.size);
            island.absorb(generation, own);
            rest = others;
        }
        if (generation.number + 1).is_multiple_of(self.every) && self.islands.len() > 1 {
            self.migrate(generation.parsimony);
        }
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.islands.iter().flat_map(EvolutionaryAlgorithm::individuals).collect()
    }
}
