//! A branch goes where it does best (Majeed and Ryan 2006).

use super::subtree::{FUNCTIONS, best_of, swap};
use crate::operators::TreeCrossover;
use crate::operators::shape::{Shape, draw_place};
use unstuck_core::feature::Kind;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "context_aware",
    about: "a branch of the second parent at that place of the first, of all where it fits, where a few rows of the \
            dataset find it best; like subtree without a dataset and in conditions",
    parameters: &[FUNCTIONS],
    weight: 1.0,
    apply: |context, parameters, first, second| {
        let Some(probe) = context.probe.filter(|_| first.kind() == Kind::Real) else {
            return swap(context, parameters[0], first, second);
        };
        let (receiver, donor) = (Shape::of(first.nodes()), Shape::of(second.nodes()));
        let given = draw_place(second.nodes(), parameters[0], context.random);
        let (branch, extent) = (donor.branch(given), donor.extent(given));
        let mut children = Vec::with_capacity(first.nodes().len());
        for (place, level) in receiver.levels().into_iter().enumerate() {
            let budget = receiver.budget_at(place, level, context.space.limits);
            let fits = budget.kind == second.nodes()[given].kind()
                && extent.nodes <= budget.max.nodes
                && extent.depth <= budget.max.depth;
            if fits && branch != receiver.branch(place) {
                children.push(Tree::from_well_formed(receiver.with(place, branch)));
            }
        }
        best_of(children, probe)
    },
};
