//! The best of a few.

use super::Pool;
use crate::operators::{Parameter, Selection};
use unstuck_core::random::{RngExt, Stream};

/// How many take part.
pub(super) const SIZE: Parameter =
    Parameter { name: "size", default: 3.0, range: (1.0, 1000.0), about: "how many are drawn" };

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "tournament",
    about: "the best of a few drawn at random",
    parameters: &[SIZE],
    weight: 1.0,
    apply: |random, parameters, pool| {
        (best_of(random, parameters[0], pool), best_of(random, parameters[0], pool))
    },
};

/// The winner of a tournament.
pub(super) fn best_of(random: &mut Stream, size: f64, pool: &Pool<'_>) -> usize {
    let mut best = random.random_range(0..pool.len());
    for _ in 1..size as usize {
        let other = random.random_range(0..pool.len());
        if pool.fitness[other].total_cmp(&pool.fitness[best]).is_lt() {
            best = other;
        }
    }
    best
}
