//! An instance: a depot, customers with demands, and the capacity of a route.

use crate::constraints::Constraints;
use crate::distances::Distances;
use std::sync::Arc;
use unstuck_core::error::ParseError;

/// Largest capacity.
pub const MAX_CAPACITY: i64 = 1 << 30;

/// The customers of one instance. Place 0 is the depot. A clone shares the data.
#[derive(Debug, Clone)]
pub struct Customers {
    /// Name within its set.
    pub name: String,
    /// The distances of depot and customers, whole numbers.
    pub distances: Arc<Distances>,
    /// The demand of each place; 0 of the depot.
    pub demands: Arc<[i64]>,
    /// Most demand of a route.
    pub capacity: i64,
    /// Customers that are fixed to a route or kept apart.
    pub constraints: Arc<Constraints>,
    /// What the coordinates of the source were multiplied by: a cost divided by it is a length of the source.
    pub scale: f64,
    /// The least cost that is known, if the source names it.
    pub best_known: Option<i64>,
}

impl Customers {
    /// Checks and keeps the customers.
    ///
    /// # Errors
    ///
    /// A demand or the capacity is out of range.
    pub fn new(
        name: impl Into<String>,
        distances: Distances,
        demands: Vec<i64>,
        capacity: i64,
    ) -> Result<Self, ParseError> {
        let name = name.into();
        if !(1..=MAX_CAPACITY).contains(&capacity) {
            let error = ParseError::new(format!("{name}: the capacity is {capacity}"));
            return Err(error.help(format!("capacities are whole numbers from 1 to {MAX_CAPACITY}")));
        }
        if demands.len() != distances.count() || demands.len() < 2 {
            let wrong = format!("{name}: {} demands of {} places", demands.len(), distances.count());
            return Err(ParseError::new(wrong)
                .help("there are a depot and at least one customer, each with a demand"));
        }
        if demands[0] != 0 {
            return Err(ParseError::new(format!(
                "{name}: the depot has a demand of {}; write 0",
                demands[0]
            )));
        }
        if let Some(place) = demands.iter().position(|demand| !(0..=capacity).contains(demand)) {
            let error =
                ParseError::new(format!("{name}: customer {place} has a demand of {}", demands[place]));
            return Err(error.help(format!("demands are whole numbers from 0 to the capacity {capacity}")));
        }
        Ok(Self {
            name,
            distances: Arc::new(distances),
            demands: demands.into(),
            capacity,
            constraints: Arc::default(),
            scale: 1.0,
            best_known: None,
        })
    }

    /// The same customers with constraints: each with the number of its route, and pairs that are kept apart.
    ///
    /// # Errors
    ///
    /// They contradict each other, or name a customer that does not exist.
    pub fn constrained(self, fixed: Vec<(u32, u32)>, apart: Vec<(u32, u32)>) -> Result<Self, ParseError> {
        let constraints = Constraints::new(fixed, apart, &self.demands, self.capacity)?;
        Ok(Self { constraints: Arc::new(constraints), ..self })
    }

    /// How many customers there are.
    pub fn count(&self) -> usize {
        self.demands.len() - 1
    }

    /// The sum of all demands.
    pub fn total(&self) -> i64 {
        self.demands.iter().sum()
    }

    /// Fewest routes: the demands divided by the capacity, rounded up.
    pub fn fewest_routes(&self) -> i64 {
        (self.total() + self.capacity - 1) / self.capacity
    }
}
