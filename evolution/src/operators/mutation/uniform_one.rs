//! One gene anywhere in its bounds.

use super::change_one;
use crate::operators::WeightsMutation;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "uniform_one",
    about: "one weight drawn again, uniformly from [0, 1]",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| change_one(parent, context.random, |_, random| random.random()),
};
