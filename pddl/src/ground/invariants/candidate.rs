//! Candidates for invariants.

use crate::ground::rules::{LiftedAtom, LiftedEffect, Program, Rule};
use crate::syntax::tree::Term;
use crate::task::PredicateKind;

/// A set of predicates whose true atoms are counted for each value of the shared parameters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::ground) struct Candidate {
    /// Sorted by predicate, each at most once. Parameters are numbered as the first part has them.
    pub(in crate::ground) parts: Vec<Part>,
    pub(in crate::ground) parameters: usize,
}

/// A predicate, and for each position the parameter that it holds; `None` is the counted position.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::ground) struct Part {
    pub(in crate::ground) predicate: usize,
    pub(in crate::ground) order: Vec<Option<u8>>,
}

impl Part {
    /// The positions of the parameters.
    pub(in crate::ground) fn positions(&self, parameters: usize) -> Vec<usize> {
        (0..parameters).filter_map(|p| self.order.iter().position(|&o| o == Some(p as u8))).collect()
    }
}

impl Candidate {
    /// The candidates for one predicate: nothing counted, or one of its arguments.
    pub(super) fn initial(predicate: usize, arity: usize) -> Vec<Self> {
        if arity > usize::from(u8::MAX) {
            return Vec::new();
        }
        let without = |counted: Option<usize>| {
            let mut next = 0;
            let order = (0..arity)
                .map(|position| {
                    (Some(position) != counted).then(|| {
                        next += 1;
                        next - 1
                    })
                })
                .collect();
            Self { parts: vec![Part { predicate, order }], parameters: usize::from(next) }
        };
        std::iter::once(None).chain((0..arity).map(Some)).map(without).collect()
    }

    pub(super) fn predicates(&self) -> impl Iterator<Item = usize> + '_ {
        self.parts.iter().map(|part| part.predicate)
    }

    pub(super) fn part(&self, predicate: usize) -> Option<&Part> {
        self.parts.iter().find(|part| part.predicate == predicate)
    }

    /// The parameters that an atom of a part has.
    pub(super) fn key(&self, part: &Part, atom: &LiftedAtom) -> Vec<Term> {
        part.positions(self.parameters).into_iter().map(|position| atom.arguments[position]).collect()
    }

    /// Candidates with one more predicate: one that the rule deletes and that has the parameters of the added atom.
    pub(super) fn refinements(&self, rule: &Rule, added: &LiftedEffect, program: &Program) -> Vec<Self> {
        let Some(part) = self.part(added.atom.predicate.index()) else { return Vec::new() };
        let key = self.key(part, &added.atom);
        let mut refined = Vec::new();
        for deleted in rule.effects.iter().filter(|effect| !effect.add) {
            let predicate = deleted.atom.predicate.index();
            let arity = deleted.atom.arguments.len();
            let fits = arity == key.len() || arity == key.len() + 1;
            if !fits
                || self.part(predicate).is_some()
                || program.predicates[predicate].kind != PredicateKind::Fluent
            {
                continue;
            }
            let mut orders = Vec::new();
            extend_order(deleted, &key, &mut Vec::new(), arity - key.len(), &mut orders);
            for order in orders {
                let mut parts = self.parts.clone();
                parts.push(Part { predicate, order });
                let candidate = Self { parts, parameters: self.parameters }.canonical();
                if !refined.contains(&candidate) {
                    refined.push(candidate);
                }
            }
        }
        refined
    }

    /// Sorted, with parameters numbered in the order in which the first part has them.
    fn canonical(mut self) -> Self {
        self.parts.sort();
        let mut renumber = vec![0; self.parameters];
        let first: Vec<u8> = self.parts[0].order.iter().copied().flatten().collect();
        first.iter().enumerate().for_each(|(new, &old)| renumber[usize::from(old)] = new as u8);
        for part in &mut self.parts {
            part.order
                .iter_mut()
                .flatten()
                .for_each(|parameter| *parameter = renumber[usize::from(*parameter)]);
        }
        self
    }
}

/// All ways to give the positions of a deleted atom to the parameters, at most `counted` positions left over.
fn extend_order(
    deleted: &LiftedEffect,
    key: &[Term],
    order: &mut Vec<Option<u8>>,
    counted: usize,
    into: &mut Vec<Vec<Option<u8>>>,
) {
    let position = order.len();
    if position == deleted.atom.arguments.len() {
        into.push(order.clone());
        return;
    }
    let term = deleted.atom.arguments[position];
    let quantified = matches!(term, Term::Variable(slot) if deleted.variables.contains(&slot));
    for parameter in 0..key.len() {
        if !order.contains(&Some(parameter as u8)) && (quantified || key[parameter] == term) {
            order.push(Some(parameter as u8));
            extend_order(deleted, key, order, counted, into);
            order.pop();
        }
    }
    if counted > 0 {
        order.push(None);
        extend_order(deleted, key, order, counted - 1, into);
        order.pop();
    }
}
