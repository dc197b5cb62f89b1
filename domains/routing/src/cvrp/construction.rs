//! Construction by merges of routes: of ends, or by all ways to join two routes.

use super::features::FEATURES;
use super::joins;
use super::joins::Merge;
use super::partial::Partial;
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

    /// A route for each customer, or for those that are fixed to the same.
    fn start(&self, features: &[u16]) -> Partial {
        let joins = |&index: &u16| joins::FEATURES.contains(&&*FEATURES[usize::from(index)].info.name);
        Partial::new(self, are_static(features), features.iter().any(joins))
    }

    /// Merges of two routes that save something, by their customers that become neighbours.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Merge) -> ControlFlow<()>) -> ControlFlow<()> {
        if let Some(joins) = &partial.joins {
            return joins.visit(each);
        }
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

    fn choice_text(&self, partial: &Partial, choice: Merge) -> String {
        let load: i64 = partial.loads(choice).iter().sum();
        let place = match choice {
            Merge { a, b, .. } if a == b => format!("{a} between two of the other route"),
            Merge { a, b, .. } => format!("{a} next to {b}"),
        };
        format!("{place}, load {load} of {}", self.customers().capacity)
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
