//! Branches are exchanged for similar ones, by what they compute (Nguyen and others 2011).

use super::subtree::{FUNCTIONS, swap};
use crate::operators::chance::one_of;
use crate::operators::shape::{Shape, draw_place};
use crate::operators::{Parameter, TreeCrossover};
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "semantic_similarity",
    about: "like subtree, but the mean distance of what both branches compute on a few rows of the dataset lies between \
            two bounds; like subtree without a dataset",
    parameters: &[
        FUNCTIONS,
        Parameter { name: "from", default: 0.0001, range: (0.0, 1e9), about: "the smallest mean distance" },
        Parameter { name: "to", default: 10.0, range: (0.0, 1e9), about: "the largest mean distance" },
    ],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let &[functions, from, to] = parameters else { return None };
        let Some(probe) = context.probe else {
            return swap(context, functions, first, second);
        };
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let place = draw_place(first.nodes(), functions, context.random);
        let old = receiver.branch(place);
        let values = probe.values(old);
        let is_similar = |&given: &usize| {
            let others = probe.values(donor.branch(given));
            let total: f64 = values.iter().zip(others).map(|(value, other)| (value - other).abs()).sum();
            (from..=to).contains(&(total / values.len() as f64)) && donor.branch(given) != old
        };
        let similar: Vec<usize> =
            donor.fitting(receiver.budget(place, context.space.limits)).filter(is_similar).collect();
        let given = one_of(similar.into_iter(), context.random)?;
        Some(Tree::from_well_formed(receiver.with(place, donor.branch(given))))
    },
};
