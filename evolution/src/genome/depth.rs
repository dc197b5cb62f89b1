//! The depth of a tree, which every child is asked for.

use unstuck_core::language::Tree;

/// The depth of a tree, without an allocation for those of common size.
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
    use super::depth;
    use unstuck_core::language::{Node, Op, Tree};

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
