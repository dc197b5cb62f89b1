//! A value of one policy mixed with a value of the other; the one otherwise takes part.

use crate::operators::PolicyCrossover;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: PolicyCrossover = PolicyCrossover {
    name: "value",
    about: "a value of the first parent is crossed with a value of the second, by a crossover of weights or trees",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, first, second| {
        let place = context.random.random_range(0..=first.rules.len());
        let other = context.random.random_range(0..=second.rules.len());
        let value = context.cross_values(first.value(place), second.value(other))?;
        let mut child = first.clone();
        *child.value_mut(place) = value;
        Some(child)
    },
};
