//! A heuristic text as a heuristic for searches.

use super::cache::Cache;
use super::checked::Checked;
use super::program::Program;
use crate::feature::{Compute, FeatureInfo, Needs, Text, View};
use crate::heuristic::{Featured, Heuristic, IncrementalFeatures, LazyFeatures, MAX_ESTIMATE};
use crate::problem::{PlanningHooks, Problem, WithHooks};
use std::sync::Arc;

/// A feature or a compiled text, bound to a domain: what everything runs as that has no code of its own. One type for
/// both, since every search is compiled again for each type of heuristic.
///
/// Features that are part of `I` are updated from parent to child, all others are computed for every node.
pub struct Compiled<P: Featured, I = ()> {
    value: Value<P>,
    features: LazyFeatures<P>,
    incremental: I,
    needs: Needs,
    /// Reads a feature that is infinite in dead ends.
    safe: bool,
    cache: Option<Cache<P>>,
    /// The features that are [guides](Featured::guides), without the one that is the value.
    guides: Vec<usize>,
    /// What an evaluation costs: the prices of the features that it reads.
    price: u64,
}

enum Value<P: Featured> {
    /// 0 everywhere.
    Zero,
    /// A feature that is one function, which is called directly.
    Function(usize, fn(&View<'_, P>, &mut P::Scratch) -> f64),
    Feature(usize),
    Program(Arc<Program>, Vec<f64>),
}

impl<P: Featured> Compiled<P> {
    /// Binds a formula to an instance of its domain. An `Err` names a feature that this instance does not have.
    pub fn new(problem: &P, checked: &Checked) -> Result<Self, Text> {
        Self::with_incremental(problem, checked, ())
    }

    /// The blind heuristic. One type with the others, so that no search is compiled for it alone.
    pub fn blind(problem: &P) -> Self {
        Self {
            value: Value::Zero,
            features: LazyFeatures::new(problem),
            incremental: (),
            needs: Needs::STATE,
            safe: false,
            cache: None,
            guides: Vec::new(),
            price: 0,
        }
    }

    /// One feature by its name, if the instance has it.
    pub fn named(problem: &P, name: &str) -> Option<Self> {
        let index = problem.features().iter().position(|feature| feature.info.name == name)?;
        Self::bind(problem, Value::feature(problem, index), &[index as u16], ()).ok()
    }

    /// The value at a node before a search [cleans](crate::heuristic::clean) it: it may be negative, and it need not be 0 at
    /// a goal. Infinite where a safe feature sees a dead end.
    #[inline]
    pub fn value(&mut self, view: &View<'_, P>) -> f64 {
        self.value.at(&mut self.features, view, self.safe)
    }
}

impl<P: Featured, I: IncrementalFeatures<P>> Compiled<P, I> {
    /// Binds a formula to an instance of its domain, with features that are updated from parent to child. An `Err` names a
    /// feature that this instance does not have.
    pub fn with_incremental(problem: &P, checked: &Checked, incremental: I) -> Result<Self, Text> {
        match checked.formula.bare_feature() {
            Some(index) => Self::bind(problem, Value::feature(problem, index.into()), &[index], incremental),
            None => {
                let program = checked.program();
                let value = Value::Program(program.clone(), program.slots());
                Self::bind(problem, value, program.features(), incremental)
            }
        }
    }

    /// Binds what computes a value from some features.
    fn bind(problem: &P, value: Value<P>, read: &[u16], incremental: I) -> Result<Self, Text> {
        let (mut needs, mut safe) = (Needs::STATE, false);
        for &index in read {
            let info = present(problem, index.into())?;
            needs = needs.or(info.needs);
            safe |= info.safe;
        }
        let (guides, price) = (guides(problem, &value), price(problem, read));
        let features = LazyFeatures::new(problem);
        Ok(Self { value, features, incremental, needs, safe, cache: None, guides, price })
    }

    /// The estimate of a node whose incremental features are known.
    #[inline]
    fn estimate(&mut self, view: &View<'_, P>) -> f64 {
        // Whatever it measures, nothing remains to be done at a goal.
        if view.problem.is_goal(view.state) {
            return 0.0;
        }
        match (&self.value, &self.cache) {
            (Value::Function(_, f), None) => dead_or_alive(f(view, self.features.scratch()), self.safe),
            _ => self.estimate_cached(view),
        }
    }

    /// The same for what may be cached, or is more than a function.
    #[inline(never)]
    fn estimate_cached(&mut self, view: &View<'_, P>) -> f64 {
        let Self { value, features, cache, safe, .. } = self;
        match cache {
            Some(cache) => cache.value(view.problem, view.state, || value.at(features, view, *safe)),
            None => value.at(features, view, *safe),
        }
    }
}

impl<P: Featured> Value<P> {
    /// One feature.
    fn feature(problem: &P, index: usize) -> Self {
        match &problem.features()[index].compute {
            Compute::One(f) => Self::Function(index, *f),
            _ => Self::Feature(index),
        }
    }

    fn at(&mut self, features: &mut LazyFeatures<P>, view: &View<'_, P>, safe: bool) -> f64 {
        match self {
            Self::Zero => 0.0,
            Self::Function(_, f) => dead_or_alive(f(view, features.scratch()), safe),
            Self::Feature(index) => dead_or_alive(features.alone(view, *index), safe),
            Self::Program(program, slots) => {
                features.next_node();
                let mut dead_end = false;
                let value = program.run(slots, |index| {
                    let value = features.get(view, index.into());
                    if value == f64::INFINITY {
                        dead_end |= view.problem.features()[usize::from(index)].info.safe;
                    }
                    value
                });
                if dead_end { f64::INFINITY } else { alive(value) }
            }
        }
    }
}

impl<P: Featured> Clone for Value<P> {
    fn clone(&self) -> Self {
        match self {
            Self::Zero => Self::Zero,
            Self::Function(index, f) => Self::Function(*index, *f),
            Self::Feature(index) => Self::Feature(*index),
            Self::Program(program, slots) => Self::Program(program.clone(), slots.clone()),
        }
    }
}

/// The value of a feature, which may declare a dead end if the feature is safe.
#[inline]
fn dead_or_alive(value: f64, safe: bool) -> f64 {
    if safe { value } else { alive(value) }
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

impl<P: Featured, I: IncrementalFeatures<P>> Heuristic<P> for Compiled<P, I> {
    type Value = f64;
    type Incremental = I::Incremental;

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
            incremental: self.incremental.clone(),
            needs: self.needs,
            safe: self.safe,
            cache: self.cache.as_ref().map(|cache| cache.fork(problem)),
            guides: self.guides.clone(),
            price: self.price,
        })
    }
    fn enable_cache(&mut self, problem: &P, bytes: u64) {
        if self.needs.state_only() && !matches!(self.value, Value::Zero) {
            self.cache = Some(Cache::new(problem, bytes));
        }
    }
    fn cached_bytes(&self) -> u64 {
        self.cache.as_ref().map_or(0, Cache::bytes)
    }
    #[inline]
    fn root(&mut self, view: &View<'_, P>) -> (f64, I::Incremental) {
        let incremental = self.incremental.update(view, None, self.features.scratch());
        (self.estimate(view), incremental)
    }
    /// Blind searches need not make a successor to know its value.
    #[inline]
    fn evaluate_successor(
        &mut self,
        _problem: &P,
        _parent: &P::State,
        _action: P::Action,
        incremental: I::Incremental,
    ) -> Option<(f64, I::Incremental)> {
        matches!(self.value, Value::Zero).then_some((0.0, incremental))
    }
    #[inline]
    fn child(&mut self, view: &View<'_, P>, parent: I::Incremental) -> (f64, I::Incremental) {
        let incremental = self.incremental.update(view, Some(parent), self.features.scratch());
        (self.estimate(view), incremental)
    }
    #[inline]
    fn take_work(&mut self) -> u64 {
        P::take_work(self.features.scratch())
    }
    fn price(&self) -> u64 {
        self.price
    }
    fn preferred(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        P::with_hooks(Preferred { problem, state, scratch: self.features.scratch(), actions });
    }
    fn lookahead(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        P::with_hooks(Lookahead { problem, state, scratch: self.features.scratch(), actions });
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

/// Asks a problem's hooks for promising actions.
struct Preferred<'a, P: Problem> {
    problem: &'a P,
    state: &'a P::State,
    scratch: &'a mut P::Scratch,
    actions: &'a mut Vec<P::Action>,
}

impl<P: Problem> WithHooks<P> for Preferred<'_, P> {
    type Output = ();

    fn call<K: PlanningHooks<P>>(self) {
        K::preferred(self.problem, self.state, self.scratch, self.actions);
    }
}

/// Asks them for actions that lead towards the goal.
struct Lookahead<'a, P: Problem> {
    problem: &'a P,
    state: &'a P::State,
    scratch: &'a mut P::Scratch,
    actions: &'a mut Vec<P::Action>,
}

impl<P: Problem> WithHooks<P> for Lookahead<'_, P> {
    type Output = ();

    fn call<K: PlanningHooks<P>>(self) {
        K::lookahead(self.problem, self.state, self.scratch, self.actions);
    }
}

/// What the values of some features cost.
fn price<P: Featured>(problem: &P, features: &[u16]) -> u64 {
    let name = |index: &u16| &*problem.features()[usize::from(*index)].info.name;
    let read = |names: &[&str]| features.iter().any(|index| names.contains(&name(index)));
    problem.prices().iter().filter(|(names, _)| read(names)).map(|(_, price)| price).sum()
}

/// The guides that this instance has, without the feature that is the value itself.
fn guides<P: Featured>(problem: &P, value: &Value<P>) -> Vec<usize> {
    let is_value = |index: usize| matches!(value, Value::Function(feature, _) | Value::Feature(feature) if *feature == index);
    let named = |name: &&str| problem.features().iter().position(|feature| feature.info.name == **name);
    let all = problem.guides().iter().filter_map(named);
    all.filter(|&index| !is_value(index) && present(problem, index).is_ok()).collect()
}
