//! Steps anywhere at first, near at hand towards the end (Michalewicz 1999), in one gene.

use super::change_one;
use super::non_uniform_all::{DEPENDENCY, moved};
use crate::operators::WeightsMutation;

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "non_uniform_one",
    about: "one weight moves towards one of its bounds, less and less as the run proceeds",
    parameters: &[DEPENDENCY],
    weight: 0.0,
    apply: |context, parameters, parent| {
        let (progress, dependency) = (context.progress, parameters[0]);
        change_one(parent, context.random, |gene, random| moved(gene, progress, dependency, random))
    },
};
