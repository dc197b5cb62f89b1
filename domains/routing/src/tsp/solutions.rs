//! Tours as solutions: cost, lower bound and text.

use super::problem::{Solution, Touring};
use super::search::Buffers;
use super::validate::{Metric, validate};
use super::{bounds, text};
use crate::{geojson, tsplib};
use unstuck_core::error::ParseError;
use unstuck_core::optimisation::{Cost, Optimisation, Prices};

/// Up to this many cities the lower bound is that of 1-trees.
const TREE_CITIES: usize = 2_000;

impl Optimisation for Touring {
    type Solution = Solution;
    type Scratch = Buffers;

    /// The buffers are made when they are first used: features need none.
    fn scratch(&self) -> Buffers {
        Buffers::default()
    }
    fn cost(&self, solution: &Solution) -> Cost {
        Cost::soft(self.distances().around(solution.order()))
    }
    /// [`bounds::one_tree`] with some rounds; with many cities [`bounds::two_nearest`].
    fn lower_bound(&self) -> Option<Cost> {
        let count = self.cities().count();
        let bound = self.bound.get_or_init(|| match count {
            0..=TREE_CITIES => {
                let rounds = (10_000_000 / (count * count).max(1)).clamp(10, 100);
                bounds::one_tree(self.distances(), rounds)
            }
            _ => bounds::two_nearest(self.neighbours(), count),
        });
        Some(Cost::soft(*bound))
    }
    fn write(&self, solution: &Solution, out: &mut String) {
        let length = self.distances().around(solution.order());
        if !self.geojson {
            return tsplib::write_tour(solution.order(), &self.cities().name, length, out);
        }
        let (order, mut plain) = (solution.order(), String::new());
        tsplib::write_tour(order, &self.cities().name, length, &mut plain);
        let closed = order.iter().chain(order.first()).copied().collect();
        geojson::write(self.distances(), self.cities().scale, std::iter::once(closed), &plain, out);
    }
    fn read(&self, text: &str) -> Result<Solution, ParseError> {
        text::read_tour(&geojson::plain(text), self.cities().count()).map(Solution::new)
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let distances = self.distances();
        let given = |a: usize, b: usize| i64::from(distances.get(a as u32, b as u32));
        let metric = match distances.rule() {
            Some(rule) => Metric::Coordinates(rule.name(), distances.places()),
            None => Metric::Given(distances.count(), &given),
        };
        validate(metric, &geojson::plain(text)).map(Cost::soft)
    }
    /// A step updates what every city that is left knows, or looks at every place.
    fn prices(&self) -> Prices {
        let step = 30 + 5 * self.cities().count() as u64;
        Prices { step, choice: 5, proposal: 50, apply: 60, element: 13 }
    }
}
