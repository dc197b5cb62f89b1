//! A fresh branch in the place of an old one.

use crate::genome::draw_compared_constants_in;
use crate::operators::creation::{Grammar, grow};
use crate::operators::shape::{Extent, Shape};
use crate::operators::{Parameter, TreeMutation};
use unstuck_core::language::Tree;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "replace_branch",
    about: "any branch gives way to a fresh one, grown within the limits",
    parameters: &[
        Parameter {
            name: "depth",
            default: 4.0,
            range: (1.0, 100.0),
            about: "the depth of the fresh branch, at most",
        },
        Parameter {
            name: "leaves",
            default: 0.3,
            range: (0.0, 1.0),
            about: "how often a leaf is drawn where a function could be",
        },
    ],
    weight: 1.0,
    apply: |context, parameters, parent| {
        let shape = Shape::of(parent.nodes());
        let place = context.random.random_range(0..parent.size());
        let budget = shape.budget(place, context.space.limits);
        let grammar = Grammar::new(context.space);
        let min = grammar.min(budget.kind);
        if budget.max.nodes < min.nodes || budget.max.depth < min.depth {
            return None;
        }
        let depth = (parameters[0] as usize).max(min.depth).min(budget.max.depth);
        let max = Extent { depth, ..budget.max };
        let mut branch = Vec::with_capacity(16);
        grow::branch(&grammar, budget.kind, max, parameters[1], parameters[1], &mut branch, context.random);
        if branch == shape.branch(place) {
            return None;
        }
        let mut child = shape.with(place, &branch);
        let start = shape.range(place).start;
        draw_compared_constants_in(context.space, &mut child, start..start + branch.len(), context.random);
        Some(Tree::from_well_formed(child))
    },
};
