//! Negation normal form.

use super::rules::{LiftedAtom, LiftedLiteral};
use crate::syntax::tree::{Condition, ConditionKind, Term};

/// A condition in which only literals are negated.
#[derive(Debug, Clone)]
pub(super) enum Formula {
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Forall(Vec<u32>, Box<Formula>),
    Exists(Vec<u32>, Box<Formula>),
    Literal(LiftedLiteral),
    /// Whether the two terms shall be the same object or shall not.
    Equal(bool, Term, Term),
}

impl Formula {
    /// The negation normal form of a condition, or of its negation.
    pub(super) fn new(condition: &Condition, negated: bool) -> Self {
        let all = |parts: &[Condition]| parts.iter().map(|part| Self::new(part, negated)).collect();
        match &condition.kind {
            ConditionKind::And(parts) if negated => Self::Or(all(parts)),
            ConditionKind::And(parts) => Self::And(all(parts)),
            ConditionKind::Or(parts) if negated => Self::And(all(parts)),
            ConditionKind::Or(parts) => Self::Or(all(parts)),
            ConditionKind::Not(inner) => Self::new(inner, !negated),
            ConditionKind::Imply(premise, conclusion) => {
                let parts = vec![Self::new(premise, !negated), Self::new(conclusion, negated)];
                if negated { Self::And(parts) } else { Self::Or(parts) }
            }
            ConditionKind::Forall(range, body) | ConditionKind::Exists(range, body) => {
                let universal = matches!(condition.kind, ConditionKind::Forall(..));
                let body = Box::new(Self::new(body, negated));
                match universal != negated {
                    true => Self::Forall(range.clone().collect(), body),
                    false => Self::Exists(range.clone().collect(), body),
                }
            }
            ConditionKind::Atom(atom) => Self::Literal(LiftedLiteral {
                positive: !negated,
                atom: LiftedAtom { predicate: atom.predicate, arguments: atom.arguments.clone() },
            }),
            ConditionKind::Equal(left, right) => Self::Equal(!negated, *left, *right),
        }
    }

    /// Adds the variables that occur to `into`, except those that are quantified inside.
    pub(super) fn free(&self, into: &mut Vec<u32>) {
        let mut note = |term: &Term| {
            if let Term::Variable(slot) = term
                && !into.contains(slot)
            {
                into.push(*slot);
            }
        };
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.free(into)),
            Self::Forall(bound, body) | Self::Exists(bound, body) => {
                let mut inner = Vec::new();
                body.free(&mut inner);
                inner.retain(|slot| !bound.contains(slot));
                inner.iter().for_each(|&slot| note(&Term::Variable(slot)));
            }
            Self::Literal(literal) => literal.atom.arguments.iter().for_each(note),
            Self::Equal(_, left, right) => {
                note(left);
                note(right);
            }
        }
    }
}
