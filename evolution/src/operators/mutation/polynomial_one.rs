//! A step by a polynomial distribution (Deb and Goyal 1996), in one gene.

use super::change_one;
use super::polynomial_all::{PARAMETERS, step};
use crate::operators::WeightsMutation;

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "polynomial_one",
    about: "one weight moves by a polynomially distributed step",
    parameters: PARAMETERS,
    weight: 1.0,
    apply: |context, parameters, parent| {
        change_one(parent, context.random, |gene, random| gene + step(parameters, random))
    },
};
