//! Two rules change places.

use crate::operators::PolicyMutation;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: PolicyMutation = PolicyMutation {
    name: "reorder",
    about: "two different rules change places",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, parent| {
        let rules = parent.rules.len();
        if rules < 2 {
            return None;
        }
        let first = context.random.random_range(0..rules);
        let second = (first + context.random.random_range(1..rules)) % rules;
        if parent.rules[first] == parent.rules[second] {
            return None;
        }
        let mut child = parent.clone();
        child.rules.swap(first, second);
        Some(child)
    },
};
