//! The problem: a tour through all cities.

use super::bounds;
use super::cities::Cities;
use super::tour::Tour;
use crate::distances::Distances;
use crate::neighbours::Neighbours;
use std::sync::OnceLock;

/// Neighbours that are kept of each city.
const NEIGHBOURS: usize = 12;
/// More cities than this are constructed by neighbour lists, without features that look at all cities.
pub const MANY: usize = 5_000;
/// More cities than this are not inserted into a closed tour.
pub const MOST_INSERTED: usize = 20_000;

/// One instance of the travelling salesman problem.
#[derive(Debug, Clone)]
pub struct Touring {
    cities: Cities,
    neighbours: Neighbours,
    /// Mean distance of a city to its two nearest ones.
    edge: f64,
    longest: i32,
    /// For each city the sum of the distances to all others, and of their squares.
    totals: OnceLock<Vec<(i64, f64)>>,
    pub(super) bound: OnceLock<i64>,
    pub(super) geojson: bool,
}

/// A tour, and the cities that an improvement has to look at.
#[derive(Debug)]
pub struct Solution {
    pub(crate) tour: Tour,
    /// Cities whose surroundings changed since the last improvement.
    pub(crate) changed: Vec<u32>,
    /// All cities have to be looked at.
    pub(crate) unimproved: bool,
}

impl Clone for Solution {
    fn clone(&self) -> Self {
        let Self { tour, changed, unimproved } = self;
        Self { tour: tour.clone(), changed: changed.clone(), unimproved: *unimproved }
    }
    fn clone_from(&mut self, other: &Self) {
        self.tour.clone_from(&other.tour);
        self.changed.clone_from(&other.changed);
        self.unimproved = other.unimproved;
    }
}

impl Solution {
    /// The tour of an order, which must hold every city from 0 on exactly once.
    pub fn new(order: Vec<u32>) -> Self {
        Self { tour: Tour::new(order), changed: Vec::new(), unimproved: true }
    }

    /// The cities in the order of the tour.
    pub fn order(&self) -> &[u32] {
        self.tour.order()
    }
}

impl Touring {
    /// The problem of visiting these cities.
    pub fn new(cities: Cities) -> Self {
        let neighbours = Neighbours::new(&cities.distances, 0, NEIGHBOURS);
        let count = cities.count();
        let edge = (bounds::two_nearest(&neighbours, count) as f64 / count.max(1) as f64).max(1.0);
        let longest = cities.distances.longest();
        let (totals, bound) = (OnceLock::new(), OnceLock::new());
        Self { cities, neighbours, edge, longest, totals, bound, geojson: false }
    }

    /// Tours are written as GeoJSON; there must be coordinates.
    #[must_use]
    pub fn with_geojson(self, geojson: bool) -> Self {
        Self { geojson, ..self }
    }

    /// The cities.
    pub fn cities(&self) -> &Cities {
        &self.cities
    }

    /// The distances.
    #[inline]
    pub fn distances(&self) -> &Distances {
        &self.cities.distances
    }

    /// The nearest cities of each city.
    pub fn neighbours(&self) -> &Neighbours {
        &self.neighbours
    }

    /// Mean distance of a city to its two nearest ones: the unit in which differences are accepted.
    pub fn edge(&self) -> f64 {
        self.edge
    }

    /// No distance is greater.
    pub fn longest(&self) -> i32 {
        self.longest
    }

    /// The sum of the distances of a city to all others, and that of their squares.
    pub(crate) fn totals(&self) -> &[(i64, f64)] {
        self.totals.get_or_init(|| {
            let count = self.cities.count() as u32;
            let total = |a: u32| {
                let each = || (0..count).map(move |b| self.distances().get(a, b));
                (each().map(i64::from).sum(), each().map(|far| f64::from(far) * f64::from(far)).sum())
            };
            (0..count).map(total).collect()
        })
    }
}
