//! All genes at the same place between the parents.

use super::mix;
use crate::operators::WeightsCrossover;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "random_convex",
    about: "a random point of the line between the parents",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, first, second| {
        let share: f64 = context.random.random();
        mix(first, second, |a, b| share * a + (1.0 - share) * b)
    },
};
