//! NSGA-II (Deb 2002): several objectives at once, which are the share of nodes, the length and, if wanted, the size.
//!
//! Parents and children together are sorted into fronts; the best fronts survive, and of the front that does not fit
//! whole those with the farthest neighbours. Individuals that leave more instances unsolved are dominated.

use super::front::{Objectives, fronts};
use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, measured, requests};
use super::{AlgorithmInfo, Combination, Conflict, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::measure::Measure;
use crate::operators::selection::Pool;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("nsga2", "several objectives: nodes, length and, if wanted, size");

settings! {
    /// The settings.
    pub struct Settings {
        /// Size is an objective.
        size: bool = false;
    }
}

impl AlgorithmInfo for Settings {
    fn keeps_elite(&self) -> bool {
        false
    }

    fn is_multi_objective(&self) -> bool {
        true
    }

    fn check(&self, rest: &Combination<'_>) -> Result<(), Conflict> {
        let measures = rest.evaluator.measures();
        if ![Measure::Expanded, Measure::Length].iter().all(|measure| measures.contains(measure)) {
            let wrong = "nsga2 has nodes and length for objectives, and this fitness does not measure both";
            return Err(Conflict::new("fitness.kind", wrong, "write kind = \"search\" or \"reduction\""));
        }
        rest.check_cases(ABOUT.0)
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Nsga2 {
    size: usize,
    /// The size of genomes is an objective.
    by_size: bool,
    population: Vec<Individual>,
    waiting: Vec<Child>,
}

impl Nsga2 {
    /// Before the first generation.
    pub fn new(size: usize, _elites: usize, settings: Settings) -> Self {
        Self { size, by_size: settings.size, population: Vec::new(), waiting: Vec::new() }
    }

    fn fronts(&self, individuals: &[Individual]) -> Vec<(usize, f64)> {
        let objectives: Vec<Objectives> =
            individuals.iter().map(|one| Objectives::of(one, self.by_size)).collect();
        fronts(&objectives)
    }
}

impl EvolutionaryAlgorithm for Nsga2 {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let breeding = Breeding::new(generation);
        if self.population.is_empty() {
            self.waiting = breeding.first(self.size, ALONE);
            return requests(generation, &self.waiting);
        }
        let parents: Vec<&Individual> = self.population.iter().collect();
        let fitness: Vec<f64> = parents.iter().map(|one| one.score.fitness).collect();
        let fronts = self.fronts(&self.population);
        let pool = Pool::new(&fitness, &[], &fronts);
        let mut waiting: Vec<Child> =
            (0..self.size).map(|place| breeding.child(&parents, &pool, 0, place)).collect();
        if generation.changed {
            waiting.extend(self.population.iter().map(|one| Child::again(one, 1)));
        }
        self.waiting = waiting;
        requests(generation, &self.waiting)
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let mut all = measured(generation, std::mem::take(&mut self.waiting), measurements);
        // Survivors follow the children, measured again or as they were.
        if all.len() <= self.size {
            all.append(&mut self.population);
        }
        let fronts = self.fronts(&all);
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|&a, &b| fronts[a].0.cmp(&fronts[b].0).then(fronts[b].1.total_cmp(&fronts[a].1)));
        order.truncate(self.size);
        order.sort_unstable();
        let mut keep = order.into_iter().peekable();
        let mut number = 0;
        all.retain(|_| {
            let stays = keep.next_if_eq(&number).is_some();
            number += 1;
            stays
        });
        self.population = all;
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }

    fn front(&self) -> Vec<&Individual> {
        let fronts = self.fronts(&self.population);
        let mut front: Vec<(Objectives, &Individual)> = (self.population.iter().zip(fronts))
            .filter(|(_, (number, _))| *number == 0)
            .map(|(one, _)| (Objectives::of(one, self.by_size), one))
            .collect();
        front.sort_by(|(a, _), (b, _)| {
            let pairs = a.values.iter().zip(&b.values);
            pairs.map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        front.dedup_by(|(a, _), (b, _)| a == b);
        front.into_iter().map(|(_, one)| one).collect()
    }
}
