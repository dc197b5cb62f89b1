//! Lifted features as trees: terms over the predicates, types and action schemas of a domain.
//!
//! ```text
//! C = object | type:t | p | p! | p.i | not(C) | and(C, C) | some(R, C) | only(R, C) | same(R, R)
//! R = p | p! | p.i.j | inv(R) | plus(R) | and(R, R) | or(R, R) | then(R, R)
//! ```
//! A concept is a set of objects, a role a set of pairs. `p!` reads the goal instead of the state; arguments are
//! numbered from 1. `some(R, C)` are the objects with an R-successor in C, `only(R, C)` those with none outside of C,
//! `same(R, S)` those whose R-successors are their S-successors; `then(R, S)` leads by R and then by S.

use unstuck_pddl::ids::{PredicateId, SchemaId, TypeId};
use unstuck_pddl::syntax::tree::Domain;

/// A lifted feature.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// `count(p)`: the true atoms of a predicate.
    Atoms(PredicateId),
    /// `unmet(p)`: the goals of a predicate that do not hold.
    Unmet(PredicateId),
    /// `met(p)`: the goals of a predicate that hold.
    Met(PredicateId),
    /// `relaxed(a)`: the operators of a schema in the relaxed plan.
    Relaxed(SchemaId),
    /// `last(a)`: whether the last step is one of a schema.
    Last(SchemaId),
    /// `count(C)`: the objects in a concept.
    Count(Concept),
    /// `any(C)`: whether there are any.
    Any(Concept),
    /// `far(C, R, C)`: the length of a shortest path; the number of objects if there is none. `far(C, R, C, D)`: of those
    /// that enter objects of D only.
    Far(Concept, Role, Concept, Option<Concept>),
}

/// A set of objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Concept {
    /// All objects.
    Object,
    /// The objects of a type.
    Type(TypeId),
    /// The objects for which a predicate of one argument holds.
    Holds(PredicateId),
    /// The objects for which the goal asks for it.
    Goal(PredicateId),
    /// The objects that are an argument, from 0, of a true atom.
    Argument(PredicateId, u8),
    /// All others.
    Not(Box<Self>),
    /// Those in both.
    And(Box<Self>, Box<Self>),
    /// Those with a successor in the concept.
    Some(Box<Role>, Box<Self>),
    /// Those with no successor outside of the concept.
    Only(Box<Role>, Box<Self>),
    /// Those whose successors are the same by both roles.
    Same(Box<Role>, Box<Role>),
}

/// A set of pairs of objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Role {
    /// The pairs for which a predicate of two arguments holds.
    Holds(PredicateId),
    /// The pairs for which the goal asks for it.
    Goal(PredicateId),
    /// Two arguments, from 0, of the true atoms of a predicate.
    Arguments(PredicateId, u8, u8),
    /// The pairs the other way round.
    Inverse(Box<Self>),
    /// The transitive closure.
    Plus(Box<Self>),
    /// Those in both.
    And(Box<Self>, Box<Self>),
    /// Those in one of them.
    Or(Box<Self>, Box<Self>),
    /// A step of the first role and one of the second.
    Then(Box<Self>, Box<Self>),
}

impl Term {
    /// The canonical text.
    pub fn text(&self, domain: &Domain) -> String {
        let predicate = |id: PredicateId| &*domain.predicate(id).name;
        let schema = |id: SchemaId| &*domain.actions[id.index()].name;
        match self {
            Self::Atoms(p) => format!("count({})", predicate(*p)),
            Self::Unmet(p) => format!("unmet({})", predicate(*p)),
            Self::Met(p) => format!("met({})", predicate(*p)),
            Self::Relaxed(a) => format!("relaxed({})", schema(*a)),
            Self::Last(a) => format!("last({})", schema(*a)),
            Self::Count(concept) => format!("count({})", concept.text(domain)),
            Self::Any(concept) => format!("any({})", concept.text(domain)),
            Self::Far(from, role, to, through) => {
                let through = through.iter().map(|concept| format!(", {}", concept.text(domain)));
                let [from, to] = [from, to].map(|concept| concept.text(domain));
                format!("far({from}, {}, {to}{})", role.text(domain), through.collect::<String>())
            }
        }
    }

    /// What it means, in words.
    pub fn about(&self, domain: &Domain) -> String {
        let predicate = |id: &PredicateId| &domain.predicate(*id).name;
        let schema = |id: &SchemaId| &domain.actions[id.index()].name;
        match self {
            Self::Atoms(p) => format!("true atoms of {}", predicate(p)),
            Self::Unmet(p) => format!("goals of {} that do not hold", predicate(p)),
            Self::Met(p) => format!("goals of {} that hold", predicate(p)),
            Self::Relaxed(a) => format!("operators of {} in the relaxed plan", schema(a)),
            Self::Last(a) => format!("the last step is a {}", schema(a)),
            Self::Count(_) => "objects in the concept".to_owned(),
            Self::Any(_) => "an object is in the concept".to_owned(),
            Self::Far(..) => {
                "steps from one concept to another; the number of objects if there is no way".to_owned()
            }
        }
    }
}

impl Concept {
    /// The canonical text.
    pub fn text(&self, domain: &Domain) -> String {
        match self {
            Self::Object => "object".to_owned(),
            Self::Type(id) => format!("type:{}", domain.types.name(*id)),
            Self::Holds(p) => domain.predicate(*p).name.to_string(),
            Self::Goal(p) => format!("{}!", domain.predicate(*p).name),
            Self::Argument(p, i) => format!("{}.{}", domain.predicate(*p).name, i + 1),
            Self::Not(inner) => format!("not({})", inner.text(domain)),
            Self::And(a, b) => format!("and({})", sorted(a.text(domain), b.text(domain))),
            Self::Some(role, inner) => format!("some({}, {})", role.text(domain), inner.text(domain)),
            Self::Only(role, inner) => format!("only({}, {})", role.text(domain), inner.text(domain)),
            Self::Same(a, b) => format!("same({})", sorted(a.text(domain), b.text(domain))),
        }
    }

    /// The number of nodes.
    pub fn complexity(&self) -> usize {
        1 + match self {
            Self::Not(inner) => inner.complexity(),
            Self::And(a, b) => a.complexity() + b.complexity(),
            Self::Some(role, inner) | Self::Only(role, inner) => role.complexity() + inner.complexity(),
            Self::Same(a, b) => a.complexity() + b.complexity(),
            _ => 0,
        }
    }
}

impl Role {
    /// The canonical text.
    pub fn text(&self, domain: &Domain) -> String {
        match self {
            Self::Holds(p) => domain.predicate(*p).name.to_string(),
            Self::Goal(p) => format!("{}!", domain.predicate(*p).name),
            Self::Arguments(p, i, j) => format!("{}.{}.{}", domain.predicate(*p).name, i + 1, j + 1),
            Self::Inverse(inner) => format!("inv({})", inner.text(domain)),
            Self::Plus(inner) => format!("plus({})", inner.text(domain)),
            Self::And(a, b) => format!("and({})", sorted(a.text(domain), b.text(domain))),
            Self::Or(a, b) => format!("or({})", sorted(a.text(domain), b.text(domain))),
            Self::Then(a, b) => format!("then({}, {})", a.text(domain), b.text(domain)),
        }
    }

    /// The number of nodes.
    pub fn complexity(&self) -> usize {
        1 + match self {
            Self::Inverse(inner) | Self::Plus(inner) => inner.complexity(),
            Self::And(a, b) | Self::Or(a, b) | Self::Then(a, b) => a.complexity() + b.complexity(),
            _ => 0,
        }
    }
}

/// The arguments of what does not depend on their order.
fn sorted(a: String, b: String) -> String {
    if a <= b { format!("{a}, {b}") } else { format!("{b}, {a}") }
}
