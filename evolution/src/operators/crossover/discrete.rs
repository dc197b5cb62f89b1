//! Every gene from one parent or the other.

use super::mix;
use crate::operators::WeightsCrossover;
use crate::operators::chance::coin;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "discrete",
    about: "every weight taken from one of the parents, by a coin",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, first, second| {
        mix(first, second, |a, b| if coin(0.5, context.random) { a } else { b })
    },
};
