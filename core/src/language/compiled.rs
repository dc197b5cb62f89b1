//! A heuristic text as a heuristic for searches.

use super::compile::compile;
use super::formula::Formula;
use super::program::Program;
use crate::domain::{Domain, Heuristic, Needs, View};
use crate::heuristic::LazyFeatures;

/// A compiled text bound to a domain: what every expression and policy runs as.
pub struct Compiled<D: Domain> {
    program: Program,
    slots: Vec<f64>,
    features: LazyFeatures<D>,
    needs: Needs,
}

impl<D: Domain> Compiled<D> {
    /// Compiles a formula written in the domain's words. An `Err` names a feature that this instance does not have.
    pub fn new(domain: &D, formula: &Formula) -> Result<Self, &'static str> {
        let program = compile(formula);
        let mut needs = Needs::STATE;
        for &index in program.features() {
            let feature = &domain.features()[usize::from(index)];
            if (feature.range)(domain).is_none() {
                return Err(feature.info.name);
            }
            needs = needs.or(feature.info.needs);
        }
        Ok(Self { slots: program.slots(), program, features: LazyFeatures::new(domain), needs })
    }

    /// The text's value at a node, as a search would not yet see it: it may be negative, and it need not be 0 at a
    /// goal.
    #[inline]
    pub fn value(&mut self, view: &View<'_, D>) -> f64 {
        let Self { program, slots, features, .. } = self;
        features.next_node();
        program.run(slots, |index| features.get(view, index.into()))
    }
}

impl<D: Domain> Heuristic<D> for Compiled<D> {
    type Value = f64;
    type Memo = ();

    fn needs(&self) -> Needs {
        self.needs
    }
    #[inline]
    fn root(&mut self, view: &View<'_, D>) -> (f64, ()) {
        (if view.domain.is_goal(view.state) { 0.0 } else { self.value(view) }, ())
    }
    #[inline]
    fn child(&mut self, view: &View<'_, D>, (): ()) -> (f64, ()) {
        self.root(view)
    }
}
