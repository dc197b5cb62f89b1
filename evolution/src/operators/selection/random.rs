//! Anyone.

use super::Pool;
use crate::operators::Selection;
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "random",
    about: "any two, whatever their fitness",
    parameters: &[],
    weight: 0.0,
    apply: |random, _, pool| (anyone(random, pool), anyone(random, pool)),
};

/// Anyone of a population.
pub(super) fn anyone(random: &mut Stream, pool: &Pool<'_>) -> usize {
    random.random_range(0..pool.len())
}
