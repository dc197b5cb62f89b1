//! An argument gets a copy, which the body reads in some of its places.

use super::called;
use crate::genome::applied;
use crate::operators::FunctionsMutation;
use crate::operators::chance::{coin, one_of};
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "duplicate_argument",
    about: "an argument that a body does not read becomes a copy of one that it reads more than once, in some of those places",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let function = called(context, parent)?;
        let reads = |argument: usize| parent.reads(function, argument, space);
        let arguments = 0..space.arguments();
        let from = one_of(arguments.clone().filter(|&argument| reads(argument) > 1), context.random)?;
        let to = one_of(arguments.filter(|&argument| reads(argument) == 0), context.random)?;
        let mut body = parent.body(function).nodes().to_vec();
        for node in body.iter_mut().filter(|node| space.argument(**node) == Some(from)) {
            if coin(0.5, context.random) {
                *node = space.read_argument(to);
            }
        }
        let tree = parent.with_calls(space, |other, mut operands| {
            if other == function {
                operands[to] = operands[from].clone();
            }
            applied(operands, space.call(other))
        })?;
        let child = parent.with(0, tree).with(1 + function, Tree::from_well_formed(body));
        let is_read = |argument| child.reads(function, argument, space) > 0;
        (is_read(from) && is_read(to)).then_some(child)
    },
};
