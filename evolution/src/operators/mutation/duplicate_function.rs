//! A function gets a copy, which some of its calls take.

use crate::genome::applied;
use crate::operators::FunctionsMutation;
use crate::operators::chance::{coin, one_of};

/// The operator.
pub static OPERATOR: FunctionsMutation = FunctionsMutation {
    name: "duplicate_function",
    about: "a function that is not called becomes a copy of one that is called more than once, and takes some of its calls",
    parameters: &[],
    weight: 0.0,
    apply: |context, _, parent| {
        let space = context.space;
        let functions = 0..space.branches.len() - 1;
        let calls = |function: usize| parent.calls(function, space);
        let from = one_of(functions.clone().filter(|&function| calls(function) > 1), context.random)?;
        let to = one_of(functions.filter(|&function| calls(function) == 0), context.random)?;
        let tree = parent.with_calls(space, |function, operands| {
            let moves = function == from && coin(0.5, context.random);
            applied(operands, space.call(if moves { to } else { function }))
        })?;
        let child = parent.with(0, tree).with(1 + to, parent.body(from).clone());
        (child.calls(from, space) > 0 && child.calls(to, space) > 0).then_some(child)
    },
};
