//! A heuristic text as a heuristic for searches.

use super::cache::Cache;
use super::checked::Checked;
use super::evaluator::{Evaluator, Form, present};
use crate::feature::{Needs, Text, View};
use crate::heuristic::{Featured, Heuristic, IncrementalFeatures, MAX_ESTIMATE, SearchNode};
use crate::problem::{PlanningHooks, Problem, WithHooks};

/// A feature or a compiled text, bound to a domain: what everything runs as that has no code of its own. One type for
/// both, since every search is compiled again for each type of heuristic.
///
/// Features that are part of `I` are updated from parent to child, all others are computed for every node.
pub struct Compiled<P: Featured, I = ()> {
    evaluator: Evaluator<SearchNode<P>>,
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

impl<P: Featured> Compiled<P> {
    /// Binds a formula to an instance of its domain. An `Err` names a feature that this instance does not have.
    pub fn new(problem: &P, checked: &Checked) -> Result<Self, Text> {
        Self::with_incremental(problem, checked, ())
    }

    /// The blind heuristic: of one type with the others, so that no search is compiled for it alone.
    pub fn blind(problem: &P) -> Self {
        Self { guides: Vec::new(), ..Self::bind(problem, Evaluator::zero(problem), ()) }
    }

    /// One feature by its name, if the instance has it.
    pub fn named(problem: &P, name: &str) -> Option<Self> {
        Evaluator::named(problem, name).map(|evaluator| Self::bind(problem, evaluator, ()))
    }

    /// The value at a node before a search [cleans](crate::heuristic::clean) it: it may be negative, and it need not be 0 at
    /// a goal. Infinite where a safe feature sees a dead end.
    #[inline]
    pub fn value(&mut self, view: &View<'_, P>) -> f64 {
        value(&mut self.evaluator, view, self.safe)
    }
}

impl<P: Featured, I: IncrementalFeatures<P>> Compiled<P, I> {
    /// Binds a formula to an instance of its domain, with features that are updated from parent to child. An `Err` names a
    /// feature that this instance does not have.
    pub(crate) fn with_incremental(problem: &P, checked: &Checked, incremental: I) -> Result<Self, Text> {
        Ok(Self::bind(problem, Evaluator::new(problem, checked)?, incremental))
    }

    fn bind(problem: &P, evaluator: Evaluator<SearchNode<P>>, incremental: I) -> Self {
        let (mut needs, mut safe) = (Needs::STATE, false);
        for index in evaluator.read() {
            let info = problem.features()[index].info.node();
            needs = needs.or(info.needs);
            safe |= info.safe;
        }
        let (guides, price) = (guides(problem, &evaluator), price(problem, &evaluator));
        Self { evaluator, incremental, needs, safe, cache: None, guides, price }
    }

    #[inline]
    fn is_blind(&self) -> bool {
        matches!(self.evaluator.form, Form::Zero)
    }

    /// The estimate of a node whose incremental features are known.
    #[inline]
    fn estimate(&mut self, view: &View<'_, P>) -> f64 {
        // Whatever it measures, nothing remains to be done at a goal.
        if view.problem.is_goal(view.state) {
            return 0.0;
        }
        match (&self.evaluator.form, &self.cache) {
            (Form::Function(_, f), None) => {
                dead_or_alive(f(view, self.evaluator.features.scratch()), self.safe)
            }
            _ => self.estimate_cached(view),
        }
    }

    /// The same for what may be cached, or is more than a function.
    #[inline(never)]
    fn estimate_cached(&mut self, view: &View<'_, P>) -> f64 {
        let Self { evaluator, cache, safe, .. } = self;
        match cache {
            Some(cache) => cache.value(view.problem, view.state, || value(evaluator, view, *safe)),
            None => value(evaluator, view, *safe),
        }
    }
}

/// The value at a node; infinite where a safe feature sees a dead end.
fn value<P: Featured>(evaluator: &mut Evaluator<SearchNode<P>>, view: &View<'_, P>, safe: bool) -> f64 {
    let mut dead_end = false;
    let value = evaluator.raw(view, |index, value| {
        if value == f64::INFINITY {
            dead_end |= view.problem.features()[usize::from(index)].info.node().safe;
        }
    });
    match evaluator.form {
        Form::Program(..) if dead_end => f64::INFINITY,
        Form::Program(..) => alive(value),
        Form::Zero | Form::Function(..) | Form::Feature(_) => dead_or_alive(value, safe),
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
            evaluator: self.evaluator.fork(problem),
            incremental: self.incremental.clone(),
            needs: self.needs,
            safe: self.safe,
            cache: self.cache.as_ref().map(|cache| cache.fork(problem)),
            guides: self.guides.clone(),
            price: self.price,
        })
    }
    fn enable_cache(&mut self, problem: &P, bytes: u64) {
        if self.needs.state_only() && !self.is_blind() {
            self.cache = Some(Cache::new(problem, bytes));
        }
    }
    fn cached_bytes(&self) -> u64 {
        self.cache.as_ref().map_or(0, Cache::bytes)
    }
    #[inline]
    fn root(&mut self, view: &View<'_, P>) -> (f64, I::Incremental) {
        let incremental = self.incremental.update(view, None, self.evaluator.features.scratch());
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
        self.is_blind().then_some((0.0, incremental))
    }
    #[inline]
    fn child(&mut self, view: &View<'_, P>, parent: I::Incremental) -> (f64, I::Incremental) {
        let incremental = self.incremental.update(view, Some(parent), self.evaluator.features.scratch());
        (self.estimate(view), incremental)
    }
    #[inline]
    fn take_work(&mut self) -> u64 {
        P::take_work(self.evaluator.features.scratch())
    }
    fn price(&self) -> u64 {
        self.price
    }
    fn preferred(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        P::with_hooks(Preferred { problem, state, scratch: self.evaluator.features.scratch(), actions });
    }
    fn lookahead(&mut self, problem: &P, state: &P::State, actions: &mut Vec<P::Action>) {
        P::with_hooks(Lookahead { problem, state, scratch: self.evaluator.features.scratch(), actions });
    }
    fn guides(&self) -> usize {
        self.guides.len()
    }
    fn guide(&mut self, view: &View<'_, P>, index: usize) -> f64 {
        let index = self.guides[index];
        let value = self.evaluator.features.get(view, index);
        if view.problem.features()[index].info.node().safe { value } else { alive(value) }
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

/// What the values of the features that are read cost.
fn price<P: Featured>(problem: &P, evaluator: &Evaluator<SearchNode<P>>) -> u64 {
    let read: Vec<&str> = evaluator.read().map(|index| &*problem.features()[index].info.name).collect();
    let is_read = |names: &[&str]| names.iter().any(|name| read.contains(name));
    problem.prices().iter().filter(|(names, _)| is_read(names)).map(|(_, price)| price).sum()
}

/// The guides that this instance has, without the feature that is the value itself.
fn guides<P: Featured>(problem: &P, evaluator: &Evaluator<SearchNode<P>>) -> Vec<usize> {
    let is_value = |index: usize| match evaluator.form {
        Form::Function(feature, _) | Form::Feature(feature) => feature == index,
        Form::Zero | Form::Program(..) => false,
    };
    let named = |name: &&str| problem.features().iter().position(|feature| feature.info.name == **name);
    let all = problem.guides().iter().filter_map(named);
    all.filter(|&index| !is_value(index) && present::<SearchNode<P>>(problem, index).is_ok()).collect()
}
