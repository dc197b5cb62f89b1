//! Trees of many depths, half of them grown, half of them full (Koza 1992).

use super::{Grammar, grow};
use crate::operators::chance::coin;
use crate::operators::{Parameter, TreeCreation};
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "ramped_half_and_half",
    about: "a depth drawn evenly, then grow or full by a coin",
    parameters: &[
        Parameter { name: "least", default: 2.0, range: (1.0, 100.0), about: "the smallest depth" },
        grow::DEPTH,
        grow::LEAVES,
    ],
    weight: 1.0,
    apply: |context, parameters, kind| {
        let (min, max) = (parameters[0] as usize, parameters[1] as usize);
        let max = max.min(context.space.limits.depth);
        let depth = if min < max { context.random.random_range(min..=max) } else { max };
        let leaves = if coin(0.5, context.random) { parameters[2] } else { 0.0 };
        grow::tree(&Grammar::new(context.space), kind, depth as f64, leaves, context.random)
    },
};
