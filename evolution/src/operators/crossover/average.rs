//! The middle of the parents.

use super::mix;
use crate::operators::WeightsCrossover;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "average",
    about: "every weight is the mean of the parents'",
    parameters: &[],
    weight: 0.0,
    apply: |_, _, first, second| mix(first, second, |a, b| 0.5 * (a + b)),
};
