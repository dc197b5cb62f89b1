//! A branch becomes the whole tree (Kinnear 1994).

use crate::operators::TreeMutation;
use crate::operators::chance::one_of;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "hoist",
    about: "the tree gives way to one of its own branches",
    parameters: &[],
    weight: 0.5,
    apply: |context, _, parent| {
        let (nodes, kind) = (parent.nodes(), parent.kind());
        let below = (0..nodes.len() - 1).filter(|&place| nodes[place].kind() == kind);
        let place = one_of(below, context.random)?;
        Some(Tree::from_well_formed(nodes[parent.subtree(place)].to_vec()))
    },
};
