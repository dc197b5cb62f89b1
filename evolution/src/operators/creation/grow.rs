//! Trees of any shape up to a depth.

use crate::operators::TreeCreation;

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "grow",
    about: "functions and leaves drawn alike until the depth is reached",
    parameters: &[],
    weight: 0.0,
    apply: |_, _, _| unstuck_core::language::Tree::number(0.0),
};
