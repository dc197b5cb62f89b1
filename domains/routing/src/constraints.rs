//! Optional constraints on customers: some are fixed to a route, some are kept apart.

use std::collections::BTreeMap;
use unstuck_core::error::ParseError;

/// Which customers belong to the same route, and which must not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Constraints {
    /// Customers with the number of the route that they are fixed to, ascending: those of one number are on one route, those
    /// of different numbers on different routes.
    pub fixed: Vec<(u32, u32)>,
    /// Pairs of customers that must not be on one route.
    pub apart: Vec<(u32, u32)>,
}

impl Constraints {
    /// Checks and keeps constraints on customers that are numbered from 1.
    ///
    /// # Errors
    ///
    /// A customer does not exist, is fixed twice, or is to be apart from one of the same route.
    pub fn new(
        mut fixed: Vec<(u32, u32)>,
        apart: Vec<(u32, u32)>,
        demands: &[i64],
        capacity: i64,
    ) -> Result<Self, ParseError> {
        fixed.sort_unstable();
        fixed.dedup();
        let numbers = fixed.iter().map(|one| one.0).chain(apart.iter().flat_map(|&(a, b)| [a, b]));
        if let Some(wrong) = numbers.into_iter().find(|&number| !(1..demands.len() as u32).contains(&number))
        {
            let error = ParseError::new(format!("a constraint names customer {wrong}"));
            return Err(error.help(format!("customers are numbered from 1 to {}", demands.len() - 1)));
        }
        if let Some(pair) = fixed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(ParseError::new(format!("customer {} is fixed to two routes", pair[0].0)));
        }
        let constraints = Self { fixed, apart };
        if let Some((a, b)) = constraints.apart.iter().find(|(a, b)| {
            a == b || constraints.route(*a).is_some_and(|route| constraints.route(*b) == Some(route))
        }) {
            return Err(ParseError::new(format!("customers {a} and {b} are apart and on the same route")));
        }
        for (route, members) in constraints.groups() {
            let load: i64 = members.iter().map(|&customer| demands[customer as usize]).sum();
            if load > capacity {
                let error = format!("the customers fixed to route {route} have a demand of {load}");
                return Err(ParseError::new(error).help(format!("the capacity is {capacity}")));
            }
        }
        Ok(constraints)
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.fixed.is_empty() && self.apart.is_empty()
    }

    /// The route that a customer is fixed to.
    #[inline]
    pub fn route(&self, customer: u32) -> Option<u32> {
        let place = self.fixed.binary_search_by_key(&customer, |one| one.0).ok()?;
        Some(self.fixed[place].1)
    }

    /// The customers that are fixed to each route.
    pub fn groups(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for &(customer, route) in &self.fixed {
            groups.entry(route).or_default().push(customer);
        }
        groups
    }

    /// Whether customers may be all those of a route.
    #[inline]
    pub fn allow<I: Iterator<Item = u32>>(&self, customers: impl Fn() -> I) -> bool {
        self.is_empty() || self.allow_all(customers().collect())
    }

    fn allow_all(&self, customers: Vec<u32>) -> bool {
        let has = |customer: &u32| customers.contains(customer);
        let mut routes = customers.iter().filter_map(|&customer| self.route(customer));
        let first = routes.next();
        let one_route = routes.all(|route| Some(route) == first);
        let complete = self.fixed.iter().all(|(customer, route)| Some(*route) != first || has(customer));
        one_route && complete && !self.apart.iter().any(|(a, b)| has(a) && has(b))
    }
}
