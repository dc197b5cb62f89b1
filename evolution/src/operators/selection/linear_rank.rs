//! Chances fall evenly from the best to the worst.

use super::Pool;
use crate::operators::Selection;
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "linear_rank",
    about: "by rank: the worst has one lot, the next two, the best as many as there are individuals",
    parameters: &[],
    weight: 0.0,
    apply: |random, _, pool| (by_lot(random, pool), by_lot(random, pool)),
};

fn by_lot(random: &mut Stream, pool: &Pool<'_>) -> usize {
    let count = pool.len();
    let lot = random.random_range(0..count * (count + 1) / 2);
    // Lots w(w+1)/2 and following belong to the one with w worse than it; the root may be off by one.
    let mut worse = (((8.0 * lot as f64 + 1.0).sqrt() - 1.0) / 2.0) as usize;
    while worse * (worse + 1) / 2 > lot {
        worse -= 1;
    }
    while (worse + 1) * (worse + 2) / 2 <= lot {
        worse += 1;
    }
    pool.order[count - 1 - worse]
}
