//! A heuristic text as a heuristic for searches.

use super::compile::compile;
use super::formula::Formula;
use super::program::Program;
use super::recall::Recall;
use crate::domain::{Domain, Heuristic, Needs, View};
use crate::heuristic::LazyFeatures;

/// A feature or a compiled text, bound to a domain: what everything runs as that has no code of its own. One type for
/// both, since every search is compiled anew for each type of heuristic.
pub struct Compiled<D: Domain> {
    value: Value,
    features: LazyFeatures<D>,
    needs: Needs,
    recall: Option<Recall<D>>,
}

#[derive(Clone)]
enum Value {
    Feature(usize),
    Program(Program, Vec<f64>),
}

impl<D: Domain> Compiled<D> {
    /// Compiles a formula written in the domain's words. An `Err` names a feature that this instance does not have.
    pub fn new(domain: &D, formula: &Formula) -> Result<Self, &'static str> {
        let program = compile(formula);
        let mut needs = Needs::STATE;
        for &index in program.features() {
            needs = needs.or(needs_of(domain, index.into())?);
        }
        let value = Value::Program(program.clone(), program.slots());
        Ok(Self { value, features: LazyFeatures::new(domain), needs, recall: None })
    }

    /// One feature, by its place in the domain's table. An `Err` names it if this instance does not have it.
    pub fn feature(domain: &D, index: usize) -> Result<Self, &'static str> {
        let needs = needs_of(domain, index)?;
        Ok(Self { value: Value::Feature(index), features: LazyFeatures::new(domain), needs, recall: None })
    }

    /// One feature by its name, if the instance has it.
    pub fn named(domain: &D, name: &str) -> Option<Self> {
        let index = domain.features().iter().position(|feature| feature.info.name == name)?;
        Self::feature(domain, index).ok()
    }

    /// The value at a node, as a search would not yet see it: it may be negative, and it need not be 0 at a goal.
    #[inline]
    pub fn value(&mut self, view: &View<'_, D>) -> f64 {
        self.value.at(&mut self.features, view)
    }
}

impl Value {
    #[inline]
    fn at<D: Domain>(&mut self, features: &mut LazyFeatures<D>, view: &View<'_, D>) -> f64 {
        features.next_node();
        match self {
            Self::Feature(index) => features.get(view, *index),
            Self::Program(program, slots) => program.run(slots, |index| features.get(view, index.into())),
        }
    }
}

/// What a feature reads, or its name if the instance does not have it.
fn needs_of<D: Domain>(domain: &D, index: usize) -> Result<Needs, &'static str> {
    let feature = &domain.features()[index];
    if (feature.range)(domain).is_none() { Err(feature.info.name) } else { Ok(feature.info.needs) }
}

impl<D: Domain> Heuristic<D> for Compiled<D> {
    type Value = f64;
    type Memo = ();

    fn needs(&self) -> Needs {
        self.needs
    }
    fn fork(&self, domain: &D) -> Option<Self> {
        Some(Self {
            value: self.value.clone(),
            features: LazyFeatures::new(domain),
            needs: self.needs,
            recall: self.recall.as_ref().map(|recall| recall.fork(domain)),
        })
    }
    fn recall(&mut self, domain: &D, bytes: u64) {
        if self.needs.state_only() {
            self.recall = Some(Recall::new(domain, bytes));
        }
    }
    #[inline]
    fn root(&mut self, view: &View<'_, D>) -> (f64, ()) {
        // Whatever it measures, nothing remains to be done at a goal.
        let goal = view.domain.is_goal(view.state);
        let Self { value, features, recall, .. } = self;
        let h = match recall {
            _ if goal => 0.0,
            Some(recall) => recall.value(view.domain, view.state, || value.at(features, view)),
            None => value.at(features, view),
        };
        (h, ())
    }
    #[inline]
    fn child(&mut self, view: &View<'_, D>, (): ()) -> (f64, ()) {
        self.root(view)
    }
}
