//! Layers of populations by the age of their genes: the young compete with the young.
//!
//! An individual is as old as the oldest of its genes. Whoever is too old for a layer moves up, if the layer above has
//! room for it or somebody worse. The lowest layer is made afresh every few generations, so that new ideas get
//! time to ripen. Limits of age grow as 1, 2, 4, 9, 16, … times the gap; the highest layer has none.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, measured, ranked, requests};
use super::{EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::task::Answer;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("alps", "populations in layers by the age of their genes, the lowest made afresh now and then");

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Alps {
    /// Size of a layer.
    size: usize,
    elites: usize,
    /// Generations between two fresh lowest layers.
    gap: u32,
    layers: Vec<Vec<Individual>>,
    /// Children by layer.
    waiting: Vec<Vec<Child>>,
}

impl Alps {
    /// That many layers, over which the whole population is spread evenly.
    pub fn new(population: usize, elites: usize, layers: usize, gap: u32) -> Self {
        let size = (population / layers).max(2);
        Self { size, elites: elites.min(size), gap, layers: vec![Vec::new(); layers], waiting: Vec::new() }
    }

    /// Most age in a layer.
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

    /// Moves an individual into a layer, if there is room or somebody worse.
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
        // Before the lowest layer is made afresh its individuals get their chance above.
        if generation.number > 0 && generation.number.is_multiple_of(self.gap) {
            for individual in self.layers[0].clone() {
                self.promote(individual, 1, generation.parsimony);
            }
        }
        self.waiting = (0..self.layers.len()).map(|layer| self.offspring(generation, layer)).collect();
        self.waiting.iter().flat_map(|children| requests(generation, children)).collect()
    }

    fn absorb(
        &mut self,
        generation: &GenerationContext<'_>,
        _requests: Vec<Request>,
        answers: &[Answer],
    ) -> Step {
        let mut rest = answers;
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
