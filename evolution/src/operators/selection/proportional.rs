//! Chances in proportion to how much better than the worst one is.

use super::Pool;
use super::random::anyone;
use crate::operators::Selection;
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "proportional",
    about: "in proportion to the distance from the worst fitness",
    parameters: &[],
    weight: 0.0,
    apply: |random, _, pool| (by_distance(random, pool), by_distance(random, pool)),
};

/// One of a population by its distance from the worst; anyone where all are alike. A fitness that is not finite never
/// wins, and does not count as the worst.
pub(super) fn by_distance(random: &mut Stream, pool: &Pool<'_>) -> usize {
    let finite = || pool.fitness.iter().copied().enumerate().filter(|(_, fitness)| fitness.is_finite());
    let worst = finite().map(|(_, fitness)| fitness).fold(f64::NEG_INFINITY, f64::max);
    let total: f64 = finite().map(|(_, fitness)| worst - fitness).sum();
    let mut left = random.random::<f64>() * total;
    let chosen = finite().find(|(_, fitness)| {
        left -= worst - fitness;
        left < 0.0
    });
    chosen.map_or_else(|| anyone(random, pool), |(place, _)| place)
}
