//! The normal form that grounding works on: rules with conjunctive bodies.

use super::bits::Bits;
use crate::ids::PredicateId;
use crate::syntax::tree::{Cost, Term};
use crate::task::PredicateKind;

/// A predicate with terms whose variables are slots of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct LiftedAtom {
    pub(super) predicate: PredicateId,
    pub(super) arguments: Vec<Term>,
}

/// An atom or its negation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LiftedLiteral {
    pub(super) positive: bool,
    pub(super) atom: LiftedAtom,
}

/// A conjunction.
#[derive(Debug, Clone, Default)]
pub(super) struct Body {
    pub(super) positive: Vec<LiftedAtom>,
    pub(super) negative: Vec<LiftedAtom>,
    pub(super) equal: Vec<(Term, Term)>,
    pub(super) unequal: Vec<(Term, Term)>,
    pub(super) universal: Vec<Universal>,
}

/// "For all values of the variables: if the guard holds, so does the consequence." The guard reads static predicates
/// only, so each ground instance is one literal or nothing; without a consequence the guard must not hold.
#[derive(Debug, Clone)]
pub(super) struct Universal {
    pub(super) variables: Vec<u32>,
    pub(super) guard: Body,
    pub(super) consequence: Option<LiftedLiteral>,
}

/// What a rule concludes.
#[derive(Debug, Clone)]
pub(super) enum Head {
    /// An operator of the schema.
    Action(usize),
    /// A derived atom.
    Axiom(LiftedAtom),
}

/// One disjunct of an action's precondition or of an axiom's body.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) head: Head,
    /// Parameters of the schema; they are the first slots.
    pub(super) parameters: usize,
    /// Slots that the body binds: parameters, then existential variables.
    pub(super) bound: usize,
    /// Objects that each slot may take. Slots from `bound` on belong to effects and universal conditions.
    pub(super) domains: Vec<Bits>,
    pub(super) body: Body,
    pub(super) effects: Vec<LiftedEffect>,
    pub(super) costs: Vec<Cost>,
}

/// An effect for all values of its variables for which its body holds.
#[derive(Debug, Clone)]
pub(super) struct LiftedEffect {
    pub(super) variables: Vec<u32>,
    pub(super) body: Body,
    pub(super) atom: LiftedAtom,
    pub(super) add: bool,
}

impl LiftedEffect {
    /// Whether it always happens, once.
    pub(super) fn is_plain(&self) -> bool {
        self.variables.is_empty() && self.body.is_empty()
    }
}

impl Body {
    pub(super) fn is_empty(&self) -> bool {
        self.positive.is_empty()
            && self.negative.is_empty()
            && self.equal.is_empty()
            && self.unequal.is_empty()
            && self.universal.is_empty()
    }
}

/// A predicate of the normal form: those of the domain, then introduced ones.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) arity: usize,
    pub(super) kind: PredicateKind,
    /// Layer of a derived predicate.
    pub(super) layer: u32,
}

impl Signature {
    pub(super) fn is_static(&self) -> bool {
        self.kind == PredicateKind::Static
    }

    pub(super) fn is_derived(&self) -> bool {
        matches!(self.kind, PredicateKind::Derived | PredicateKind::Introduced)
    }
}

/// A task in normal form.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) predicates: Vec<Signature>,
    pub(super) rules: Vec<Rule>,
    pub(super) goal: Body,
    /// Domains of the universal variables in the goal.
    pub(super) goal_domains: Vec<Bits>,
    pub(super) objects: usize,
}

/// The object of a term under a binding.
#[inline]
pub(super) fn value(term: Term, binding: &[u32]) -> u32 {
    match term {
        Term::Variable(slot) => binding[slot as usize],
        Term::Object(object) => object.0,
    }
}
