//! Always the best.

use crate::operators::Selection;

/// The operator.
pub static OPERATOR: Selection = Selection {
    name: "best",
    about: "always the best and the second best",
    parameters: &[],
    weight: 0.0,
    apply: |_, _, pool| (pool.order[0], pool.order[1.min(pool.len() - 1)]),
};
