//! A branch of the tree becomes a function.

use crate::operators::FunctionsMutation;
use crate::operators::chance::one_of;
use crate::operators::shape::Shape;
use std::ops::Range;
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Tree};
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "create_function",
    about: "a branch of the tree becomes the body of a function that is not called; branches below it become its operands",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let idle = (1..space.branches.len()).map(|branch| branch - 1);
        let function = one_of(idle.filter(|&function| parent.calls(function, space) == 0), context.random)?;
        let nodes = parent.branches[0].nodes();
        let shape = Shape::of(nodes);
        let inner = |&place: &usize| nodes[place].arity() > 0 && nodes[place].kind() == Kind::Real;
        let place = one_of((0..nodes.len()).filter(inner), context.random)?;
        let branch = shape.range(place);
        let arguments = space.arguments();
        let mut operands: Vec<Range<usize>> = Vec::new();
        for _ in 0..context.random.random_range(0..=arguments) {
            let is_free = |&below: &usize| {
                let range = shape.range(below);
                nodes[below].kind() == Kind::Real
                    && operands.iter().all(|taken| taken.end <= range.start || range.end <= taken.start)
            };
            let Some(below) = one_of((branch.start..place).filter(is_free), context.random) else { break };
            operands.push(shape.range(below));
        }
        let mut body = Vec::new();
        let mut next = branch.start;
        while next < branch.end {
            match operands.iter().position(|operand| operand.start == next) {
                Some(argument) => {
                    body.push(space.read_argument(argument));
                    next = operands[argument].end;
                }
                // Bodies cannot call.
                None if space.called(nodes[next]).is_some() => return None,
                None => {
                    body.push(nodes[next]);
                    next += 1;
                }
            }
        }
        let mut call: Vec<Node> =
            operands.iter().flat_map(|operand| &nodes[operand.clone()]).copied().collect();
        call.extend(std::iter::repeat_n(Node::Number(1.0), arguments - operands.len()));
        call.push(space.call(function));
        let tree = Tree::from_well_formed(shape.with(place, &call));
        Some(parent.with(0, tree).with(1 + function, Tree::from_well_formed(body)))
    },
};
