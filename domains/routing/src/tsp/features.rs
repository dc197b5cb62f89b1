//! What rules see of a choice: distances to the tour, to the cities that are left, and what an insertion costs.

use super::partial::{Choice, Partial, Spot};
use super::problem::{MANY, Touring};
use std::sync::{Arc, LazyLock};
use unstuck_core::feature::{FeatureTable, infos, number, up_to};
use unstuck_core::optimisation::acceptance;
use unstuck_core::optimisation::decision::{CHOOSE, ChoiceFeature, ChoiceView, Featured, PLACE};

/// Name of the domain.
pub const DOMAIN: &str = "tsp";

type Row<const INSERTION: bool> = ChoiceFeature<Touring<INSERTION>>;
type View<'v, const INSERTION: bool> = ChoiceView<'v, Touring<INSERTION>>;

/// The tables of the decisions: `choose`, `place` (over the same features) and `accept`.
pub fn tables() -> &'static [Arc<FeatureTable>; 3] {
    static TABLES: LazyLock<[Arc<FeatureTable>; 3]> = LazyLock::new(|| {
        let table = |decision| FeatureTable::of_decision(DOMAIN, decision, infos(Touring::<true>::FEATURES));
        [table(CHOOSE), table(PLACE), acceptance::table(DOMAIN)]
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

/// The place that a choice is about: while cities are chosen, the cheapest.
fn spot<const INSERTION: bool>(view: &View<'_, INSERTION>) -> Spot {
    match view.choice {
        Choice::City(city) => view.partial.spots[city as usize][0],
        Choice::Place(after) => {
            let distances = view.problem.distances();
            let (city, next) = (city(view.partial, view.choice), view.partial.next[after as usize]);
            let around = distances.get(after, city) + distances.get(city, next);
            (around - distances.get(after, next), after)
        }
    }
}

/// A number from 0 to 1 that seems random: splitmix64 of the city.
fn chance(city: u32) -> f64 {
    let mut bits = (u64::from(city) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((bits ^ bits >> 31) >> 11) as f64 / (1_u64 << 53) as f64
}

impl<const INSERTION: bool> Touring<INSERTION> {
    fn up_to_longest(&self) -> Option<(f64, f64)> {
        Some((0.0, self.longest().into()))
    }

    fn inserted<T>(value: T) -> Option<T> {
        INSERTION.then_some(value)
    }

    fn few<T>(&self, value: T) -> Option<T> {
        (self.cities().count() <= MANY).then_some(value)
    }

    /// Mean distance to the other cities that are left, and how many they are.
    fn left(view: &View<'_, INSERTION>) -> (f64, f64, f64) {
        let (sum, squares) = view.partial.left_sums[city(view.partial, view.choice) as usize];
        let count = (view.partial.left.count as f64 - 1.0).max(1.0);
        (sum as f64 / count, squares, count)
    }

    /// A near city that is left; 0 if there is none.
    fn near_left(view: &View<'_, INSERTION>, place: usize) -> f64 {
        let two = view.partial.left_near[city(view.partial, view.choice) as usize];
        let known = two[..=place].iter().rev().find(|spot| spot.0 < i32::MAX);
        known.map_or(0.0, |spot| spot.0.into())
    }

    /// Features of a choice, in the order of the table.
    pub const FEATURES: &'static [ChoiceFeature<Self>] = &[
        Row::<INSERTION>::new(
            number("distance", "distance from the end of the path, or from the nearest city of the tour"),
            |problem, _| problem.up_to_longest(),
            |view, _| {
                let city = city(view.partial, view.choice);
                match INSERTION {
                    true => view.partial.near_tour[city as usize].into(),
                    false => view.problem.distances().get(view.partial.last(), city).into(),
                }
            },
        ),
        Row::<INSERTION>::new(
            number(
                "cost",
                "what the insertion adds to the tour's length: here, or at the cheapest place while a city is chosen",
            ),
            |problem, _| Self::inserted((-f64::from(problem.longest()), 2.0 * f64::from(problem.longest()))),
            |view, _| spot(view).0.into(),
        ),
        Row::<INSERTION>::new(
            number(
                "regret",
                "how much more the insertion costs at the second place; 0 if there is one place",
            ),
            |problem, _| Self::inserted((0.0, 3.0 * f64::from(problem.longest()))),
            |view, _| {
                let [first, second] = view.partial.spots[city(view.partial, view.choice) as usize];
                if second.0 == i32::MAX { 0.0 } else { (second.0 - first.0).into() }
            },
        ),
        Row::<INSERTION>::new(
            number("edge", "length of the edge that the insertion removes: here, or at the cheapest place"),
            |problem, _| problem.up_to_longest().and_then(Self::inserted),
            |view, _| {
                let after = spot(view).1;
                view.problem.distances().get(after, view.partial.next[after as usize]).into()
            },
        ),
        Row::<INSERTION>::new(
            number(
                "near",
                "length of the shorter edge that the insertion adds: here, or at the cheapest place",
            ),
            |problem, _| problem.up_to_longest().and_then(Self::inserted),
            |view, _| {
                let (after, city) = (spot(view).1, city(view.partial, view.choice));
                let next = view.partial.next[after as usize];
                let distances = view.problem.distances();
                distances.get(after, city).min(distances.get(next, city)).into()
            },
        ),
        Row::<INSERTION>::new(
            number("mean_tour", "mean distance to the cities of the tour"),
            |problem, _| problem.up_to_longest().and_then(Self::inserted),
            |view, _| {
                let sum = view.partial.tour_sums[city(view.partial, view.choice) as usize];
                sum as f64 / view.partial.cities.len() as f64
            },
        ),
        Row::<INSERTION>::new(
            number("start", "distance to the first city"),
            |problem, _| problem.up_to_longest(),
            |view, _| {
                let city = city(view.partial, view.choice);
                view.problem.distances().get(view.partial.cities[0], city).into()
            },
        ),
        Row::<INSERTION>::new(
            number("home", "distance from the end of the path to its start").per_step(),
            |problem, _| if INSERTION { None } else { problem.up_to_longest() },
            |view, _| view.problem.distances().get(view.partial.cities[0], view.partial.last()).into(),
        ),
        Row::<INSERTION>::new(
            number("nearest_left", "distance to the nearest other city that is left; 0 if there is none"),
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| Self::near_left(view, 0),
        ),
        Row::<INSERTION>::new(
            number(
                "second_left",
                "distance to the second nearest other city that is left; the nearest if there is one",
            ),
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| Self::near_left(view, 1),
        ),
        Row::<INSERTION>::new(
            number("mean_left", "mean distance to the other cities that are left"),
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| Self::left(view).0,
        ),
        Row::<INSERTION>::new(
            number("spread_left", "deviation of the distances to the other cities that are left"),
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| {
                let (mean, squares, count) = Self::left(view);
                (squares / count - mean * mean).max(0.0).sqrt().min(view.problem.longest().into())
            },
        ),
        Row::<INSERTION>::new(
            number("crowd", "how many of the eight nearest cities are left"),
            |_, _| up_to(8),
            |view, _| {
                let near = view.problem.neighbours().of(city(view.partial, view.choice)).iter().take(8);
                near.filter(|&&(other, _)| view.partial.left.has(other)).count() as f64
            },
        ),
        Row::<INSERTION>::new(
            number("remote", "mean distance to all cities"),
            |problem, _| problem.up_to_longest().and_then(|range| problem.few(range)),
            |view, _| {
                let (sum, _) = view.problem.totals()[city(view.partial, view.choice) as usize];
                sum as f64 / (view.problem.cities().count() as f64 - 1.0).max(1.0)
            },
        ),
        Row::<INSERTION>::new(
            number("chance", "a number from 0 to 1 that belongs to the city and seems random"),
            |_, _| up_to(1),
            |view, _| chance(city(view.partial, view.choice)),
        ),
        Row::<INSERTION>::new(
            number("progress", "part of the cities that are on the path or the tour").per_step(),
            |_, _| up_to(1),
            |view, _| view.partial.cities.len() as f64 / view.problem.cities().count() as f64,
        ),
        Row::<INSERTION>::new(
            number("left", "cities that are left").per_step(),
            |problem, _| Some((0.0, problem.cities().count() as f64)),
            |view, _| view.partial.left.count as f64,
        ),
        Row::<INSERTION>::new(
            number("scale", "mean distance of a city to its two nearest ones, at least 1").per_instance(),
            |problem, _| Some((1.0, problem.edge())),
            |view, _| view.problem.edge(),
        ),
    ];
}

impl<const INSERTION: bool> Featured for Touring<INSERTION> {
    fn choice_features(&self) -> &[ChoiceFeature<Self>] {
        Self::FEATURES
    }
}
