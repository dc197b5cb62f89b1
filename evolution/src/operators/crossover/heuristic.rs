//! From the worse parent through the better one and beyond (Wright 1991).

use super::{by_fitness, mix};
use crate::operators::WeightsCrossover;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: WeightsCrossover = WeightsCrossover {
    name: "heuristic",
    about: "the better parent, moved farther away from the worse one by a random share of their distance",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, first, second| {
        let (better, worse) = by_fitness(context, first, second);
        let share: f64 = context.random.random();
        mix(better, worse, |better, worse| better + share * (better - worse))
    },
};
