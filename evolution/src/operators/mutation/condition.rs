//! A condition changes.

use crate::operators::PolicyMutation;
use crate::operators::chance::one_of;

/// The operator.
pub static OPERATOR: PolicyMutation = PolicyMutation {
    name: "condition",
    about: "one condition changes, by a mutation of trees",
    parameters: &[],
    weight: 2.0,
    apply: |context, _, parent| {
        let place = one_of(0..parent.rules.len(), context.random)?;
        let condition = context.mutate_tree(&parent.rules[place].condition)?;
        let mut child = parent.clone();
        child.rules[place].condition = condition;
        Some(child)
    },
};
