//! What each route costs, and where one more customer would go.

use super::problem::Routing;
use super::routes::{DEPOT, Routes};

/// A route as `explain` shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RouteCost {
    /// Its customers in their order.
    pub customers: Vec<u32>,
    /// Their demand.
    pub load: i64,
    /// Its length.
    pub length: i64,
}

/// The routes with their costs, which add up to that of the solution.
pub fn routes(problem: &Routing, solution: &Routes) -> Vec<RouteCost> {
    let each = solution.lists().map(|customers| {
        let ends = customers.last().map_or(0, |&last| problem.far(last, DEPOT));
        let before = [DEPOT].into_iter().chain(customers.iter().copied());
        let along: i64 =
            before.zip(&customers).map(|(before, &customer)| problem.far(before, customer)).sum();
        let load = customers.iter().map(|&customer| problem.customers().demands[customer as usize]).sum();
        RouteCost { customers, load, length: along + ends }
    });
    each.collect()
}

/// A place for one more customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// What it adds to the cost.
    pub cost: i64,
    /// The route, counted from 0 among those with customers; `None` for a new one.
    pub route: Option<usize>,
    /// The customer after which it goes; the depot at the beginning of the route.
    pub after: u32,
}

/// The best place on every route that has room, and a new route; the cheapest first. The new customer's distance to the depot
/// and to each customer is given by a function.
pub fn places(
    problem: &Routing,
    solution: &Routes,
    demand: i64,
    distance: impl Fn(u32) -> i64,
) -> Vec<Place> {
    let room = |route: &RouteCost| route.load + demand <= problem.customers().capacity;
    let mut found = vec![Place { cost: 2 * distance(DEPOT), route: None, after: DEPOT }];
    for (number, route) in routes(problem, solution).iter().enumerate().filter(|(_, route)| room(route)) {
        let befores = [DEPOT].into_iter().chain(route.customers.iter().copied());
        let afters = route.customers.iter().copied().chain([DEPOT]);
        let place = |(after, before): (u32, u32)| {
            let cost = distance(after) + distance(before) - problem.far(after, before);
            Place { cost, route: Some(number), after }
        };
        found.extend(befores.zip(afters).map(place).min_by_key(|place| place.cost));
    }
    found.sort_by_key(|place| (place.cost, place.route));
    found
}
