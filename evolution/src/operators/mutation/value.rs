//! A value changes; the one otherwise takes part.

use crate::operators::PolicyMutation;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: PolicyMutation = PolicyMutation {
    name: "value",
    about: "one value changes, by a mutation of weights or trees",
    parameters: &[],
    weight: 2.0,
    apply: |context, _, parent| {
        let place = context.random.random_range(0..=parent.rules.len());
        let value = context.mutate_value(parent.value(place))?;
        let mut child = parent.clone();
        *child.value_mut(place) = value;
        Some(child)
    },
};
