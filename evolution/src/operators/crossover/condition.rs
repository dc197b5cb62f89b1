//! A branch of a condition of one policy in a condition of the other.

use crate::operators::PolicyCrossover;
use crate::operators::chance::one_of;

/// The operator.
pub static OPERATOR: PolicyCrossover = PolicyCrossover {
    name: "condition",
    about: "a condition of the first parent is crossed with a condition of the second, by a crossover of trees",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, first, second| {
        let place = one_of(0..first.rules.len(), context.random)?;
        let other = one_of(second.rules.iter(), context.random)?;
        let condition = context.cross_trees(&first.rules[place].condition, &other.condition)?;
        let mut child = first.clone();
        child.rules[place].condition = condition;
        Some(child)
    },
};
