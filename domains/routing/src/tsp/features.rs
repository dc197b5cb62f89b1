//! What rules see of a choice: distances to the tour, to the cities that are left, and what an insertion costs.
//!
//! Which features a rule reads decides how tours are constructed: see [`Frame`](super::partial::Frame).

use super::kicks;
use super::partial::{Choice, Partial, Spot};
use super::problem::{MANY, MOST_INSERTED, Touring};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, up_to};
use unstuck_core::features;
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured, PLACE};

/// Name of the domain.
pub const DOMAIN: &str = "tsp";

type View<'v> = ChoiceView<'v, Touring>;

/// The tables of the decisions: `choose`, `place` (over the same features), `accept` and `kick`.
pub fn tables() -> &'static [Arc<FeatureTable>; 4] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 4]> = LazyLock::new(|| {
        let table = |decision| FeatureTable::of_decision(DOMAIN, decision, infos(Touring::FEATURES));
        let kick = FeatureTable::of_decision(DOMAIN, kicks::KICK, infos(kicks::FEATURES));
        [table(CHOOSE), table(PLACE), acceptance::table(DOMAIN), kick]
    });
    &TABLES
}

/// The city that a choice is about.
fn city(partial: &Partial, choice: Choice) -> u32 {
    match choice {
        Choice::City(city) => city,
        Choice::Place(_) => partial.chosen.unwrap_or_default(),
    }
}

/// The cheapest place of the city.
fn spot(view: &View<'_>) -> Spot {
    view.partial.spots[city(view.partial, view.choice) as usize][0]
}

/// The length of the edge after a city of the tour.
fn edge_after(view: &View<'_>, after: u32) -> f64 {
    view.problem.distances().get(after, view.partial.next[after as usize]).into()
}

/// A number from 0 to 1 that seems random: splitmix64 of the city.
fn chance(city: u32) -> f64 {
    let mut bits = (u64::from(city) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ bits >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

impl Touring {
    fn up_to_longest(&self) -> Option<(f64, f64)> {
        Some((0.0, self.longest().into()))
    }

    /// Insertions take time in proportion to the square of the cities.
    fn inserted(&self, range: (f64, f64)) -> Option<(f64, f64)> {
        (self.cities().count() <= MOST_INSERTED).then_some(range)
    }

    fn inserted_length(&self) -> Option<(f64, f64)> {
        self.inserted((0.0, self.longest().into()))
    }

    fn few<T>(&self, value: T) -> Option<T> {
        (self.cities().count() <= MANY).then_some(value)
    }

    /// Mean distance to the other cities that are left, and how many they are.
    fn left(view: &View<'_>) -> (f64, f64, f64) {
        let (sum, squares) = view.partial.left_sums[city(view.partial, view.choice) as usize];
        let count = (view.partial.left.count as f64 - 1.0).max(1.0);
        (sum as f64 / count, squares, count)
    }

    /// A near city that is left; 0 if there is none.
    fn near_left(view: &View<'_>, place: usize) -> f64 {
        let two = view.partial.left_near[city(view.partial, view.choice) as usize];
        let known = two[..=place].iter().rev().find(|spot| spot.0 < i32::MAX);
        known.map_or(0.0, |spot| spot.0.into())
    }

    /// Features of a choice, in the order of the table.
    pub const FEATURES: &'static [ChoiceFeature<Self>] = features! { ChoiceFeature<Self>;
        "distance" "distance from the city that was added last: the end of the path":
            |problem, _| problem.up_to_longest(), |view, _| {
                let city = city(view.partial, view.choice);
                view.problem.distances().get(view.partial.last(), city).into()
            };
        "to_tour" "distance to the nearest city of the tour":
            |problem, _| problem.inserted_length(),
            |view, _| view.partial.near_tour[city(view.partial, view.choice) as usize].into();
        "cost" "what the insertion at the cheapest place adds to the tour's length":
            |problem, _| {
                problem.inserted((-f64::from(problem.longest()), 2.0 * f64::from(problem.longest())))
            },
            |view, _| spot(view).0.into();
        "regret" "how much more the insertion costs at the second place; 0 if there is one place":
            |problem, _| problem.inserted((0.0, 3.0 * f64::from(problem.longest()))), |view, _| {
                let [first, second] = view.partial.spots[city(view.partial, view.choice) as usize];
                if second.0 == i32::MAX { 0.0 } else { (second.0 - first.0).into() }
            };
        "edge" "length of the edge that the insertion at the cheapest place removes":
            |problem, _| problem.inserted_length(), |view, _| edge_after(view, spot(view).1);
        "near" "length of the shorter edge that the insertion at the cheapest place adds":
            |problem, _| problem.inserted_length(), |view, _| {
                let (after, city) = (spot(view).1, city(view.partial, view.choice));
                let next = view.partial.next[after as usize];
                let distances = view.problem.distances();
                distances.get(after, city).min(distances.get(next, city)).into()
            };
        "mean_tour" "mean distance to the cities of the tour":
            |problem, _| problem.inserted_length(), |view, _| {
                let sum = view.partial.tour_sums[city(view.partial, view.choice) as usize];
                sum as f64 / view.partial.cities.len() as f64
            };
        "start" "distance to the first city":
            |problem, _| problem.up_to_longest(), |view, _| {
                let city = city(view.partial, view.choice);
                view.problem.distances().get(view.partial.cities[0], city).into()
            };
        "home" "distance from the city that was added last to the first" per_step:
            |problem, _| problem.up_to_longest(),
            |view, _| view.problem.distances().get(view.partial.cities[0], view.partial.last()).into();
        "nearest_left" "distance to the nearest other city that is left; 0 if there is none":
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| Self::near_left(view, 0);
        "second_left" "distance to the second nearest other city that is left; the nearest if there is one":
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| Self::near_left(view, 1);
        "mean_left" "mean distance to the other cities that are left":
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)), |view, _| Self::left(view).0;
        "spread_left" "deviation of the distances to the other cities that are left":
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)), |view, _| {
                let (mean, squares, count) = Self::left(view);
                (squares / count - mean * mean).max(0.0).sqrt().min(view.problem.longest().into())
            };
        "crowd" "how many of the eight nearest cities are left":
            |_, _| up_to(8), |view, _| {
                let near = view.problem.neighbours().of(city(view.partial, view.choice)).iter().take(8);
                near.filter(|&&(other, _)| view.partial.left.has(other)).count() as f64
            };
        "remote" "mean distance to all cities":
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)), |view, _| {
                let (sum, _) = view.problem.totals()[city(view.partial, view.choice) as usize];
                sum as f64 / (view.problem.cities().count() as f64 - 1.0).max(1.0)
            };
        "chance" "a number from 0 to 1 that belongs to the city and seems random; for insertions":
            |problem, _| problem.inserted((0.0, 1.0)), |view, _| chance(city(view.partial, view.choice));
        "progress" "part of the cities that are on the path or the tour" per_step:
            |_, _| up_to(1), |view, _| view.partial.cities.len() as f64 / view.problem.cities().count() as f64;
        "left" "cities that are left" per_step:
            |problem, _| Some((0.0, problem.cities().count() as f64)), |view, _| view.partial.left.count as f64;
        "scale" "mean distance of a city to its two nearest ones, at least 1" per_instance:
            |problem, _| Some((1.0, problem.edge())), |view, _| view.problem.edge();
        "added" "where the city goes: what this place adds to the tour's length; 0 before":
            |problem, _| {
                problem.inserted((-f64::from(problem.longest()), 2.0 * f64::from(problem.longest())))
            },
            |view, _| match view.choice {
                Choice::City(_) => 0.0,
                Choice::Place(after) => {
                    let (far, city) = (view.problem.distances(), city(view.partial, view.choice));
                    let next = view.partial.next[after as usize];
                    (far.get(after, city) + far.get(city, next) - far.get(after, next)).into()
                }
            };
        "removed" "where the city goes: length of the edge that is removed here; 0 before":
            |problem, _| problem.inserted_length(), |view, _| match view.choice {
                Choice::City(_) => 0.0,
                Choice::Place(after) => edge_after(view, after),
            };
    };
}

impl Featured for Touring {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        Self::FEATURES
    }
}
