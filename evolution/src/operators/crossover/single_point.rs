//! The first genes from one parent, the others from the other.

use super::mix;
use crate::operators::WeightsCrossover;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "single_point",
    about: "the weights before a random place from the first parent, the rest from the second",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, first, second| {
        let genes = first.genes.len();
        // At least one gene from each parent, where there are two.
        let cut = if genes > 1 { context.random.random_range(1..genes) } else { genes };
        let mut place = 0;
        mix(first, second, |a, b| {
            place += 1;
            if place <= cut { a } else { b }
        })
    },
};
