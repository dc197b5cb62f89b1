//! ALPS, the age-layered population structure (Hornby 2006): individuals compete with others of their age.
//!
//! An individual is as old as the oldest of its genes. One that is too old for its layer moves up, if the layer above
//! has room for it or a worse individual. The lowest layer is created again every few generations, so that new genes
//! have time to develop. Limits of age grow as 1, 2, 4, 9, 16, … times the gap; the highest layer has none.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, measured, ranked, requests};
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) = (
    "alps",
    "populations in layers by the age of their genes; the lowest is created again every few generations",
);

settings! {
    /// The settings.
    pub struct Settings {
        /// Layers.
        layers: usize = 10, in 2..=1_000, unit "layers";
        /// Age gap: generations until the lowest layer is created again.
        gap: u32 = 20, in 1..=1_000_000, unit "generations";
    }
}

impl Settings {
    /// The size of a layer.
    fn size(&self, population: usize) -> usize {
        (population / self.layers).max(2)
    }
}

impl AlgorithmInfo for Settings {
    fn parts(&self) -> Option<(usize, &'static str)> {
        Some((self.layers, "layers"))
    }

    fn initial_capacity(&self, population: usize) -> usize {
        self.size(population)
    }

    fn shrink(&mut self, population: usize) {
        self.layers = self.layers.min(population / 2);
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Alps {
    /// Size of a layer.
    size: usize,
    elites: usize,
    /// Generations from one creation of the lowest layer to the next.
    gap: u32,
    layers: Vec<Vec<Individual>>,
    /// Children by layer.
    waiting: Vec<Vec<Child>>,
}

impl Alps {
    /// The population is spread evenly over the layers.
    pub fn new(population: usize, elites: usize, settings: Settings) -> Self {
        let size = settings.size(population);
        let Settings { layers, gap } = settings;
        Self { size, elites: elites.min(size), gap, layers: vec![Vec::new(); layers], waiting: Vec::new() }
    }

    /// The maximum age in a layer.
    fn limit(&self, layer: usize) -> u32 {
        if layer + 1 == self.layers.len() {
            return u32::MAX;
        }
        let factor = match layer as u32 {
            0 => 1,
            1 => 2,
            higher => higher.saturating_mul(higher),
        };
        self.gap.saturating_mul(factor)
    }

    /// Moves an individual into a layer, if there is room or a worse one.
    fn promote(&mut self, individual: Individual, layer: usize, parsimony: bool) {
        let Some(target) = self.layers.get_mut(layer) else { return };
        if target.len() < self.size {
            target.push(individual);
            return;
        }
        if let Some(&worst) = ranked(target, parsimony).last()
            && individual.score.fitness < target[worst].score.fitness
        {
            target[worst] = individual;
        }
    }

    fn offspring(&self, generation: &GenerationContext<'_>, layer: usize) -> Vec<Child> {
        let breeding = Breeding::new(generation);
        if layer == 0 && (self.layers[0].is_empty() || generation.number.is_multiple_of(self.gap)) {
            // Given genomes enter once.
            let fresh = |place| breeding.fresh(0, place);
            return if generation.number == 0 {
                breeding.first(self.size, ALONE)
            } else {
                (0..self.size).map(fresh).collect()
            };
        }
        let own = &self.layers[layer];
        if own.is_empty() {
            return Vec::new();
        }
        let below = if layer > 0 { &self.layers[layer - 1][..] } else { &[] };
        let parents: Vec<&Individual> = own.iter().chain(below).collect();
        let seen = Seen::new(generation, &parents);
        let pool = seen.pool();
        let mut next = elite(own, self.elites, generation.parsimony);
        while next.len() < self.size {
            next.push(breeding.child(&parents, &pool, layer as u64, next.len()));
        }
        next
    }
}

impl EvolutionaryAlgorithm for Alps {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        // Before the lowest layer is created again, its individuals may move up.
        if generation.number > 0 && generation.number.is_multiple_of(self.gap) {
            for individual in self.layers[0].clone() {
                self.promote(individual, 1, generation.parsimony);
            }
        }
        self.waiting = (0..self.layers.len()).map(|layer| self.offspring(generation, layer)).collect();
        self.waiting.iter().flat_map(|children| requests(generation, children)).collect()
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let mut rest = measurements;
        for (layer, children) in std::mem::take(&mut self.waiting).into_iter().enumerate() {
            let (own, others) = rest.split_at(children.len());
            self.layers[layer] = measured(generation, children, own);
            rest = others;
        }
        for layer in (0..self.layers.len()).rev() {
            let limit = self.limit(layer);
            let (old, young) =
                std::mem::take(&mut self.layers[layer]).into_iter().partition(|one| one.age > limit);
            self.layers[layer] = young;
            let old: Vec<Individual> = old;
            for individual in old {
                self.promote(individual, layer + 1, generation.parsimony);
            }
        }
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.layers.iter().flatten().collect()
    }
}
