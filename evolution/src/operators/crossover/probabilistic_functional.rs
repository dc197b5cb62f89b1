//! Branches are exchanged the more often, the nearer the ranges of what they compute (Bongard 2010).

use super::subtree::{FUNCTIONS, swap_by_values};
use crate::operators::TreeCrossover;
use crate::operators::chance::weighted;
use unstuck_core::language::Node;

/// What is added to a distance, so that equal ranges have a finite share.
const NEAREST: f64 = 1e-6;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "probabilistic_functional",
    about: "like subtree, but a branch of the second parent is drawn the more often, the nearer its smallest and largest \
            value on a few rows of the dataset are to those of the branch that goes; like subtree without a dataset",
    parameters: &[FUNCTIONS],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        swap_by_values(context, parameters[0], first, second, |probe, old, fitting, random| {
            let (low, high) = range(&probe.values(old));
            let share = |branch: &&[Node]| {
                let (other_low, other_high) = range(&probe.values(branch));
                let distance = 0.5 * ((high - other_high).abs() + (low - other_low).abs());
                (distance + NEAREST).recip()
            };
            let others = fitting.iter().filter(|branch| **branch != old);
            let shares: Vec<_> = others.map(|branch| (*branch, share(branch))).collect();
            weighted(&shares, |(_, share)| *share, random).map(|(branch, _)| *branch)
        })
    },
};

/// The smallest and the largest value.
fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)))
}
