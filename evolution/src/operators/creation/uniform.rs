//! Every gene anywhere in its bounds.

use crate::genome::Weights;
use crate::operators::WeightsCreation;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCreation = WeightsCreation {
    name: "uniform",
    about: "every weight drawn evenly from [0, 1]",
    parameters: &[],
    weight: 1.0,
    apply: |context, _| {
        let genes = (0..context.space.genes()).map(|_| context.random.random()).collect();
        Weights::new(genes, context.space)
    },
};
