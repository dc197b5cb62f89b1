//! Some genes at a given place between the parents.

use super::mix;
use crate::operators::chance::coin;
use crate::operators::{Parameter, WeightsCrossover};

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "uniform_some_arithmetic",
    about: "some weights at a given place between the parents, the others as in the first one",
    parameters: &[
        Parameter { name: "alpha", default: 0.5, range: (0.0, 1.0), about: "the share of the first parent" },
        Parameter {
            name: "probability",
            default: 0.5,
            range: (0.0, 1.0),
            about: "how many weights are mixed",
        },
    ],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let (alpha, probability) = (parameters[0], parameters[1]);
        mix(
            first,
            second,
            |a, b| {
                if coin(probability, context.random) { alpha * a + (1.0 - alpha) * b } else { a }
            },
        )
    },
};
