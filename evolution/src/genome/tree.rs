//! Trees: their constants, where a number that is compared with a feature comes from that feature's range; and their
//! depths.

use super::space::Space;
use std::ops::Range;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Op, Tree, tree::subtree};
use unstuck_core::random::{RngExt, Stream};

/// A constant for any place.
pub fn draw_constant(space: &Space, random: &mut Stream) -> f64 {
    between(space.constants, random)
}

/// A number of a range.
fn between((low, high): (f64, f64), random: &mut Stream) -> f64 {
    if low < high { random.random_range(low..=high) } else { low }
}

/// The range that a constant at a place is drawn from: that of the feature it is compared with, or the usual one.
pub fn constant_range(space: &Space, nodes: &[Node], place: usize) -> (f64, f64) {
    compared_with(nodes, place)
        .and_then(|index| space.real(index))
        .map_or(space.constants, |terminal| terminal.range)
}

/// Draws the constants anew that are compared with a feature; for trees that were just made.
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

/// The depth of a tree, without an allocation for those of usual size.
pub(super) fn depth(tree: &Tree) -> usize {
    // No more values wait for their operation than there are nodes.
    let mut waiting = [0_u8; 128];
    if tree.size() > waiting.len() {
        return tree.depth();
    }
    let mut count = 0;
    for node in tree.nodes() {
        let below = count - node.arity();
        let deepest = waiting[below..count].iter().copied().max().unwrap_or(0);
        waiting[below] = deepest + 1;
        count = below + 1;
    }
    waiting[0].into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_agree_with_the_language() {
        for terms in [1, 2, 5, 63, 64, 65, 150] {
            let mut nodes = vec![Node::Feature(0), Op::Abs.node()];
            nodes.extend((1..terms).flat_map(|_| [Node::Number(1.0), Op::Add.node()]));
            let tree = Tree::from_well_formed(nodes);
            assert_eq!((depth(&tree), tree.depth()), (terms + 1, terms + 1));
        }
    }
}
