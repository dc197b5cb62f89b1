//! Balanced trees (Burlacu et al. 2020): a size drawn evenly, reached level by level.

use super::Grammar;
use super::fill::{self, Next};
use crate::operators::TreeCreation;

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "balanced",
    about: "a size drawn evenly, places filled with functions level by level until it is reached",
    parameters: &[fill::SMALLEST, fill::LARGEST],
    weight: 0.0,
    apply: |context, parameters, kind| {
        fill::tree(&Grammar::new(context.space), kind, parameters, Next::Oldest, context.random)
    },
};
