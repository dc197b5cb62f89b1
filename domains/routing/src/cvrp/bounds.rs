//! Lower bounds on the cost of routes.

use super::customers::Customers;
use crate::distances::Rule;

/// Most places for which a spanning tree is made.
const TREE_PLACES: usize = 5_000;

/// The greater of two bounds: a spanning tree, and the distances to the depot.
pub fn lower(customers: &Customers) -> i64 {
    let tree = if customers.demands.len() <= TREE_PLACES { tree(customers) } else { 0 };
    tree.max(depot_distances(customers))
}

/// Without one edge at the depot each, routes are a spanning tree; there are at least as many routes as the demands need, and
/// their last customers differ.
pub fn tree(customers: &Customers) -> i64 {
    let distances = &customers.distances;
    let count = distances.count() as u32;
    let mut near: Vec<(i32, u32)> = (1..count).map(|place| (distances.get(0, place), place)).collect();
    let mut ends: Vec<i64> = near.iter().map(|&(distance, _)| distance.into()).collect();
    ends.sort_unstable();
    let mut length = ends.iter().take(customers.fewest_routes() as usize).sum::<i64>();
    while let Some(place) = (0..near.len()).min_by_key(|&place| near[place]) {
        let (edge, added) = near.swap_remove(place);
        length += i64::from(edge);
        for (least, other) in &mut near {
            *least = distances.get(added, *other).min(*least);
        }
    }
    length
}

/// A route costs at least twice the way to any of its customers, hence twice their mean by demand (Haimovich and Rinnooy Kan,
/// 1985). Rounded distances may be shorter than a detour: what that could save is taken off.
pub fn depot_distances(customers: &Customers) -> i64 {
    if !matches!(customers.distances.rule(), Some(Rule::Euclidean | Rule::Ceiling)) {
        return 0;
    }
    let each = (0..).zip(customers.demands.iter());
    let sum: i128 = each
        .map(|(place, &demand)| 2 * i128::from(demand) * i128::from(customers.distances.get(0, place)))
        .sum();
    (sum / i128::from(customers.capacity)) as i64 - 2 * customers.count() as i64
}
