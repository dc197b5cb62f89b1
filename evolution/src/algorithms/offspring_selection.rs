//! Children join the next generation only if they are better than their parents.
//!
//! A child must reach a value between the fitness of its worse parent (at the beginning of the run) and that of its
//! better one (at the end). Children are made in batches of the population's size; what is too many at the end of a
//! batch is dropped by its number, so the outcome does not depend on who measured first. The pressure is the number
//! of children made per place in the population; when it exceeds its limit, the run is over.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, measured, requests};
use super::{EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::task::Answer;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("offspring_selection", "children must be better than their parents to stay");

/// The settings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The share of the next generation that must be better than its parents.
    pub success_ratio: f64,
    /// What children are compared with at the beginning and at the end: 0 the worse parent, 1 the better one.
    pub comparison: (f64, f64),
    /// Most children per place.
    pub pressure: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { success_ratio: 1.0, comparison: (0.0, 1.0), pressure: 100.0 }
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OffspringSelection {
    size: usize,
    elites: usize,
    settings: Settings,
    population: Vec<Individual>,
    /// The next generation: the elite, and those who were better.
    next: Vec<Individual>,
    /// Those who were not.
    failed: Vec<Individual>,
    /// Children made for the next generation.
    made: usize,
    /// Parents are being measured again, because the measure has changed.
    remeasuring: bool,
    /// They were, in this generation.
    remeasured: bool,
    waiting: Vec<Child>,
}

impl OffspringSelection {
    /// A population that is yet to be made.
    pub fn new(size: usize, elites: usize, settings: Settings) -> Self {
        let (population, next, failed, waiting) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            size,
            elites: elites.min(size),
            settings,
            population,
            next,
            failed,
            made: 0,
            remeasuring: false,
            remeasured: false,
            waiting,
        }
    }

    fn is_success(&self, child: &Individual, parents: Option<(f64, f64)>, progress: f64) -> bool {
        let Some((better, worse)) = parents else { return true };
        let (low, high) = self.settings.comparison;
        let factor = low + (high - low) * progress;
        child.score.fitness < worse + factor * (better - worse)
    }

    fn complete(&mut self, exhausted: bool) -> Step {
        let missing = self.size.saturating_sub(self.next.len());
        self.failed.truncate(missing);
        self.next.append(&mut self.failed);
        self.next.truncate(self.size);
        self.population = std::mem::take(&mut self.next);
        self.made = 0;
        self.remeasured = false;
        if exhausted { Step::Exhausted } else { Step::Complete }
    }
}

impl EvolutionaryAlgorithm for OffspringSelection {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let breeding = Breeding::new(generation);
        if self.population.is_empty() {
            self.waiting = breeding.first(self.size, ALONE);
            return requests(generation, &self.waiting);
        }
        // Children can be compared with parents only by the same measure.
        self.remeasuring = generation.changed && !self.remeasured;
        if self.remeasuring {
            self.waiting = self.population.iter().map(|one| Child::again(one, 0)).collect();
            return requests(generation, &self.waiting);
        }
        let breeding = breeding.comparable(true);
        let parents: Vec<&Individual> = self.population.iter().collect();
        let seen = Seen::new(generation, &parents);
        let pool = seen.pool();
        let mut waiting = Vec::new();
        if self.made == 0 {
            waiting = elite(&self.population, self.elites, generation.parsimony);
        }
        let children = (0..self.size).map(|place| breeding.child(&parents, &pool, 0, self.made + place));
        waiting.extend(children);
        self.made += self.size;
        self.waiting = waiting;
        requests(generation, &self.waiting)
    }

    fn absorb(
        &mut self,
        generation: &GenerationContext<'_>,
        _requests: Vec<Request>,
        answers: &[Answer],
    ) -> Step {
        let waiting = std::mem::take(&mut self.waiting);
        let parents: Vec<Option<(f64, f64)>> = waiting.iter().map(|child| child.parents).collect();
        let measured = measured(generation, waiting, answers);
        if self.population.is_empty() {
            self.population = measured;
            return Step::Complete;
        }
        if std::mem::take(&mut self.remeasuring) {
            self.population = measured;
            self.remeasured = true;
            return Step::More;
        }
        for (child, parents) in measured.into_iter().zip(parents) {
            if self.is_success(&child, parents, generation.progress) {
                self.next.push(child);
            } else {
                self.failed.push(child);
            }
        }
        let wanted = (self.settings.success_ratio * self.size as f64).ceil() as usize;
        let enough = self.next.len() >= wanted.max(1) && self.next.len() + self.failed.len() >= self.size;
        let exhausted = self.made as f64 >= self.settings.pressure * self.size as f64;
        if enough || exhausted { self.complete(exhausted && !enough) } else { Step::More }
    }

    fn wrap_up(&mut self) {
        if !self.next.is_empty() || !self.failed.is_empty() {
            self.complete(false);
        }
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }
}
