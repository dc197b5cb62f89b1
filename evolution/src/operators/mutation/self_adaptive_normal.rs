//! A normal number is added to every gene, of a deviation that evolves with the genome (Beyer and Schwefel 2002).

use crate::genome::Weights;
use crate::operators::{Parameter, WeightsMutation, chance};

/// Steps are held within these, lest a lineage freeze or do nothing but jump.
const STEPS: (f64, f64) = (1e-5, 1.0);

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "self_adaptive_normal",
    about: "every weight moves by a normal number whose deviation is inherited and changes log-normally",
    parameters: &[Parameter {
        name: "rate",
        default: 1.0,
        range: (0.0, 10.0),
        about: "how fast the deviation changes, in units of one over the root of the number of weights",
    }],
    weight: 0.0,
    apply: |context, parameters, parent| {
        let tau = parameters[0] / (parent.genes.len().max(1) as f64).sqrt();
        let step = (parent.step * libm::exp(tau * chance::normal(context.random))).clamp(STEPS.0, STEPS.1);
        let gene = |gene: &f64| gene + step * chance::normal(context.random);
        Weights { genes: parent.genes.iter().map(gene).collect(), step }
    },
};
