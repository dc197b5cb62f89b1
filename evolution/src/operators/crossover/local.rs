//! Every gene at its own place between the parents.

use super::mix;
use crate::operators::WeightsCrossover;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "local",
    about: "every weight between the parents', each at its own place",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, first, second| {
        mix(first, second, |a, b| {
            let share: f64 = context.random.random();
            share * a + (1.0 - share) * b
        })
    },
};
