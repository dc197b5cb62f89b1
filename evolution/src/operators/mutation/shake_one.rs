//! One constant moves.

use crate::genome::{Space, constant_range};
use crate::operators::chance::{self, one_of};
use crate::operators::{Parameter, TreeMutation};
use unstuck_core::language::{Node, Tree};
use unstuck_core::random::Stream;

/// How far constants move.
pub(super) const SHARE: Parameter = Parameter {
    name: "share",
    default: 0.1,
    range: (0.0, 10.0),
    about: "the deviation, as a share of the range that the constant is drawn from",
};

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "shake_one",
    about: "one constant moves by a normal number",
    parameters: &[SHARE],
    weight: 1.0,
    apply: |context, parameters, parent| {
        let nodes = parent.nodes();
        let constants = (0..nodes.len()).filter(|&place| matches!(nodes[place], Node::Number(_)));
        let place = one_of(constants, context.random)?;
        let moved = shaken(context.space, nodes, place, parameters[0], context.random)?;
        let mut nodes = nodes.to_vec();
        nodes[place] = moved;
        Some(Tree::from_well_formed(nodes))
    },
};

/// A constant elsewhere; `None` for other nodes, and where there is no range to move in.
pub(super) fn shaken(
    space: &Space,
    nodes: &[Node],
    place: usize,
    share: f64,
    random: &mut Stream,
) -> Option<Node> {
    let Node::Number(value) = nodes[place] else { return None };
    let (low, high) = constant_range(space, nodes, place);
    let moved = value + share * (high - low) * chance::normal(random);
    (moved != value && moved.is_finite()).then_some(Node::Number(moved))
}
