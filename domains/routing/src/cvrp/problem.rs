//! The problem: routes from a depot, constructed by merges.

use super::buffers::Buffers;
use super::customers::Customers;
use super::routes::{DEPOT, Routes};
use super::{bounds, text, validate};
use crate::distances::Distances;
use crate::neighbours::Neighbours;
use crate::{geojson, tsp};
use std::sync::OnceLock;
use unstuck_core::error::ParseError;
use unstuck_core::optimisation::{Cost, Optimisation, Prices};
use unstuck_core::random::extend_checksum;

/// Up to this many customers all pairs can be merged; of more, pairs of near customers.
const ALL_PAIRS: usize = 500;
/// Near customers of each that can be merged where there are more.
const NEAR_PAIRS: usize = 60;
/// Neighbours that are kept of each place.
const NEIGHBOURS: usize = 200;

/// One instance of vehicle routing with capacities.
#[derive(Debug, Clone)]
pub struct Routing {
    customers: Customers,
    neighbours: Neighbours,
    /// Mean distance of a customer to its two nearest ones.
    edge: f64,
    longest: i32,
    /// Pairs of customers, the smaller number first, whose neighbourhood saves something against two ways to the depot.
    pub(crate) pairs: OnceLock<Vec<[u32; 2]>>,
    pub(crate) family: u64,
    bound: OnceLock<i64>,
    geojson: bool,
    pub(crate) extra: Option<Extra>,
}

/// One more customer, whose best places are shown.
#[derive(Debug, Clone, Copy)]
pub struct Extra {
    /// Coordinates of the source.
    pub place: [f64; 2],
    /// Its demand.
    pub demand: i64,
}

impl Routing {
    /// The problem of serving these customers.
    pub fn new(customers: Customers) -> Self {
        let neighbours = Neighbours::new(&customers.distances, 1, NEIGHBOURS);
        let each = |place: u32| {
            neighbours.of(place).iter().take(2).map(|&(_, far)| f64::from(far)).sum::<f64>() / 2.0
        };
        let sum: f64 = (1..customers.demands.len() as u32).map(each).sum();
        let edge = (sum / customers.count() as f64).max(1.0);
        let longest = customers.distances.longest();
        let family = family(&customers);
        let (pairs, bound) = (OnceLock::new(), OnceLock::new());
        Self { customers, neighbours, edge, longest, pairs, family, bound, geojson: false, extra: None }
    }

    /// Routes are written as GeoJSON; there must be coordinates.
    #[must_use]
    pub fn with_geojson(self, geojson: bool) -> Self {
        Self { geojson, ..self }
    }

    /// The parts of a solution show where one more customer would go; there must be coordinates.
    #[must_use]
    pub fn with_extra(self, extra: Option<Extra>) -> Self {
        Self { extra, ..self }
    }

    /// The customers.
    #[inline]
    pub fn customers(&self) -> &Customers {
        &self.customers
    }

    /// The distances.
    #[inline]
    pub fn distances(&self) -> &Distances {
        &self.customers.distances
    }

    /// The nearest customers of each place.
    pub fn neighbours(&self) -> &Neighbours {
        &self.neighbours
    }

    /// Mean distance of a customer to its two nearest ones: the unit in which differences are accepted.
    pub fn edge(&self) -> f64 {
        self.edge
    }

    /// No distance is greater.
    pub fn longest(&self) -> i32 {
        self.longest
    }

    /// The distance of two places.
    #[inline(always)]
    pub(crate) fn far(&self, a: u32, b: u32) -> i64 {
        self.distances().get(a, b).into()
    }

    /// What two customers save as neighbours, against two ways to the depot.
    #[inline]
    pub(crate) fn saving(&self, a: u32, b: u32) -> i64 {
        self.far(DEPOT, a) + self.far(DEPOT, b) - self.far(a, b)
    }

    pub(crate) fn pairs(&self) -> &[[u32; 2]] {
        self.pairs.get_or_init(|| {
            let places = self.customers.demands.len() as u32;
            let mut pairs = Vec::new();
            for a in 1..places {
                if self.customers.count() <= ALL_PAIRS {
                    pairs.extend((a + 1..places).map(|b| [a, b]));
                } else {
                    let near = self.neighbours.of(a).iter().take(NEAR_PAIRS);
                    pairs.extend(near.map(|&(b, _)| [a.min(b), a.max(b)]));
                }
            }
            pairs.retain(|&[a, b]| self.saving(a, b) > 0);
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        })
    }
}

/// A checksum of everything that features of pairs depend on.
fn family(customers: &Customers) -> u64 {
    let Customers { distances, demands, capacity, .. } = customers;
    let extend = |sum, number: i64| extend_checksum(sum, &number.to_le_bytes());
    let sum = demands.iter().copied().fold(extend(0, *capacity), extend);
    match distances.rule() {
        Some(rule) => {
            let bits = distances.places().iter().flatten().map(|coordinate| coordinate.to_bits() as i64);
            extend_checksum(bits.fold(sum, extend), rule.name().as_bytes())
        }
        None => {
            let count = distances.count() as u32;
            let pairs = (0..count).flat_map(|a| (0..a).map(move |b| distances.get(a, b).into()));
            pairs.fold(sum, extend)
        }
    }
}

impl Optimisation for Routing {
    type Solution = Routes;
    type Scratch = Buffers;

    fn scratch(&self) -> Buffers {
        Buffers::default()
    }
    fn cost(&self, solution: &Routes) -> Cost {
        let overfull = solution.loads.iter().filter(|&&load| load > self.customers.capacity).count();
        let from_previous = |place: u32| self.far(solution.previous[place as usize], place);
        let along: i64 = (1..self.customers.demands.len() as u32).map(from_previous).sum();
        let back: i64 = solution.ends.iter().map(|&[_, last]| self.far(last, DEPOT)).sum();
        let refused =
            solution.lists().filter(|list| !self.customers.constraints.allow(|| list.iter().copied()));
        Cost { hard: (overfull + refused.count()) as i64, soft: along + back }
    }
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::soft(*self.bound.get_or_init(|| bounds::lower(&self.customers))))
    }
    fn write(&self, solution: &Routes, out: &mut String) {
        let cost = self.cost(solution).soft;
        if !self.geojson {
            return text::write_routes(solution.lists(), cost, out);
        }
        let mut plain = String::new();
        text::write_routes(solution.lists(), cost, &mut plain);
        let closed = |route: Vec<u32>| [vec![DEPOT], route, vec![DEPOT]].concat();
        geojson::write(self.distances(), self.customers.scale, solution.lists().map(closed), &plain, out);
    }
    fn read(&self, text: &str) -> Result<Routes, ParseError> {
        let routes = text::read_routes(&geojson::plain(text), self.customers.count())?;
        let solution = Routes::new(&self.customers, &routes);
        match solution.loads.iter().position(|&load| load > self.customers.capacity) {
            Some(route) => {
                let (load, capacity) = (solution.loads[route], self.customers.capacity);
                Err(ParseError::new(format!("route {} carries {load}, more than {capacity}", route + 1)))
            }
            None if self.cost(&solution).hard > 0 => {
                let error = ParseError::new(
                    "the routes do not keep customers together that are fixed to one, or apart",
                );
                Err(error.help("validate names the customers"))
            }
            None => Ok(solution),
        }
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        let distances = self.distances();
        let distance = |a: usize, b: usize| match distances.rule() {
            _ if a == b => Ok(0),
            Some(rule) => tsp::validate::by_rule(rule.name(), distances.places()[a], distances.places()[b]),
            None => Ok(distances.get(a as u32, b as u32).into()),
        };
        let Customers { demands, capacity, constraints, .. } = &self.customers;
        let rules = validate::Rules {
            demands,
            capacity: *capacity,
            fixed: &constraints.fixed,
            apart: &constraints.apart,
        };
        validate::validate(rules, &distance, &geojson::plain(text)).map(Cost::soft)
    }
    fn prices(&self) -> Prices {
        Prices { step: 50, choice: 3, proposal: 40, apply: 30, element: 3 }
    }
}
