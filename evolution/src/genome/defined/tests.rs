use super::*;
use crate::genome::{Bounds, Form, Scale};

fn space(functions: usize, arguments: usize) -> Space {
    let space = Space {
        form: Form::Tree,
        names: vec!["a".into(), "b".into()],
        estimates: Vec::new(),
        signed: false,
        reals: (0..2).map(|index| Terminal { index, range: (0.0, 9.0) }).collect(),
        flags: Vec::new(),
        functions: vec![Op::Add, Op::Mul],
        constants: (0.0, 1.0),
        scale: Scale::Fixed,
        bounds: Bounds::Clamp,
        limits: Limits { nodes: 60, depth: 12 },
        search: None,
        attempts: None,
        branches: Vec::new(),
    };
    space.defining(Definitions { functions, arguments, limits: Limits { nodes: 9, depth: 4 } })
}

const A: Node = Node::Feature(0);
const B: Node = Node::Feature(1);
const FIRST: Node = Node::Feature(2);
const SECOND: Node = Node::Feature(3);

fn add() -> Node {
    Op::Add.node()
}

#[test]
fn calls_are_replaced_by_bodies() {
    let space = space(2, 2);
    let calls = &space.branches[0].functions[2..];
    assert_eq!(calls, [Op::Aq, Op::Root]);
    let [first, second] = [calls[0].node(), calls[1].node()];
    // function_1(a, function_2(b, 1)), with function_1 = second + second and function_2 = first * a.
    let main = Tree::from_well_formed(vec![A, B, Node::Number(1.0), second, first]);
    let twice = Tree::from_well_formed(vec![SECOND, SECOND, add()]);
    let times = Tree::from_well_formed(vec![FIRST, A, Op::Mul.node()]);
    let genome = Defined { branches: vec![main, twice, times] };
    assert_eq!(genome.check(&space), Ok(()));
    let wanted = [B, A, Op::Mul.node(), B, A, Op::Mul.node(), add()];
    let inlined = genome.inlined(&space);
    assert_eq!(inlined.nodes(), wanted);
    assert_eq!(Tree::new(wanted.to_vec()).as_ref(), Ok(&inlined));
    assert_eq!((genome.size(), genome.inlined_size(&space)), (11, 7));
}

#[test]
fn functions_without_arguments_are_leaves() {
    let space = space(2, 0);
    let main = Tree::from_well_formed(vec![FIRST, SECOND, add()]);
    let bodies = [Tree::from_well_formed(vec![A, B, add()]), Tree::number(3.0)];
    let genome = Defined { branches: [vec![main], bodies.to_vec()].concat() };
    assert_eq!(genome.check(&space), Ok(()));
    assert_eq!(genome.inlined(&space).nodes(), [A, B, add(), Node::Number(3.0), add()]);
}

#[test]
fn what_grows_beyond_a_text_is_refused() {
    let space = space(1, 1);
    let call = space.branches[0].functions[2].node();
    let nodes = |calls: usize| std::iter::once(A).chain(std::iter::repeat_n(call, calls)).collect();
    let twice = Tree::from_well_formed(vec![FIRST, FIRST, add()]);
    let genome = |calls| Defined { branches: vec![Tree::from_well_formed(nodes(calls)), twice.clone()] };
    assert_eq!((genome(10).inlined_size(&space), genome(10).check(&space)), (2_047, Ok(())));
    assert!(matches!(genome(11).check(&space), Err(Misfit::Large { nodes: 4_095, .. })));
    // A body cannot call, and the tree does not know the arguments.
    let own = Defined { branches: vec![Tree::number(1.0), Tree::from_well_formed(vec![A, call])] };
    assert_eq!(own.check(&space), Err(Misfit::Function("tanh")));
    let fewer = Defined { branches: vec![Tree::number(1.0)] };
    assert_eq!(fewer.check(&space), Err(Misfit::Branches { found: 1, wanted: 2 }));
    let lost = Defined { branches: vec![Tree::from_well_formed(vec![FIRST]), Tree::number(1.0)] };
    assert!(matches!(lost.check(&space), Err(Misfit::Feature(_))));
}

#[test]
fn only_words_that_call_are_respelled() {
    let words = [("aq", "function_1")];
    let text = "aq(aq, 2) + aquifer(1) + aq (3)";
    assert_eq!(respelled(text, words), "function_1(aq, 2) + aquifer(1) + aq (3)");
}
