//! SBX (Deb and Agrawal 1995): as near to the parents as single-point crossover of bits would be.

use super::mix;
use crate::operators::chance::coin;
use crate::operators::{Parameter, WeightsCrossover};
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "simulated_binary",
    about: "half of the weights near one parent's, by a distribution like that of crossing bits; the others as in the first parent",
    parameters: &[Parameter {
        name: "contiguity",
        default: 2.0,
        range: (0.0, 100.0),
        about: "larger values keep children nearer to their parents",
    }],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let exponent = 1.0 / (parameters[0] + 1.0);
        // A single gene is always crossed: else half of the children would be copies.
        let share = if first.genes.len() == 1 { 1.0 } else { 0.5 };
        mix(first, second, |a, b| {
            if !coin(share, context.random) {
                return a;
            }
            let u: f64 = context.random.random();
            let spread = libm::pow(if u <= 0.5 { 2.0 * u } else { 0.5 / (1.0 - u) }, exponent);
            let offset = 0.5 * spread * (a - b);
            0.5 * (a + b) + if coin(0.5, context.random) { offset } else { -offset }
        })
    },
};
