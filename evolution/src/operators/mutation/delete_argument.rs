//! A body no longer reads an argument.

use super::called;
use crate::genome::applied;
use crate::operators::FunctionsMutation;
use crate::operators::chance::one_of;
use unstuck_core::language::{Node, Tree};

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "delete_argument",
    about: "a body reads another of its arguments, or a feature if it has no other, in place of an argument",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let function = called(context, parent)?;
        let read = |&argument: &usize| parent.reads(function, argument, space) > 0;
        let argument = one_of((0..space.arguments()).filter(read), context.random)?;
        let others = (0..space.arguments()).filter(|other| *other != argument).filter(read);
        let other = one_of(others, context.random).map(|other| space.read_argument(other));
        let mut body = parent.body(function).nodes().to_vec();
        for node in body.iter_mut().filter(|node| space.argument(**node) == Some(argument)) {
            let mut feature = || one_of(space.reals.iter(), context.random);
            *node = other.or_else(|| feature().map(|feature| Node::Feature(feature.index)))?;
        }
        let tree = parent.with_calls(space, |called, mut operands| {
            if called == function {
                operands[argument] = vec![Node::Number(1.0)];
            }
            applied(operands, space.call(called))
        })?;
        Some(parent.with(0, tree).with(1 + function, Tree::from_well_formed(body)))
    },
};
