//! Which variables of a rule must be equal, and whether they can be.

use super::Candidate;
use crate::ground::bits::Bits;
use crate::ground::rules::{Body, LiftedAtom, LiftedEffect, Rule};
use crate::syntax::tree::Term;

/// A candidate with values of its parameters.
pub(super) type Instance<'a> = (&'a Candidate, &'a [Term]);

/// Classes of equal terms over the slots of a rule. A second copy of every slot, shifted by their number, stands for
/// the variables of a second instance of an effect.
pub(super) struct Unifier<'r> {
    rule: &'r Rule,
    parents: Vec<u32>,
    constants: Vec<Option<u32>>,
    /// Whether two constants would have to be equal.
    failed: bool,
}

impl<'r> Unifier<'r> {
    /// The equalities of the rule's own body.
    pub(super) fn new(rule: &'r Rule) -> Self {
        let slots = 2 * rule.domains.len() as u32;
        let mut unifier = Self {
            rule,
            parents: (0..slots).collect(),
            constants: vec![None; slots as usize],
            failed: false,
        };
        rule.body.equal.iter().for_each(|&(left, right)| unifier.equate(left, right));
        unifier
    }

    fn root(&self, slot: u32) -> u32 {
        let mut at = slot;
        while self.parents[at as usize] != at {
            at = self.parents[at as usize];
        }
        at
    }

    /// A representative of the class of a term.
    pub(super) fn resolve(&self, term: Term) -> Term {
        match term {
            Term::Variable(slot) => {
                let root = self.root(slot);
                match self.constants[root as usize] {
                    Some(object) => Term::Object(crate::ids::ObjectId(object)),
                    None => Term::Variable(root),
                }
            }
            object => object,
        }
    }

    pub(super) fn equate(&mut self, left: Term, right: Term) {
        match (self.resolve(left), self.resolve(right)) {
            (Term::Variable(a), Term::Variable(b)) => self.parents[a as usize] = b,
            (Term::Variable(a), Term::Object(object)) | (Term::Object(object), Term::Variable(a)) => {
                self.constants[a as usize] = Some(object.0);
            }
            (Term::Object(a), Term::Object(b)) => self.failed |= a != b,
        }
    }

    pub(super) fn same_atom(&self, a: &LiftedAtom, b: &LiftedAtom) -> bool {
        a.predicate == b.predicate
            && a.arguments.iter().zip(&b.arguments).all(|(&x, &y)| self.resolve(x) == self.resolve(y))
    }

    /// Whether the equalities are possible, given bodies that hold, atoms that are false, and an instance of the
    /// candidate that has one true atom at most: invariants are proved by induction over plans.
    pub(super) fn is_consistent(
        &self,
        bodies: &[&Body],
        absent: &[&LiftedAtom],
        instance: Instance<'_>,
    ) -> bool {
        if self.failed {
            return false;
        }
        let equal = |&(left, right): &(Term, Term)| self.resolve(left) == self.resolve(right);
        if bodies.iter().any(|body| body.unequal.iter().any(equal)) {
            return false;
        }
        let clash = |atom: &LiftedAtom| {
            bodies.iter().any(|body| body.negative.iter().any(|other| self.same_atom(atom, other)))
                || absent.iter().any(|other| self.same_atom(atom, other))
        };
        if bodies.iter().any(|body| body.positive.iter().any(clash)) {
            return false;
        }
        !self.is_crowded(bodies, instance) && self.domains_meet()
    }

    /// Whether the bodies require two different atoms of the instance to be true.
    fn is_crowded(&self, bodies: &[&Body], (candidate, key): Instance<'_>) -> bool {
        let covered = |atom: &&LiftedAtom| {
            candidate.part(atom.predicate.index()).is_some_and(|part| {
                let own = candidate.key(part, atom).into_iter();
                own.zip(key).all(|(own, &wanted)| self.resolve(own) == self.resolve(wanted))
            })
        };
        let atoms: Vec<&LiftedAtom> = bodies.iter().flat_map(|body| &body.positive).filter(covered).collect();
        let differ = |a: &LiftedAtom, b: &LiftedAtom| {
            let constants = |(&x, &y): (&Term, &Term)| match (self.resolve(x), self.resolve(y)) {
                (Term::Object(x), Term::Object(y)) => x != y,
                _ => false,
            };
            a.predicate != b.predicate || a.arguments.iter().zip(&b.arguments).any(constants)
        };
        atoms.iter().enumerate().any(|(index, a)| atoms[..index].iter().any(|b| differ(a, b)))
    }

    /// Whether every class has an object in the domains of all its variables.
    fn domains_meet(&self) -> bool {
        let slots = self.rule.domains.len();
        let domain = |slot: usize| &self.rule.domains[slot % slots];
        let mut classes: Vec<Option<Bits>> = vec![None; self.parents.len()];
        for slot in 0..self.parents.len() {
            let root = self.root(slot as u32) as usize;
            if root == slot && self.constants[root].is_none() {
                continue;
            }
            let class = classes[root].get_or_insert_with(|| domain(root).clone());
            class.intersect(domain(slot));
            let empty = match self.constants[root] {
                Some(object) => !class.contains(object),
                None => class.is_empty(),
            };
            if empty {
                return false;
            }
        }
        true
    }
}

/// A copy of an effect whose own variables are the second copies of their slots.
pub(super) fn renamed(effect: &LiftedEffect, rule: &Rule) -> LiftedEffect {
    let shift = rule.domains.len() as u32;
    let term = |term: Term| match term {
        Term::Variable(slot) if effect.variables.contains(&slot) => Term::Variable(slot + shift),
        other => other,
    };
    let atom = |atom: &LiftedAtom| LiftedAtom {
        predicate: atom.predicate,
        arguments: atom.arguments.iter().map(|&argument| term(argument)).collect(),
    };
    let pairs = |list: &[(Term, Term)]| list.iter().map(|&(a, b)| (term(a), term(b))).collect();
    LiftedEffect {
        variables: effect.variables.iter().map(|&slot| slot + shift).collect(),
        body: Body {
            positive: effect.body.positive.iter().map(atom).collect(),
            negative: effect.body.negative.iter().map(atom).collect(),
            equal: pairs(&effect.body.equal),
            unequal: pairs(&effect.body.unequal),
            // Universal conditions have separate variables; it only matters whether there are any.
            universal: effect.body.universal.clone(),
        },
        atom: atom(&effect.atom),
        add: effect.add,
    }
}
