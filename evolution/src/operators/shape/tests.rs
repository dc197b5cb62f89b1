use super::*;
use unstuck_core::language::{self, Op};

#[test]
fn a_shape_agrees_with_the_tree() {
    let nodes = [
        Node::Feature(0),
        Node::Number(2.0),
        Op::Less.node(),
        Node::Feature(1),
        Op::Abs.node(),
        Node::Number(1.0),
        Node::Number(3.0),
        Node::Feature(2),
        Node::Apply(Op::Max, 3),
        Op::If.node(),
    ];
    let shape = Shape::of(&nodes);
    let levels = shape.levels();
    for (place, &level) in levels.iter().enumerate() {
        let range = language::subtree(&nodes, place);
        assert_eq!(shape.range(place), range);
        assert_eq!(shape.extent(place).depth, language::depth(&nodes[range]));
        assert_eq!(shape.level(place), level);
    }
    assert_eq!(levels, [2, 2, 1, 2, 1, 2, 2, 2, 1, 0]);
    let budget = shape.budget(4, Limits { nodes: 12, depth: 5 });
    assert_eq!(budget, SizeBudget { kind: Kind::Real, max: Extent { nodes: 4, depth: 4 } });
    assert_eq!(shape.with(4, &nodes[7..8]).len(), nodes.len() - 1);
}
