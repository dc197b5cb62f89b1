//! A fresh rule.

use crate::genome::Form;
use crate::operators::PolicyMutation;
use crate::operators::chance::coin;
use unstuck_core::random::RngExt;

/// The operator.
pub static OPERATOR: PolicyMutation = PolicyMutation {
    name: "rule",
    about: "a fresh rule in the place of another, or as the last one where more are allowed",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, parent| {
        let Form::Policy { rules: max, .. } = context.space.form else { return None };
        let rules = parent.rules.len();
        if rules.max(max) == 0 {
            return None;
        }
        let append = rules == 0 || rules < max && coin(0.5, context.random);
        let place = if append { rules } else { context.random.random_range(0..rules) };
        let fresh = context.create_rule();
        let mut child = parent.clone();
        match child.rules.get_mut(place) {
            Some(rule) if *rule == fresh => return None,
            Some(rule) => *rule = fresh,
            None => child.rules.push(fresh),
        }
        Some(child)
    },
};
