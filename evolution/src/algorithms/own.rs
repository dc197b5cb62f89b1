//! An algorithm of the caller's: a function says what the next generation consists of.
//!
//! The function gets the measured individuals and gives a [`Recipe`] for each place of the next generation. The genomes are
//! made here, by the operators and from the random streams of the other algorithms, so that a run is stored, resumed and
//! shown like any other. The function should depend on nothing but what it gets; then a resumed run comes to the same
//! result. Without a function the recipes are those of `generational`.

use super::generational::Generational;
use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, requests};
use super::{AlgorithmInfo, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::settings;
use crate::operators::selection::Pool;
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

    fn make(
        &self,
        generation: &GenerationContext<'_>,
        population: &[&Individual],
        pool: &Pool<'_>,
        place: usize,
    ) -> Child {
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
        let chosen: &[usize] = match &self.parents {
            Some((one, other)) => &[*one, *other],
            None => &self.among,
        };
        // The pool of all serves every recipe whose selection reads the same of them.
        if chosen.is_empty() && !self.operators.contains_key("selection") {
            return breeding.child(population, pool, ALONE.0, place);
        }
        let parents: Vec<&Individual> = match chosen {
            [] => population.to_vec(),
            _ => chosen.iter().filter_map(|&place| population.get(place).copied()).collect(),
        };
        let seen = Seen::new(generation, &parents);
        breeding.child(&parents, &seen.pool(), ALONE.0, place)
    }
}

/// The algorithm: `generational`, but for generations that are planned.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Own(Generational);

impl Own {
    /// Before the first generation.
    pub fn new(size: usize, elites: usize, _settings: Settings) -> Self {
        Self(Generational::among(size, elites, ALONE))
    }
}

impl EvolutionaryAlgorithm for Own {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let population = &self.0.population;
        let Some(plan) = generation.plan.filter(|_| !population.is_empty()) else {
            return self.0.requests(generation);
        };
        let recipes = plan(generation, population);
        let all: Vec<&Individual> = population.iter().collect();
        let seen = Seen::new(generation, &all);
        let pool = seen.pool();
        let makes = recipes.iter().enumerate();
        self.0.waiting = makes.map(|(place, recipe)| recipe.make(generation, &all, &pool, place)).collect();
        requests(generation, &self.0.waiting)
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        self.0.absorb(generation, measurements)
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.0.individuals()
    }
}
