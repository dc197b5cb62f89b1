//! Of all branches that fit a place, the one that does best there.

use super::subtree::{FUNCTIONS, best_of, swap};
use crate::operators::TreeCrossover;
use crate::operators::shape::{Shape, draw_place};
use unstuck_core::feature::Kind;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "deterministic_best",
    about: "at a place of the first parent that branch of the second, of all that fit, which a few rows of the dataset \
            find best; like subtree without a dataset and in conditions",
    parameters: &[FUNCTIONS],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let Some(probe) = context.probe.filter(|_| first.kind() == Kind::Real) else {
            return swap(context, parameters[0], first, second);
        };
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let place = draw_place(first.nodes(), parameters[0], context.random);
        let budget = receiver.budget_at(place, receiver.levels()[place], context.space.limits);
        let branches = donor.fitting(budget).map(|given| donor.branch(given));
        let others = branches.filter(|&branch| branch != receiver.branch(place));
        let children = others.map(|branch| Tree::from_well_formed(receiver.with(place, branch)));
        best_of(children.collect(), probe)
    },
};
