//! Of all branches that fit a place, the one that does best there.

use super::subtree::{FUNCTIONS, swap};
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
        let mut best: Option<(f64, Tree)> = None;
        for given in donor.fitting(budget) {
            let branch = donor.branch(given);
            if branch == receiver.branch(place) {
                continue;
            }
            let child = Tree::from_well_formed(receiver.with(place, branch));
            let found = probe.error(&child);
            // What cannot be measured is worse than anything.
            let error = if found.is_nan() { f64::INFINITY } else { found };
            if best.as_ref().is_none_or(|(min, _)| error < *min) {
                best = Some((error, child));
            }
        }
        best.map(|(_, child)| child)
    },
};
