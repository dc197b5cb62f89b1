//! What a rule for `kick` sees of a city: after which city of a tour the paths begin that change places. Lengths are in mean
//! distances of near cities, so that rules mean the same on every instance.

use super::problem::{Solution, Touring};
use unstuck_core::feature::{Feature, Subject, up_to};
use unstuck_core::features;

/// Where a kick begins: the greatest value of some cities.
pub const KICK: &str = "kick";

/// A city of a tour.
pub struct Start<'a> {
    /// The instance.
    pub problem: &'a Touring,
    /// The tour.
    pub solution: &'a Solution,
    /// The city.
    pub city: u32,
    /// A random number from 0 to 1.
    pub uniform: f64,
}

impl Start<'_> {
    /// The length of the edge some steps after the city.
    fn edge(&self, steps: usize) -> f64 {
        let from = self.solution.tour.ahead(self.city, steps);
        self.length(from, self.solution.tour.next(from))
    }

    fn length(&self, a: u32, b: u32) -> f64 {
        f64::from(self.problem.distances().get(a, b)) / self.problem.edge()
    }

    /// How much longer the edges of a city are than those to its two nearest ones.
    fn excess(&self) -> f64 {
        let (tour, near) = (&self.solution.tour, self.problem.neighbours().of(self.city));
        let least: f64 = near.iter().take(2).map(|&(city, _)| self.length(self.city, city)).sum();
        self.length(tour.previous(self.city), self.city) + self.edge(0) - least
    }
}

/// Cities of a tour as the [`Subject`] of features.
pub struct Kicking;

impl Subject for Kicking {
    type Instance = Touring;
    type View<'v> = Start<'v>;
    type Scratch = ();

    fn features(_: &Touring) -> &[Feature<Self>] {
        FEATURES
    }
    fn scratch(_: &Touring) {}
    fn instance<'v>(view: &Self::View<'v>) -> &'v Touring {
        view.problem
    }
}

type Row = Feature<Kicking>;

fn lengths(problem: &Touring, _: u32) -> Option<(f64, f64)> {
    Some((0.0, 2.0 * f64::from(problem.longest()) / problem.edge()))
}

/// The features.
pub(crate) const FEATURES: &[Row] = features! { Row;
    "edge" "length of the edge after the city": lengths, |view, ()| view.edge(0);
    "second" "length of the edge after that": lengths, |view, ()| view.edge(1);
    "excess" "how much longer its two edges are than those to its two nearest cities":
        lengths, |view, ()| view.excess().max(0.0);
    "remote" "its mean distance to its two nearest cities":
        lengths, |view, ()| {
            let near = view.problem.neighbours().of(view.city).iter().take(2);
            near.map(|&(city, _)| view.length(view.city, city)).sum::<f64>() / 2.0
        };
    "nearer" "how many cities are nearer than the next of the tour, as far as neighbour lists reach":
        |problem, _| Some((0.0, problem.neighbours().each() as f64)), |view, ()| {
            let next = view.edge(0) * view.problem.edge();
            let near = view.problem.neighbours().of(view.city).iter();
            near.take_while(|&&(_, distance)| f64::from(distance) < next).count() as f64
        };
    "uniform" "a random number from 0 to 1": |_, _| up_to(1), |view, ()| view.uniform;
};
