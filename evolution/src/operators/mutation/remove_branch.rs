//! A branch shrinks to a leaf.

use crate::genome::draw_compared_constants_in;
use crate::operators::TreeMutation;
use crate::operators::chance::one_of;
use crate::operators::creation::Grammar;
use crate::operators::shape::Shape;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "remove_branch",
    about: "a branch below the root gives way to a leaf, or to the smallest condition where there are no flags",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, parent| {
        let nodes = parent.nodes();
        let functions = (0..nodes.len() - 1).filter(|&place| nodes[place].arity() > 0);
        let place = one_of(functions, context.random)?;
        let shape = Shape::of(nodes);
        let grammar = Grammar::new(context.space);
        let (kind, extent) = (nodes[place].kind(), shape.extent(place));
        let min = grammar.min(kind);
        if extent.nodes <= min.nodes || extent.depth < min.depth {
            return None;
        }
        let mut branch = Vec::with_capacity(min.nodes);
        grammar.finish(kind, &mut branch, context.random);
        let mut child = shape.with(place, &branch);
        let start = shape.range(place).start;
        draw_compared_constants_in(context.space, &mut child, start..start + branch.len(), context.random);
        Some(Tree::from_well_formed(child))
    },
};
