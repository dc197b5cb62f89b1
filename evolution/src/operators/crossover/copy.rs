//! One of the parents as it is.

use crate::operators::WeightsCrossover;
use crate::operators::chance::coin;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "copy",
    about: "a copy of one parent, by a coin; leaves all change to mutation",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, first, second| if coin(0.5, context.random) { first } else { second }.clone(),
};
