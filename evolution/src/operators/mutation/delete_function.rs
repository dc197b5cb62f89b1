//! The calls of a function give way to its body.

use super::called;
use crate::genome::{applied, expanded};
use crate::operators::FunctionsMutation;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "delete_function",
    about: "every call of a function gives way to its body",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let function = called(context, parent)?;
        let body = parent.body(function).nodes();
        let tree = parent.with_calls(space, |other, operands| match other == function {
            true => expanded(body, &operands, space),
            false => applied(operands, space.call(other)),
        })?;
        Some(parent.with(0, tree).with(1 + function, Tree::number(1.0)))
    },
};
