//! A branch of a body becomes an argument.

use super::called;
use crate::genome::{applied, expanded};
use crate::operators::FunctionsMutation;
use crate::operators::chance::one_of;
use crate::operators::shape::Shape;
use unstuck_core::feature::Kind;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "create_argument",
    about: "a branch of a function's body becomes an argument that the body does not read, and every call gets the branch",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let function = called(context, parent)?;
        let unread = |&argument: &usize| parent.reads(function, argument, space) == 0;
        let argument = one_of((0..space.arguments()).filter(unread), context.random)?;
        let nodes = parent.body(function).nodes();
        let shape = Shape::of(nodes);
        let fits =
            |&place: &usize| nodes[place].kind() == Kind::Real && space.argument(nodes[place]).is_none();
        let place = one_of((0..nodes.len() - 1).filter(fits), context.random)?;
        let body = Tree::from_well_formed(shape.with(place, &[space.read_argument(argument)]));
        let tree = parent.with_calls(space, |other, mut operands| {
            if other == function {
                operands[argument] = expanded(shape.branch(place), &operands, space);
            }
            applied(operands, space.call(other))
        })?;
        Some(parent.with(0, tree).with(1 + function, body))
    },
};
