//! Construction by merges of routes.

use super::partial::{Merge, Partial};
use super::problem::Routing;
use super::routes::Routes;
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Construction, Cost};

/// Features that depend on the two customers alone: the first ones of the table.
pub const STATIC_FEATURES: usize = 11;

/// Whether features do not change during a construction.
fn are_static(features: &[u16]) -> bool {
    features.iter().all(|&index| usize::from(index) < STATIC_FEATURES)
}

impl Construction for Routing {
    type Partial = Partial;
    type Choice = Merge;

    /// A route for each customer.
    fn start(&self, features: &[u16]) -> Partial {
        Partial::new(self, are_static(features))
    }

    /// Merges of two routes that save something, by their customers that become neighbours.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Merge) -> ControlFlow<()>) -> ControlFlow<()> {
        let pairs = self.pairs();
        partial.open.iter().try_for_each(|&pair| {
            let [a, b] = pairs[pair as usize];
            each(Merge { a, b, pair })
        })
    }

    fn extend(&self, partial: &mut Partial, choice: Merge) {
        partial.merge(self, choice);
    }

    fn finish(&self, partial: &Partial) -> Routes {
        Routes::new(self.customers(), &partial.lists())
    }

    fn finished_cost(&self, partial: &Partial) -> Cost {
        Cost::soft(partial.cost)
    }

    fn choice_text(&self, partial: &Partial, Merge { a, b, .. }: Merge) -> String {
        let load = partial.load_with(a, b);
        format!("{a} next to {b}, load {load} of {}", self.customers().capacity)
    }

    fn slots(&self, features: &[u16]) -> usize {
        if are_static(features) { self.pairs().len() } else { 0 }
    }

    #[inline]
    fn slot(&self, partial: &Partial, choice: Merge) -> Option<usize> {
        partial.static_values.then_some(choice.pair as usize)
    }

    fn slot_family(&self) -> u64 {
        self.family
    }
}
