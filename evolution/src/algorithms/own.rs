//! An algorithm of the caller's: a function says what the next generation consists of.
//!
//! The function gets the measured individuals and gives a [`Recipe`] for each place of the next generation. The genomes are
//! made here, by the operators and from the random streams of the other algorithms, so that a run is stored, resumed and
//! shown like any other. The function should depend on nothing but what it gets; then a resumed run comes to the same
//! result. Without a function the recipes are those of `generational`.

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, measured, ranked, requests};
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::operators::{GIVEN, Named, WeightedOperator};
use crate::task::Measurement;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("own", "a function of Python or Rust plans every generation after the first");

settings! {
    /// There is nothing to set.
    pub struct Settings {}
}

impl AlgorithmInfo for Settings {}

/// Plans the next generation of measured individuals. Its recipes have passed [`Recipe::check`].
pub type Plan = Arc<dyn Fn(&GenerationContext<'_>, &[Individual]) -> Vec<Recipe> + Send + Sync>;

/// How an individual of the next generation is made. By default it is a child of two parents chosen among all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// The individual of this place, measured again.
    pub keep: Option<usize>,
    /// A new genome.
    pub create: bool,
    /// Places of those that the selection chooses among; all if empty.
    pub among: Vec<usize>,
    /// Places of the parents, instead of a selection.
    pub parents: Option<(usize, usize)>,
    /// By `creation`, `selection`, `crossover` or `mutation`: the operator to use instead of the experiment's. A named
    /// crossover or mutation is always applied, and `none` never.
    pub operators: BTreeMap<String, Named>,
}

impl Recipe {
    /// Refuses places and operators that do not exist.
    ///
    /// # Errors
    ///
    /// What is wrong.
    pub fn check(&self, population: usize) -> Result<(), String> {
        let parents = self.parents.iter().flat_map(|&(one, other)| [one, other]);
        let places = self.keep.iter().chain(&self.among).copied().chain(parents);
        if let Some(place) = places.into_iter().find(|place| *place >= population) {
            return Err(format!(
                "there is no individual {place}: they are numbered from 0 to {}",
                population - 1
            ));
        }
        self.operators.iter().try_for_each(|(folder, named)| named.check(folder))
    }

    fn make(&self, generation: &GenerationContext<'_>, population: &[Individual], place: usize) -> Child {
        if let Some(kept) = self.keep.and_then(|kept| population.get(kept)) {
            return Child::again(kept, 1);
        }
        let mut tools = generation.tools.with(&self.operators);
        if self.parents.is_some() {
            tools.selection = WeightedOperator::of(&GIVEN);
        }
        let generation = &GenerationContext { tools: &tools, ..*generation };
        let breeding = Breeding::new(generation);
        if self.create {
            return breeding.fresh(ALONE.0, place);
        }
        let chosen = match self.parents {
            Some((one, other)) => vec![one, other],
            None if self.among.is_empty() => (0..population.len()).collect(),
            None => self.among.clone(),
        };
        let parents: Vec<&Individual> = chosen.iter().filter_map(|&place| population.get(place)).collect();
        let seen = Seen::new(generation, &parents);
        breeding.child(&parents, &seen.pool(), ALONE.0, place)
    }
}

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Own {
    size: usize,
    elites: usize,
    population: Vec<Individual>,
    waiting: Vec<Child>,
}

impl Own {
    /// Before the first generation.
    pub fn new(size: usize, elites: usize, _settings: Settings) -> Self {
        Self { size, elites: elites.min(size), population: Vec::new(), waiting: Vec::new() }
    }

    /// What `generational` does.
    fn usual(&self, parsimony: bool) -> Vec<Recipe> {
        let best = ranked(&self.population, parsimony).into_iter().take(self.elites);
        let kept = best.map(|place| Recipe { keep: Some(place), ..Recipe::default() });
        kept.chain(std::iter::repeat(Recipe::default())).take(self.size).collect()
    }
}

impl EvolutionaryAlgorithm for Own {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        self.waiting = if self.population.is_empty() {
            Breeding::new(generation).first(self.size, ALONE)
        } else {
            let recipes = match generation.plan {
                Some(plan) => plan(generation, &self.population),
                None => self.usual(generation.parsimony),
            };
            let makes = recipes.iter().enumerate();
            makes.map(|(place, recipe)| recipe.make(generation, &self.population, place)).collect()
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
