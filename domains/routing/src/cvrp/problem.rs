//! The problem: routes from a depot, constructed by merges.

use super::customers::Customers;
use super::routes::DEPOT;
use crate::distances::Distances;
use crate::neighbours::Neighbours;
use std::sync::OnceLock;
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
    pub(super) bound: OnceLock<i64>,
    pub(super) geojson: bool,
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
