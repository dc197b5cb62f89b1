//! Mutation of the breeder genetic algorithm (Mühlenbein and Schlierkamp-Voosen 1993): small steps often, large ones
//! seldom.

use super::change_one;
use crate::operators::chance::coin;
use crate::operators::{Parameter, WeightsMutation};
use unstuck_core::random::Stream;

/// A step is a sum of this many powers of two, each drawn with a chance of 1 ÷ this number.
const PRECISION: i32 = 16;

/// The operator.
pub static OPERATOR: WeightsMutation = WeightsMutation {
    name: "breeder",
    about: "about one weight moves up or down by a share of its range, small steps more often than large ones",
    parameters: &[Parameter {
        name: "interval",
        default: 0.1,
        range: (0.0, 1.0),
        about: "the largest single step, as a share of the range",
    }],
    weight: 1.0,
    apply: |context, parameters, parent| {
        let mut child = parent.clone();
        let genes = child.genes.len();
        let mut changed = false;
        for gene in &mut child.genes {
            if coin(1.0 / genes as f64, context.random) {
                *gene += parameters[0] * step(context.random);
                changed = true;
            }
        }
        if changed {
            return child;
        }
        change_one(parent, context.random, |gene, random| gene + parameters[0] * step(random))
    },
};

/// A step up or down, never 0.
fn step(random: &mut Stream) -> f64 {
    let mut step = 0.0;
    let mut power = 1.0;
    for _ in 0..PRECISION {
        if coin(1.0 / f64::from(PRECISION), random) {
            step += power;
        }
        power *= 0.5;
    }
    let step = if step == 0.0 { 2.0 * power } else { step };
    if coin(0.5, random) { step } else { -step }
}
