//! Steps by a polynomial distribution (Deb and Goyal 1996), in every gene.

use super::change_all;
use crate::operators::{Parameter, WeightsMutation};
use unstuck_core::random::{RngExt, Stream};

/// What can be set in both forms of this mutation.
pub(super) const PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "contiguity",
        default: 2.0,
        range: (0.0, 100.0),
        about: "larger values make steps smaller",
    },
    Parameter {
        name: "most",
        default: 1.0,
        range: (0.0, 1.0),
        about: "the largest step, as a share of the range",
    },
];

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "polynomial_all",
    about: "every weight moves by a polynomially distributed step",
    parameters: PARAMETERS,
    weight: 0.0,
    apply: |context, parameters, parent| change_all(parent, |gene| gene + step(parameters, context.random)),
};

/// A step between −`most` and `most`.
pub(super) fn step(parameters: &[f64], random: &mut Stream) -> f64 {
    let exponent = 1.0 / (parameters[0] + 1.0);
    let u: f64 = random.random();
    let share =
        if u < 0.5 { libm::pow(2.0 * u, exponent) - 1.0 } else { 1.0 - libm::pow(2.0 - 2.0 * u, exponent) };
    parameters[1] * share
}
