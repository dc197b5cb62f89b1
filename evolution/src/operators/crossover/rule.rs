//! A rule of one policy in the place of a rule of the other.

use crate::operators::PolicyCrossover;
use crate::operators::chance::one_of;

/// The operator.
pub static OPERATOR: PolicyCrossover = PolicyCrossover {
    name: "rule",
    about: "a rule of the first parent gives way to a rule of the second; a parent without rules gets one",
    parameters: &[],
    weight: 1.0,
    apply: |context, _, first, second| {
        let given = one_of(second.rules.iter(), context.random)?;
        let mut child = first.clone();
        match one_of(0..first.rules.len(), context.random) {
            Some(place) if child.rules[place] == *given => return None,
            Some(place) => child.rules[place].clone_from(given),
            None => child.rules.push(given.clone()),
        }
        Some(child)
    },
};
