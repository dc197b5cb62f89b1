//! All genes at a given place between the parents.

use super::mix;
use crate::operators::{Parameter, WeightsCrossover};

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "uniform_all_arithmetic",
    about: "every weight at the same given place between the parents",
    parameters: &[Parameter {
        name: "alpha",
        default: 0.33,
        range: (0.0, 1.0),
        about: "the share of the first parent",
    }],
    weight: 0.0,
    apply: |_, parameters, first, second| {
        mix(first, second, |a, b| parameters[0] * a + (1.0 - parameters[0]) * b)
    },
};
