//! What each edge of a tour costs, and what it could cost at least.

use super::problem::{Solution, Touring};

/// An edge of a tour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The city that it leaves, from 0.
    pub from: u32,
    /// The city that it enters, from 0.
    pub to: u32,
    /// Its length.
    pub length: i32,
    /// How many other cities are nearer to `from`, as far as the neighbour lists reach.
    pub nearer: usize,
    /// The distance of `from` to its nearest city.
    pub least: i32,
}

/// The edges of a tour, in its order. Their lengths add up to the cost.
pub fn edges(problem: &Touring, solution: &Solution) -> Vec<Edge> {
    let order = solution.order();
    let pairs = order.iter().zip(order.iter().cycle().skip(1));
    let edge = |(&from, &to): (&u32, &u32)| {
        let length = problem.distances().get(from, to);
        let near = problem.neighbours().of(from);
        let nearer = near.iter().take_while(|&&(_, distance)| distance < length).count();
        Edge { from, to, length, nearer, least: near.first().map_or(0, |&(_, distance)| distance) }
    };
    pairs.map(edge).collect()
}
