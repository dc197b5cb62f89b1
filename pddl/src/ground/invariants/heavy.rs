//! Actions that add two atoms of an instance.

use super::Candidate;
use super::unify::{Unifier, renamed};
use crate::ground::rules::{LiftedEffect, Rule};

impl Candidate {
    /// Whether the action may make two different atoms of one instance true that were false.
    pub(super) fn is_too_heavy(&self, rule: &Rule) -> bool {
        let added: Vec<&LiftedEffect> = rule
            .effects
            .iter()
            .filter(|effect| effect.add && self.part(effect.atom.predicate.index()).is_some())
            .collect();
        (0..added.len()).any(|i| {
            let others = if added[i].variables.is_empty() { i + 1 } else { i };
            (others..added.len()).any(|j| self.both(rule, added[i], &renamed(added[j], rule)))
        })
    }

    fn both(&self, rule: &Rule, one: &LiftedEffect, two: &LiftedEffect) -> bool {
        let (Some(first), Some(second)) =
            (self.part(one.atom.predicate.index()), self.part(two.atom.predicate.index()))
        else {
            return false;
        };
        let mut unifier = Unifier::new(rule);
        for &(left, right) in one.body.equal.iter().chain(&two.body.equal) {
            unifier.equate(left, right);
        }
        let key = self.key(first, &one.atom);
        for (&left, right) in key.iter().zip(self.key(second, &two.atom)) {
            unifier.equate(left, right);
        }
        let bodies = [&rule.body, &one.body, &two.body];
        !unifier.same_atom(&one.atom, &two.atom)
            && unifier.is_consistent(&bodies, &[&one.atom, &two.atom], (self, &key))
    }
}
