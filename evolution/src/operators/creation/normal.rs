//! Genes around the middle of their bounds.

use crate::genome::Weights;
use crate::operators::{Parameter, WeightsCreation, chance};

/// The operator.
pub static OPERATOR: WeightsCreation = WeightsCreation {
    name: "normal",
    about: "every weight drawn normally around 0.5",
    parameters: &[Parameter { name: "sigma", default: 0.2, range: (0.0, 10.0), about: "the deviation" }],
    weight: 0.0,
    apply: |context, parameters| {
        let gene = |_| 0.5 + parameters[0] * chance::normal(context.random);
        let genes = (0..context.space.genes()).map(gene).collect();
        Weights::new(genes, context.space)
    },
};
