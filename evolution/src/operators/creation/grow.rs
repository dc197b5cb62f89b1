//! Trees of any shape up to a depth (Koza 1992).
//!
//! Where a tree would have too many nodes, its branches get even shares of what is left.

use super::Grammar;
use crate::genome::draw_compared_constants;
use crate::operators::chance::coin;
use crate::operators::shape::Extent;
use crate::operators::{Parameter, TreeCreation};
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Tree};
use unstuck_core::random::Stream;

/// How deep a fresh tree is.
pub(super) const DEPTH: Parameter = Parameter {
    name: "depth",
    default: 6.0,
    range: (1.0, 100.0),
    about: "the nodes from the root to a leaf, at most",
};

/// How often a leaf is drawn where a function could be. Not the share of features among all symbols, as Koza has it: that
/// would leave hardly anything but leaves where a domain has many features.
pub(super) const LEAVES: Parameter = Parameter {
    name: "leaves",
    default: 0.3,
    range: (0.0, 1.0),
    about: "how often a leaf is drawn where a function could be",
};

/// The operator.
pub static OPERATOR: TreeCreation = TreeCreation {
    name: "grow",
    about: "functions and leaves mixed until the depth is reached",
    parameters: &[DEPTH, LEAVES],
    weight: 0.0,
    apply: |context, parameters, kind| {
        tree(&Grammar::new(context.space), kind, parameters[0], parameters[1], context.random)
    },
};

/// A tree up to a depth; the root is a function if one fits.
pub(super) fn tree(grammar: &Grammar<'_>, kind: Kind, depth: f64, leaves: f64, random: &mut Stream) -> Tree {
    let (min, limits) = (grammar.min(kind), grammar.space().limits);
    let max = Extent { nodes: limits.nodes, depth: limits.deepest().min((depth as usize).max(min.depth)) };
    let mut nodes = Vec::with_capacity(limits.nodes.min(64));
    branch(grammar, kind, max, 0.0, leaves, &mut nodes, random);
    draw_compared_constants(grammar.space(), &mut nodes, random);
    Tree::from_well_formed(nodes)
}

/// Adds a tree of a size for which there is room; `leaf` is the chance of a leaf at its root, `leaves` below.
pub fn branch(
    grammar: &Grammar<'_>,
    kind: Kind,
    max: Extent,
    leaf: f64,
    leaves: f64,
    nodes: &mut Vec<Node>,
    random: &mut Stream,
) {
    let function = if coin(leaf, random) { None } else { grammar.draw_function(kind, max, random) };
    let Some((op, arity)) = function else {
        return grammar.finish(kind, nodes, random);
    };
    let mut left = max.nodes - 1;
    // What the values still to come need at least.
    let mut reserved = grammar.min_of(op, arity).nodes - 1;
    for position in 0..arity {
        let kind = op.takes(position);
        let min = grammar.min(kind).nodes;
        reserved -= min;
        let share = (left / (arity - position)).max(min).min(left - reserved);
        let before = nodes.len();
        branch(grammar, kind, Extent { nodes: share, depth: max.depth - 1 }, leaves, leaves, nodes, random);
        left -= nodes.len() - before;
    }
    nodes.push(Node::Apply(op, arity as u8));
}
