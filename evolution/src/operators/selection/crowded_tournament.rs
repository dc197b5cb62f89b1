//! The tournament of NSGA-II (Deb et al. 2002): the better front wins, within a front the lonelier one.

use super::Pool;
use crate::operators::{Parameter, Selection};
use std::cmp::Ordering;
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "crowded_tournament",
    about: "the best of a few by front, then by distance from others there; by fitness where there are no fronts",
    parameters: &[Parameter {
        name: "size",
        default: 2.0,
        range: (1.0, 1000.0),
        about: "how many are drawn",
    }],
    weight: 0.0,
    apply: |random, parameters, pool| {
        (best_of(random, parameters[0], pool), best_of(random, parameters[0], pool))
    },
};

fn best_of(random: &mut Stream, size: f64, pool: &Pool<'_>) -> usize {
    let mut best = random.random_range(0..pool.len());
    for _ in 1..size as usize {
        let other = random.random_range(0..pool.len());
        if compare(pool, other, best).is_lt() {
            best = other;
        }
    }
    best
}

fn compare(pool: &Pool<'_>, one: usize, other: usize) -> Ordering {
    match (pool.fronts.get(one), pool.fronts.get(other)) {
        (Some((front, lonely)), Some((front_of_other, lonely_of_other))) => {
            front.cmp(front_of_other).then(lonely_of_other.total_cmp(lonely))
        }
        _ => pool.fitness[one].total_cmp(&pool.fitness[other]),
    }
}
