//! A normal number is added to every gene.

use super::change_all;
use crate::operators::{Parameter, WeightsMutation, chance};

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "normal",
    about: "every weight moves by a normal number",
    parameters: &[Parameter { name: "sigma", default: 0.1, range: (0.0, 10.0), about: "the deviation" }],
    weight: 0.0,
    apply: |context, parameters, parent| {
        change_all(parent, |gene| gene + parameters[0] * chance::normal(context.random))
    },
};
