//! Another symbol at one node.

use crate::genome::{Space, constant_range};
use crate::operators::TreeMutation;
use crate::operators::chance::{coin, one_of};
use crate::operators::creation::{CONSTANTS, draw_leaf};
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Op, Tree};
use unstuck_core::random::{RngExt, Stream};

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "change_node",
    about: "one function becomes another that takes and gives the same kinds, or one leaf becomes another",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, parent| {
        let place = context.random.random_range(0..parent.size());
        let old = parent.nodes()[place];
        let new = match old {
            Node::Apply(op, arity) => Node::Apply(like(context.space, op, arity, context.random)?, arity),
            _ => leaf(context.space, parent.nodes(), place, context.random),
        };
        if new == old {
            return None;
        }
        let mut nodes = parent.nodes().to_vec();
        nodes[place] = new;
        Some(Tree::from_well_formed(nodes))
    },
};

/// Another function with the same values.
fn like(space: &Space, old: Op, arity: u8, random: &mut Stream) -> Option<Op> {
    let arity = usize::from(arity);
    let same = |op: &Op| {
        *op != old
            && op.accepts(arity)
            && (0..arity).all(|position| op.takes(position) == old.takes(position))
    };
    one_of(space.functions_of(old.info().gives).filter(same), random)
}

/// A leaf for a place; constants in the range of what they are compared with.
fn leaf(space: &Space, nodes: &[Node], place: usize, random: &mut Stream) -> Node {
    let kind = nodes[place].kind();
    let constant = kind == Kind::Real && coin(CONSTANTS, random);
    match draw_leaf(space, kind, constant, random) {
        Node::Number(_) => {
            let (low, high) = constant_range(space, nodes, place);
            Node::Number(low + random.random::<f64>() * (high - low))
        }
        other => other,
    }
}
