//! Stratification of derived predicates.
//!
//! A predicate is above all predicates whose negation its axioms read, and not below those that they read. If such
//! an order exists, evaluating the strata in turn, each to its fixpoint, gives the meaning of the axioms.

use super::tree::{Condition, ConditionKind, Domain};
use crate::error::{Diagnostic, Place, quoted};
use crate::ids::PredicateId;

/// An axiom's head, a derived predicate of its body, whether it is read negated, and where.
type Reading = (PredicateId, PredicateId, bool, Place);

/// Sets the stratum of every derived predicate.
pub(super) fn stratify(domain: &mut Domain) -> Result<(), Diagnostic> {
    let mut readings: Vec<Reading> = Vec::new();
    for axiom in &domain.axioms {
        readings_of(domain, axiom.predicate, &axiom.body, false, &mut readings);
    }
    let derived = domain.predicates.iter().filter(|p| p.derived.is_some()).count() as u32;
    let mut strata: Vec<u32> = vec![0; domain.predicates.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for &(head, read, negated, place) in &readings {
            let least = strata[read.index()] + u32::from(negated);
            if least > derived {
                let name = quoted(&domain.predicate(head).name);
                return Err(Diagnostic::new(
                    place,
                    format!("the axioms of {name} depend on their own negation"),
                )
                .help("break the cycle, so that the negated predicate can be computed first"));
            }
            if strata[head.index()] < least {
                strata[head.index()] = least;
                changed = true;
            }
        }
    }
    for (predicate, stratum) in domain.predicates.iter_mut().zip(strata) {
        predicate.derived = predicate.derived.map(|_| stratum);
    }
    Ok(())
}

fn readings_of(domain: &Domain, head: PredicateId, body: &Condition, negated: bool, into: &mut Vec<Reading>) {
    match &body.kind {
        ConditionKind::And(parts) | ConditionKind::Or(parts) => {
            parts.iter().for_each(|part| readings_of(domain, head, part, negated, into));
        }
        ConditionKind::Not(inner) => readings_of(domain, head, inner, !negated, into),
        ConditionKind::Imply(premise, conclusion) => {
            readings_of(domain, head, premise, !negated, into);
            readings_of(domain, head, conclusion, negated, into);
        }
        ConditionKind::Forall(_, inner) | ConditionKind::Exists(_, inner) => {
            readings_of(domain, head, inner, negated, into);
        }
        ConditionKind::Atom(atom) if domain.predicate(atom.predicate).derived.is_some() => {
            into.push((head, atom.predicate, negated, atom.place));
        }
        ConditionKind::Atom(_) | ConditionKind::Equal(..) => {}
    }
}
