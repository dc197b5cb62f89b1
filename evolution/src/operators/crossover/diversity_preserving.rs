//! A branch is only exchanged for one that computes something else.

use super::subtree::{FUNCTIONS, swap};
use crate::operators::TreeCrossover;
use crate::operators::chance::one_of;
use crate::operators::shape::{Shape, draw_place};
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "diversity_preserving",
    about: "like subtree, but the branches compute different values on a few rows of the dataset, so that no child is its \
            parent in other words; like subtree without a dataset",
    parameters: &[FUNCTIONS],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let Some(probe) = context.probe else {
            return swap(context, parameters[0], first, second);
        };
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let place = draw_place(first.nodes(), parameters[0], context.random);
        let values = probe.values(receiver.branch(place));
        let budget = receiver.budget(place, context.space.limits);
        let different: Vec<usize> =
            donor.fitting(budget).filter(|&given| probe.values(donor.branch(given)) != values).collect();
        let given = one_of(different.into_iter(), context.random)?;
        Some(Tree::from_well_formed(receiver.with(place, donor.branch(given))))
    },
};
