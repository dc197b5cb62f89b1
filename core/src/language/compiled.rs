//! A heuristic text as a heuristic for searches.

use super::cache::Cache;
use super::checked::Checked;
use super::program::Program;
use crate::feature::{FeatureInfo, Needs, Text, View};
use crate::heuristic::{Featured, Heuristic, LazyFeatures, MAX_ESTIMATE};
use std::sync::Arc;

/// A feature or a compiled text, bound to a domain: what everything runs as that has no code of its own. One type for
/// both, since every search is compiled again for each type of heuristic.
pub struct Compiled<P: Featured> {
    value: Value,
    features: LazyFeatures<P>,
    needs: Needs,
    /// Reads a feature that is infinite in dead ends.
    safe: bool,
    cache: Option<Cache<P>>,
    /// The features that are [guides](Featured::guides), without the one that is the value.
    guides: Vec<usize>,
    /// What an evaluation costs: the prices of the features that it reads.
    price: u64,
}

#[derive(Clone)]
enum Value {
    Feature(usize),
    Program(Arc<Program>, Vec<f64>),
}

impl<P: Featured> Compiled<P> {
    /// Binds a formula to an instance of its domain. An `Err` names a feature that this instance does not have.
    pub fn new(problem: &P, checked: &Checked) -> Result<Self, Text> {
        if let Some(index) = checked.formula.bare_feature() {
            return Self::feature(problem, index.into());
        }
        let program = checked.program();
        let (mut needs, mut safe) = (Needs::STATE, false);
        for &index in program.features() {
            let info = present(problem, index.into())?;
            needs = needs.or(info.needs);
            safe |= info.safe;
        }
        let value = Value::Program(program.clone(), program.slots());
        let guides = guides(problem, None);
        let price = price(problem, program.features());
        Ok(Self { value, features: LazyFeatures::new(problem), needs, safe, cache: None, guides, price })
    }

    /// One feature, by its index. An `Err` names it if this instance does not have it.
    pub fn feature(problem: &P, index: usize) -> Result<Self, Text> {
        let &FeatureInfo { needs, safe, .. } = present(problem, index)?;
        Ok(Self {
            value: Value::Feature(index),
            features: LazyFeatures::new(problem),
            needs,
            safe,
            cache: None,
            guides: guides(problem, Some(index)),
            price: price(problem, &[index as u16]),
        })
    }

    /// One feature by its name, if the instance has it.
    pub fn named(problem: &P, name: &str) -> Option<Self> {
        let index = problem.features().iter().position(|feature| feature.info.name == name)?;
        Self::feature(problem, index).ok()
    }

    /// The value at a node before a search [cleans](crate::heuristic::clean) it: it may be negative, and it need not be 0 at
    /// a goal. Infinite where a safe feature sees a dead end.
    #[inline]
    pub fn value(&mut self, view: &View<'_, P>) -> f64 {
        self.value.at(&mut self.features, view, self.safe)
    }
}

impl Value {
    #[inline]
    fn at<P: Featured>(&mut self, features: &mut LazyFeatures<P>, view: &View<'_, P>, safe: bool) -> f64 {
        match self {
            Self::Feature(index) => {
                let value = features.alone(view, *index);
                if safe { value } else { alive(value) }
            }
            Self::Program(program, slots) if safe => {
                features.next_node();
                let mut dead_end = false;
                let value = program.run(slots, |index| {
                    let value = features.get(view, index.into());
                    dead_end |=
                        value == f64::INFINITY && view.problem.features()[usize::from(index)].info.safe;
                    value
                });
                if dead_end { f64::INFINITY } else { alive(value) }
            }
            Self::Program(program, slots) => {
                features.next_node();
                alive(program.run(slots, |index| features.get(view, index.into())))
            }
        }
    }
}

/// A value that no safe feature stands for: however large it is, it declares no dead end.
#[inline]
fn alive(value: f64) -> f64 {
    if value > MAX_ESTIMATE { MAX_ESTIMATE } else { value }
}

/// A feature's registration, or its name if the instance does not have it.
fn present<P: Featured>(problem: &P, index: usize) -> Result<&FeatureInfo, Text> {
    let feature = &problem.features()[index];
    if feature.range(problem).is_none() { Err(feature.info.name.clone()) } else { Ok(&feature.info) }
}

impl<P: Featured> Heuristic<P> for Compiled<P> {
    type Value = f64;
    type Incremental = ();

    const DEAD_ENDS: bool = true;

    fn finds_dead_ends(&self) -> bool {
        self.safe
    }
    fn needs(&self) -> Needs {
        self.needs
    }
    fn fork(&self, problem: &P) -> Option<Self> {
        // Copies would each have a history of their own, and results would depend on the number of threads.
        if self.needs.history || self.needs.path {
            return None;
        }
        Some(Self {
            value: self.value.clone(),
            features: LazyFeatures::new(problem),
            needs: self.needs,
            safe: self.safe,
            cache: self.cache.as_ref().map(|cache| cache.fork(problem)),
            guides: self.guides.clone(),
            price: self.price,
        })
    }
    fn enable_cache(&mut self, problem: &P, bytes: u64) {
        if self.needs.state_only() {
            self.cache = Some(Cache::new(problem, bytes));
        }
    }
    fn cached_bytes(&self) -> u64 {
        self.cache.as_ref().map_or(0, Cache::bytes)
    }
    #[inline]
    fn root(&mut self, view: &View<'_, P>) -> (f64, ()) {
        // Whatever it measures, nothing remains to be done at a goal.
        let goal = view.problem.is_goal(view.state);
        let Self { value, features, cache, safe, .. } = self;
        let h = match cache {
            _ if goal => 0.0,
            Some(cache) => cache.value(view.problem, view.state, || value.at(features, view, *safe)),
            None => value.at(features, view, *safe),
        };
        (h, ())
    }
    #[inline]
    fn child(&mut self, view: &View<'_, P>, (): ()) -> (f64, ()) {
        self.root(view)
    }
    #[inline]
    fn take_work(&mut self) -> u64 {
        P::take_work(self.features.scratch())
    }
    fn price(&self) -> u64 {
        self.price
    }
    fn preferred(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        problem.preferred(state, self.features.scratch(), actions);
    }
    fn lookahead(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        problem.lookahead(state, self.features.scratch(), actions);
    }
    fn guides(&self) -> usize {
        self.guides.len()
    }
    fn guide(&mut self, view: &View<'_, P>, index: usize) -> f64 {
        let index = self.guides[index];
        let value = self.features.get(view, index);
        if view.problem.features()[index].info.safe { value } else { alive(value) }
    }
}

/// What the values of some features cost.
fn price<P: Featured>(problem: &P, features: &[u16]) -> u64 {
    let name = |index: &u16| &*problem.features()[usize::from(*index)].info.name;
    let read = |names: &[&str]| features.iter().any(|index| names.contains(&name(index)));
    problem.prices().iter().filter(|(names, _)| read(names)).map(|(_, price)| price).sum()
}

/// The guides that this instance has, without the feature that is the value itself.
fn guides<P: Featured>(problem: &P, value: Option<usize>) -> Vec<usize> {
    let named = |name: &&str| problem.features().iter().position(|feature| feature.info.name == **name);
    let all = problem.guides().iter().filter_map(named);
    all.filter(|&index| Some(index) != value && present(problem, index).is_ok()).collect()
}
