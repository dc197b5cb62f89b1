//! Added atoms that a deleted one pays for.

use super::Candidate;
use super::unify::{Instance, Unifier, renamed};
use crate::ground::rules::{Body, LiftedAtom, LiftedEffect, Rule};
use crate::syntax::tree::Term;

impl Candidate {
    /// An added atom that may increase the number of true atoms of its instance.
    pub(super) fn unbalanced<'r>(&self, rule: &'r Rule) -> Option<&'r LiftedEffect> {
        rule.effects.iter().filter(|effect| effect.add).find(|effect| {
            let Some(part) = self.part(effect.atom.predicate.index()) else { return false };
            let mut unifier = Unifier::new(rule);
            effect.body.equal.iter().for_each(|&(left, right)| unifier.equate(left, right));
            let bodies = [&rule.body, &effect.body];
            let key = self.key(part, &effect.atom);
            if holds(&effect.atom, &bodies, &unifier)
                || !unifier.is_consistent(&bodies, &[&effect.atom], (self, &key))
            {
                return false;
            }
            !rule.effects.iter().any(|other| !other.add && self.pays(rule, effect, other, &key, &unifier))
        })
    }

    /// Whether the deleted atom is one of the same instance, was true, and stays deleted.
    fn pays(
        &self,
        rule: &Rule,
        added: &LiftedEffect,
        deleted: &LiftedEffect,
        key: &[Term],
        unifier: &Unifier<'_>,
    ) -> bool {
        let Some(part) = self.part(deleted.atom.predicate.index()) else { return false };
        if !deleted.body.universal.is_empty() {
            return false;
        }
        let deleted = renamed(deleted, rule);
        let mut matcher = Matcher { rule, unifier, free: &deleted.variables, values: Vec::new() };
        let fits = self
            .key(part, &deleted.atom)
            .into_iter()
            .zip(key)
            .all(|(term, &wanted)| matcher.unify(term, wanted));
        if !fits {
            return false;
        }
        let bodies = [&rule.body, &added.body];
        let was_true =
            bodies.iter().flat_map(|body| &body.positive).filter(|a| a.predicate == deleted.atom.predicate);
        was_true.into_iter().any(|true_atom| {
            let mut matcher = Matcher { values: matcher.values.clone(), ..matcher };
            let pairs = deleted.atom.arguments.iter().zip(&true_atom.arguments);
            pairs.into_iter().all(|(&term, &wanted)| matcher.unify(term, wanted))
                && matcher.implied(&deleted.body, &bodies)
                && !added_again(rule, added, true_atom, (self, key))
        })
    }
}

/// Whether a body requires the atom to be true.
fn holds(atom: &LiftedAtom, bodies: &[&Body], unifier: &Unifier<'_>) -> bool {
    bodies.iter().any(|body| body.positive.iter().any(|other| unifier.same_atom(atom, other)))
}

/// Whether another effect, or another instance of the same one, may add the deleted atom again.
fn added_again(rule: &Rule, added: &LiftedEffect, deleted: &LiftedAtom, instance: Instance<'_>) -> bool {
    rule.effects.iter().filter(|effect| effect.add && effect.atom.predicate == deleted.predicate).any(
        |effect| {
            // For the same instance of the same effect, the added atom was true before: nothing increases.
            if std::ptr::eq(effect, added) && effect.variables.is_empty() {
                return false;
            }
            let effect = renamed(effect, rule);
            let mut unifier = Unifier::new(rule);
            added
                .body
                .equal
                .iter()
                .chain(&effect.body.equal)
                .for_each(|&(left, right)| unifier.equate(left, right));
            for (&left, &right) in effect.atom.arguments.iter().zip(&deleted.arguments) {
                unifier.equate(left, right);
            }
            unifier.is_consistent(&[&rule.body, &added.body, &effect.body], &[&added.atom], instance)
        },
    )
}

/// Matches terms of a deleted effect, whose own variables may take any value, with terms of the rule.
struct Matcher<'a> {
    rule: &'a Rule,
    unifier: &'a Unifier<'a>,
    free: &'a [u32],
    values: Vec<(u32, Term)>,
}

impl Matcher<'_> {
    fn unify(&mut self, term: Term, wanted: Term) -> bool {
        let wanted = self.unifier.resolve(wanted);
        match term {
            Term::Variable(slot) if self.free.contains(&slot) => {
                match self.values.iter().find(|v| v.0 == slot) {
                    Some(&(_, value)) => value == wanted,
                    None => {
                        self.values.push((slot, wanted));
                        self.covers(slot, wanted)
                    }
                }
            }
            other => self.unifier.resolve(other) == wanted,
        }
    }

    /// Whether the variable of the effect takes all values that the term can have.
    fn covers(&self, slot: u32, term: Term) -> bool {
        let domains = &self.rule.domains;
        let domain = &domains[slot as usize % domains.len()];
        match term {
            Term::Variable(other) => domains[other as usize % domains.len()].is_subset(domain),
            Term::Object(object) => domain.has(object),
        }
    }

    fn value(&self, term: Term) -> Option<Term> {
        match term {
            Term::Variable(slot) if self.free.contains(&slot) => {
                self.values.iter().find(|v| v.0 == slot).map(|v| v.1)
            }
            other => Some(self.unifier.resolve(other)),
        }
    }

    /// Whether the condition of the deleted effect follows from bodies that hold.
    fn implied(&self, body: &Body, known: &[&Body]) -> bool {
        let same = |a: &LiftedAtom, b: &LiftedAtom| {
            a.predicate == b.predicate
                && a.arguments
                    .iter()
                    .zip(&b.arguments)
                    .all(|(&x, &y)| self.value(x) == Some(self.unifier.resolve(y)))
        };
        let pair = |a: &(Term, Term), b: &(Term, Term)| {
            let (x, y) = (self.value(a.0), self.value(a.1));
            let (u, v) = (Some(self.unifier.resolve(b.0)), Some(self.unifier.resolve(b.1)));
            (x == u && y == v) || (x == v && y == u)
        };
        body.positive.iter().all(|a| known.iter().any(|k| k.positive.iter().any(|b| same(a, b))))
            && body.negative.iter().all(|a| known.iter().any(|k| k.negative.iter().any(|b| same(a, b))))
            && body.equal.iter().all(|a| self.value(a.0).is_some() && self.value(a.0) == self.value(a.1))
            && body.unequal.iter().all(|a| known.iter().any(|k| k.unequal.iter().any(|b| pair(a, b))))
    }
}
