//! Trees whose leaves lie at one depth, as far as the limits allow (Koza 1992).

use super::{Grammar, grow};
use crate::operators::TreeCreation;

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "full",
    about: "functions until the depth is reached, leaves there",
    parameters: &[grow::DEPTH],
    weight: 0.0,
    apply: |context, parameters, kind| {
        grow::tree(&Grammar::new(context.space), kind, parameters[0], 0.0, context.random)
    },
};
