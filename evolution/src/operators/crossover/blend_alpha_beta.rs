//! BLX-α-β (Takahashi and Kita 2001): farther beyond the better parent than beyond the other.

use super::{by_fitness, mix};
use crate::operators::{Parameter, WeightsCrossover};
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "blend_alpha_beta",
    about: "every weight drawn evenly from the parents' interval, made longer on the better one's side by alpha, on the other by beta",
    parameters: &[
        Parameter {
            name: "alpha",
            default: 0.75,
            range: (0.0, 10.0),
            about: "how much longer beyond the better parent, as a share of the interval",
        },
        Parameter {
            name: "beta",
            default: 0.25,
            range: (0.0, 10.0),
            about: "how much longer beyond the other",
        },
    ],
    weight: 1.0,
    apply: |context, parameters, first, second| {
        let (alpha, beta) = (parameters[0], parameters[1]);
        let (better, worse) = by_fitness(context, first, second);
        mix(better, worse, |better, worse| {
            let across = worse - better;
            let from = better - alpha * across;
            from + context.random.random::<f64>() * (1.0 + alpha + beta) * across
        })
    },
};
