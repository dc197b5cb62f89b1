//! Probabilistic tree creation 2 (Luke 2000): a size drawn evenly, reached by filling random places.

use super::Grammar;
use super::fill::{self, Next};
use crate::operators::TreeCreation;

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "ptc2",
    about: "a size drawn evenly, random places filled with functions until it is reached",
    parameters: &[fill::SMALLEST, fill::LARGEST],
    weight: 0.0,
    apply: |context, parameters, kind| {
        fill::tree(&Grammar::new(context.space), kind, parameters, Next::Random, context.random)
    },
};
