//! Terms in the words of another domain.

use super::matching::{Mapping, Sort};
use crate::lifted::term::{Concept, Role, Term};
use unstuck_pddl::ids::{PredicateId, SchemaId};

/// The action that a term names.
pub fn schemas_of(term: &Term) -> Option<SchemaId> {
    match term {
        Term::Relaxed(schema) | Term::Last(schema) => Some(*schema),
        _ => None,
    }
}

/// The predicates that a term names.
pub fn predicates_of(term: &Term) -> Vec<PredicateId> {
    let mut found = Vec::new();
    match term {
        Term::Atoms(id) | Term::Unmet(id) | Term::Met(id) => found.push(*id),
        Term::Relaxed(_) | Term::Last(_) => {}
        Term::Count(concept) | Term::Any(concept) => concepts(concept, &mut found),
        Term::Far(from, along, to, through) => {
            [Some(from), Some(to), through.as_ref()]
                .into_iter()
                .flatten()
                .for_each(|one| concepts(one, &mut found));
            roles(along, &mut found);
        }
    }
    found
}

fn concepts(concept: &Concept, found: &mut Vec<PredicateId>) {
    match concept {
        Concept::Object | Concept::Type(_) => {}
        Concept::Holds(id) | Concept::Goal(id) | Concept::Argument(id, _) => found.push(*id),
        Concept::Not(inner) => concepts(inner, found),
        Concept::And(a, b) => {
            concepts(a, found);
            concepts(b, found);
        }
        Concept::Some(along, inner) | Concept::Only(along, inner) => {
            roles(along, found);
            concepts(inner, found);
        }
        Concept::Same(a, b) => {
            roles(a, found);
            roles(b, found);
        }
    }
}

fn roles(of: &Role, found: &mut Vec<PredicateId>) {
    match of {
        Role::Holds(id) | Role::Goal(id) | Role::Arguments(id, ..) => found.push(*id),
        Role::Inverse(inner) | Role::Plus(inner) => roles(inner, found),
        Role::And(a, b) | Role::Or(a, b) | Role::Then(a, b) => {
            roles(a, found);
            roles(b, found);
        }
    }
}

/// The term in the other domain's words; the error says what has no counterpart.
pub fn renamed(term: &Term, by: &Mapping<'_>) -> Result<Term, String> {
    let missing = || "a name that it reads has no counterpart".to_owned();
    let predicate = |id: PredicateId| match by.image(id) {
        Some((image, _)) => Ok(*image),
        None => match by.sort(Sort::Predicate(id)) {
            Some(Sort::Predicate(image)) => Ok(image),
            _ => Err(missing()),
        },
    };
    Ok(match term {
        Term::Atoms(id) => Term::Atoms(predicate(*id)?),
        Term::Unmet(id) => Term::Unmet(predicate(*id)?),
        Term::Met(id) => Term::Met(predicate(*id)?),
        Term::Relaxed(id) => Term::Relaxed(by.schema(*id).ok_or_else(missing)?),
        Term::Last(id) => Term::Last(by.schema(*id).ok_or_else(missing)?),
        Term::Count(inner) => Term::Count(concept(inner, by).ok_or_else(missing)?),
        Term::Any(inner) => Term::Any(concept(inner, by).ok_or_else(missing)?),
        Term::Far(from, along, to, through) => {
            let one = |inner: &Concept| concept(inner, by).ok_or_else(missing);
            let along = role(along, by).ok_or_else(missing)?;
            Term::Far(one(from)?, along, one(to)?, through.as_ref().map(one).transpose()?)
        }
    })
}

fn concept(of: &Concept, by: &Mapping<'_>) -> Option<Concept> {
    let boxed = |inner: &Concept| concept(inner, by).map(Box::new);
    let sorted = |sort: Sort| {
        Some(match by.sort(sort)? {
            Sort::Type(id) if id.index() == 0 => Concept::Object,
            Sort::Type(id) => Concept::Type(id),
            Sort::Predicate(id) => Concept::Holds(id),
        })
    };
    Some(match of {
        Concept::Object => Concept::Object,
        Concept::Type(id) => sorted(Sort::Type(*id))?,
        Concept::Holds(id) => match by.image(*id) {
            Some((image, _)) => Concept::Holds(*image),
            None => sorted(Sort::Predicate(*id))?,
        },
        Concept::Goal(id) => Concept::Goal(by.image(*id)?.0),
        Concept::Argument(id, at) => {
            let (image, places) = by.image(*id)?;
            Concept::Argument(*image, places[usize::from(*at)])
        }
        Concept::Not(inner) => Concept::Not(boxed(inner)?),
        Concept::And(a, b) => Concept::And(boxed(a)?, boxed(b)?),
        Concept::Some(along, inner) => Concept::Some(role(along, by)?.into(), boxed(inner)?),
        Concept::Only(along, inner) => Concept::Only(role(along, by)?.into(), boxed(inner)?),
        Concept::Same(a, b) => Concept::Same(role(a, by)?.into(), role(b, by)?.into()),
    })
}

fn role(of: &Role, by: &Mapping<'_>) -> Option<Role> {
    let inverted =
        |role: Role, places: &[u8]| if places == [0, 1] { role } else { Role::Inverse(role.into()) };
    Some(match of {
        Role::Holds(id) => {
            let (image, places) = by.image(*id)?;
            inverted(Role::Holds(*image), places)
        }
        Role::Goal(id) => {
            let (image, places) = by.image(*id)?;
            inverted(Role::Goal(*image), places)
        }
        Role::Arguments(id, i, j) => {
            let (image, places) = by.image(*id)?;
            Role::Arguments(*image, places[usize::from(*i)], places[usize::from(*j)])
        }
        // Twice the other way round is the way it was.
        Role::Inverse(inner) => match role(inner, by)? {
            Role::Inverse(inner) => *inner,
            inner => Role::Inverse(inner.into()),
        },
        Role::Plus(inner) => Role::Plus(role(inner, by)?.into()),
        Role::And(a, b) => Role::And(role(a, by)?.into(), role(b, by)?.into()),
        Role::Or(a, b) => Role::Or(role(a, by)?.into(), role(b, by)?.into()),
        Role::Then(a, b) => Role::Then(role(a, by)?.into(), role(b, by)?.into()),
    })
}
