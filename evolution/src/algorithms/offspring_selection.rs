//! Children join the next generation only if they are better than their parents.
//!
//! A child must reach a value between the fitness of its worse parent (at the beginning of the run) and that of its
//! better one (at the end). Children are made in batches of the population's size; what is too many at the end of a
//! batch is dropped by its number, so the result does not depend on the order of measurements. The pressure is the
//! number of children made per place in the population; when it exceeds its limit, the run is over.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, measured, requests};
use super::{
    AlgorithmInfo, Combination, Conflict, EvolutionaryAlgorithm, GenerationContext, NO_PROGRESS,
    PROGRESS_HELP, Request, Step,
};
use crate::config::settings::settings;
use crate::task::Measurement;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("offspring_selection", "children must be better than their parents to stay");

settings! {
    /// The settings.
    pub struct Settings {
        /// Success ratio: the share of the next generation that must beat its parents.
        success_ratio: f64 = 1.0, in 0.0..=1.0;
        /// Comparison factor: from the start to the end; 0 the worse parent, 1 the better.
        comparison: (f64, f64) = (0.0, 1.0), in 0.0..=1.0;
        /// Max. selection pressure: children per place in the population.
        pressure: f64 = 100.0, in 1.0..=1e6;
    }
}

impl AlgorithmInfo for Settings {
    fn check(&self, rest: &Combination<'_>) -> Result<(), Conflict> {
        if rest.ends_by_clock && self.comparison.0 != self.comparison.1 {
            let wrong = format!("the comparison factor: {NO_PROGRESS}");
            return Err(Conflict::new("algorithm.offspring_selection", wrong, PROGRESS_HELP));
        }
        Ok(())
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OffspringSelection {
    size: usize,
    elites: usize,
    settings: Settings,
    population: Vec<Individual>,
    /// The next generation: the elite, and the children that were better.
    next: Vec<Individual>,
    /// The children that were not.
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
    /// Before the first generation.
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

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let waiting = std::mem::take(&mut self.waiting);
        let parents: Vec<Option<(f64, f64)>> = waiting.iter().map(|child| child.parents).collect();
        let measured = measured(generation, waiting, measurements);
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
