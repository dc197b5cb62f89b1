//! Branches are exchanged the more often, the nearer the ranges of what they compute (Bongard 2010).

use super::subtree::{FUNCTIONS, swap};
use crate::operators::TreeCrossover;
use crate::operators::chance::weighted;
use crate::operators::shape::{Shape, draw_place};
use unstuck_core::language::Tree;

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
        let Some(probe) = context.probe else {
            return swap(context, parameters[0], first, second);
        };
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let place = draw_place(first.nodes(), parameters[0], context.random);
        let old = receiver.branch(place);
        let (low, high) = range(&probe.values(old));
        let budget = receiver.budget(place, context.space.limits);
        let shares: Vec<(usize, f64)> = donor
            .fitting(budget)
            .filter(|&given| donor.branch(given) != old)
            .map(|given| {
                let (other_low, other_high) = range(&probe.values(donor.branch(given)));
                let distance = 0.5 * ((high - other_high).abs() + (low - other_low).abs());
                (given, (distance + NEAREST).recip())
            })
            .collect();
        let given = weighted(&shares, |(_, share)| *share, context.random)?.0;
        Some(Tree::from_well_formed(receiver.with(place, donor.branch(given))))
    },
};

/// The smallest and the largest value.
fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::MAX, f64::MIN), |(low, high), &value| (low.min(value), high.max(value)))
}
