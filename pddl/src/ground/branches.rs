//! Disjunctions split, universal conditions as guarded literals.
//!
//! The disjunctive normal form of a condition is limited to 64 branches: where it would have more, a disjunction
//! becomes a derived predicate over its free variables. A universal condition stays a condition on each of its ground
//! instances if at most one of its disjuncts reads something that can change; otherwise the disjunction becomes a
//! derived predicate as well. Derived predicates introduced here are only read positively.

use super::formula::Formula;
use super::rules::{Body, LiftedAtom, LiftedLiteral, Signature, Universal};
use crate::ids::PredicateId;
use crate::syntax::tree::Term;
use crate::task::PredicateKind;
use rustc_hash::FxHashSet;

/// Most branches of one condition.
const MAX: usize = 64;

/// A disjunct: a conjunction and its existential variables.
#[derive(Debug, Clone, Default)]
pub(super) struct Branch {
    pub(super) body: Body,
    pub(super) variables: Vec<u32>,
}

/// A derived predicate that was introduced, with the formula that defines it. Its parameters are the free variables,
/// and slots keep the numbers of the condition that it was part of.
#[derive(Debug)]
pub(super) struct Introduced {
    pub(super) predicate: PredicateId,
    pub(super) parameters: Vec<u32>,
    pub(super) formula: Formula,
    /// Which condition the slots belong to.
    pub(super) scope: usize,
}

/// Splits conditions.
pub(super) struct Splitter<'a> {
    pub(super) predicates: &'a mut Vec<Signature>,
    pub(super) introduced: Vec<Introduced>,
    pub(super) scope: usize,
}

impl Splitter<'_> {
    /// The branches of a condition, at most 64.
    pub(super) fn split(&mut self, formula: Formula) -> Vec<Branch> {
        let (formula, _) = self.bounded(formula);
        self.branches(&formula)
    }

    /// The branches of an axiom's body: a disjunction at its top may have any number, each is a separate axiom.
    pub(super) fn split_axiom(&mut self, formula: Formula) -> Vec<Branch> {
        match formula {
            Formula::Or(parts) => parts.into_iter().flat_map(|part| self.split_axiom(part)).collect(),
            Formula::Exists(variables, body) => {
                let mut branches = self.split_axiom(*body);
                branches.iter_mut().for_each(|branch| branch.variables.extend(&variables));
                branches
            }
            other => self.split(other),
        }
    }

    /// A derived predicate with this definition, as a literal.
    fn introduce(&mut self, formula: Formula) -> Formula {
        let mut parameters = Vec::new();
        formula.free(&mut parameters);
        let predicate = PredicateId::new(self.predicates.len());
        self.predicates.push(Signature {
            arity: parameters.len(),
            kind: PredicateKind::Introduced,
            layer: 0,
        });
        let arguments = parameters.iter().map(|&slot| Term::Variable(slot)).collect();
        self.introduced.push(Introduced { predicate, parameters, formula, scope: self.scope });
        Formula::Literal(LiftedLiteral { positive: true, atom: LiftedAtom { predicate, arguments } })
    }

    /// The same condition with at most [`MAX`] branches, and their number.
    fn bounded(&mut self, formula: Formula) -> (Formula, usize) {
        match formula {
            Formula::And(parts) => {
                let mut sized: Vec<(Formula, usize)> =
                    parts.into_iter().map(|part| self.bounded(part)).collect();
                let product =
                    |sized: &[(Formula, usize)]| sized.iter().fold(1_usize, |p, s| p.saturating_mul(s.1));
                while product(&sized) > MAX {
                    let Some(widest) = (0..sized.len()).rev().max_by_key(|&index| sized[index].1) else {
                        break;
                    };
                    let part = std::mem::replace(&mut sized[widest].0, Formula::And(Vec::new()));
                    sized[widest] = (self.introduce(part), 1);
                }
                let count = product(&sized);
                (Formula::And(sized.into_iter().map(|s| s.0).collect()), count)
            }
            Formula::Or(parts) => {
                let sized: Vec<(Formula, usize)> = parts.into_iter().map(|part| self.bounded(part)).collect();
                let count: usize = sized.iter().map(|s| s.1).sum();
                let or = Formula::Or(sized.into_iter().map(|s| s.0).collect());
                if count > MAX { (self.introduce(or), 1) } else { (or, count) }
            }
            Formula::Exists(variables, body) => {
                let (body, count) = self.bounded(*body);
                (Formula::Exists(variables, Box::new(body)), count)
            }
            other => (other, 1),
        }
    }

    fn branches(&mut self, formula: &Formula) -> Vec<Branch> {
        match formula {
            Formula::And(parts) => {
                let mut product = vec![Branch::default()];
                for part in parts {
                    let mut factors = self.branches(part);
                    // Goals are conjunctions of thousands of literals: those are not copied once for each.
                    match (factors.len(), factors.pop()) {
                        (1, Some(only)) => product.iter_mut().for_each(|branch| branch.extend(&only)),
                        (_, last) => {
                            factors.extend(last);
                            product = product.iter().flat_map(|a| factors.iter().map(|b| a.and(b))).collect();
                        }
                    }
                }
                product
            }
            Formula::Or(parts) => parts.iter().flat_map(|part| self.branches(part)).collect(),
            Formula::Exists(variables, body) => {
                let mut branches = self.branches(body);
                branches.iter_mut().for_each(|branch| branch.variables.extend(variables));
                branches
            }
            Formula::Forall(variables, body) => {
                let mut branch = Branch::default();
                self.universal(variables.clone(), body, &mut branch.body);
                vec![branch]
            }
            Formula::Literal(literal) => {
                let mut branch = Branch::default();
                branch.body.add(literal.clone());
                vec![branch]
            }
            Formula::Equal(same, left, right) => {
                let mut branch = Branch::default();
                if *same { &mut branch.body.equal } else { &mut branch.body.unequal }.push((*left, *right));
                vec![branch]
            }
        }
    }

    /// Adds a universal condition as guarded literals.
    fn universal(&mut self, variables: Vec<u32>, formula: &Formula, body: &mut Body) {
        match formula {
            Formula::And(parts) => {
                parts.iter().for_each(|part| self.universal(variables.clone(), part, body));
            }
            Formula::Forall(inner, part) => {
                self.universal(variables.into_iter().chain(inner.iter().copied()).collect(), part, body);
            }
            _ => {
                let mut disjuncts = Vec::new();
                flatten(formula, &mut disjuncts);
                let mut guard = Body::default();
                let mut others = Vec::new();
                for disjunct in disjuncts {
                    match disjunct {
                        Formula::Equal(true, left, right) => guard.unequal.push((*left, *right)),
                        Formula::Equal(false, left, right) => guard.equal.push((*left, *right)),
                        Formula::Literal(l) if self.predicates[l.atom.predicate.index()].is_static() => {
                            guard.add(LiftedLiteral { positive: !l.positive, atom: l.atom.clone() });
                        }
                        other => others.push(other.clone()),
                    }
                }
                let consequence = match others.len() {
                    0 => None,
                    1 if matches!(others[0], Formula::Literal(_)) => others.pop(),
                    _ => Some(self.introduce(Formula::Or(others))),
                };
                let consequence = consequence.and_then(|formula| match formula {
                    Formula::Literal(literal) => Some(literal),
                    _ => None,
                });
                body.universal.push(Universal { variables, guard, consequence });
            }
        }
    }
}

/// The disjuncts of nested disjunctions.
fn flatten<'f>(formula: &'f Formula, into: &mut Vec<&'f Formula>) {
    match formula {
        Formula::Or(parts) => parts.iter().for_each(|part| flatten(part, into)),
        other => into.push(other),
    }
}

impl Body {
    pub(super) fn add(&mut self, literal: LiftedLiteral) {
        if literal.positive { &mut self.positive } else { &mut self.negative }.push(literal.atom);
    }

    /// Removes repeated atoms.
    pub(super) fn deduplicate(&mut self) {
        for list in [&mut self.positive, &mut self.negative] {
            let mut seen = FxHashSet::default();
            list.retain(|atom| seen.insert(atom.clone()));
        }
    }
}

impl Branch {
    fn extend(&mut self, other: &Self) {
        self.body.positive.extend_from_slice(&other.body.positive);
        self.body.negative.extend_from_slice(&other.body.negative);
        self.body.equal.extend(&other.body.equal);
        self.body.unequal.extend(&other.body.unequal);
        self.body.universal.extend(other.body.universal.iter().cloned());
        self.variables.extend(&other.variables);
    }

    fn and(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.extend(other);
        both
    }
}
