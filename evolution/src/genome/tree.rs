//! The constants of trees: a number that is compared with a feature comes from that feature's range.

use super::space::Space;
use std::ops::Range;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Op, subtree};
use unstuck_core::random::{RngExt, Stream};

/// A constant for any place.
pub fn draw_constant(space: &Space, random: &mut Stream) -> f64 {
    between(space.constants, random)
}

/// A number of a range.
fn between((low, high): (f64, f64), random: &mut Stream) -> f64 {
    if low < high { random.random_range(low..=high) } else { low }
}

/// The range that a constant at a place is drawn from: that of the feature it is compared with, or that of the space.
pub fn constant_range(space: &Space, nodes: &[Node], place: usize) -> (f64, f64) {
    compared_with(nodes, place)
        .and_then(|index| space.real(index))
        .map_or(space.constants, |terminal| terminal.range)
}

/// Draws the constants that are compared with a feature from its range; for trees that were just made.
pub fn draw_compared_constants(space: &Space, nodes: &mut [Node], random: &mut Stream) {
    draw_compared_constants_in(space, nodes, 0..nodes.len(), random);
}

/// The same for a part of a tree; for branches that were just made.
pub fn draw_compared_constants_in(
    space: &Space,
    nodes: &mut [Node],
    part: Range<usize>,
    random: &mut Stream,
) {
    for place in part {
        if matches!(nodes[place], Node::Number(_)) && compared_with(nodes, place).is_some() {
            nodes[place] = Node::Number(between(constant_range(space, nodes, place), random));
        }
    }
}

/// The feature that a leaf is compared with.
fn compared_with(nodes: &[Node], place: usize) -> Option<u16> {
    let feature = |node: Option<&Node>| match node {
        Some(&Node::Feature(index)) => Some(index),
        _ => None,
    };
    // `constant feature <`: the leaf is the first value.
    if let (Some(index), true) = (feature(nodes.get(place + 1)), nodes.get(place + 2).is_some_and(compares)) {
        return Some(index);
    }
    // `feature constant <`: the leaf is the second.
    if nodes.get(place + 1).is_some_and(compares) && place > 0 {
        debug_assert_eq!(subtree(nodes, place), place..place + 1);
        return feature(nodes.get(place - 1));
    }
    None
}

fn compares(node: &Node) -> bool {
    matches!(node, Node::Apply(Op::Less | Op::LessEqual | Op::Greater | Op::GreaterEqual, _))
        && node.kind() == Kind::Bool
}
