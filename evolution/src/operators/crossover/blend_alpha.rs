//! BLX-α (Eshelman and Schaffer 1993): between the parents or slightly beyond either.

use super::mix;
use crate::operators::{Parameter, WeightsCrossover};
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "blend_alpha",
    about: "every weight drawn evenly from the parents' interval, made longer on both sides",
    parameters: &[Parameter {
        name: "alpha",
        default: 0.5,
        range: (0.0, 10.0),
        about: "how much longer on each side, as a share of the interval",
    }],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let alpha = parameters[0];
        mix(first, second, |a, b| {
            let (low, high) = (a.min(b), a.max(b));
            let beyond = alpha * (high - low);
            low - beyond + context.random.random::<f64>() * (high - low + 2.0 * beyond)
        })
    },
};
