//! Slots of rules.

use super::bits::Bits;
use super::rules::{Body, LiftedAtom, LiftedEffect, LiftedLiteral, Universal};
use crate::syntax::tree::{Cost, Term};

/// Renumbers the slots of a rule. Every effect and every universal condition has separate slots, even if they come
/// from one quantifier, so that their domains can be narrowed independently.
pub(super) struct Slots<'a> {
    old: &'a [Bits],
    map: Vec<u32>,
    pub(super) domains: Vec<Bits>,
}

impl<'a> Slots<'a> {
    pub(super) fn new(old: &'a [Bits]) -> Self {
        Self { old, map: vec![u32::MAX; old.len()], domains: Vec::new() }
    }

    pub(super) fn add(&mut self, slot: u32) {
        self.map[slot as usize] = self.domains.len() as u32;
        self.domains.push(self.old[slot as usize].clone());
    }

    fn term(&self, term: Term) -> Term {
        match term {
            Term::Variable(slot) => Term::Variable(self.map[slot as usize]),
            object => object,
        }
    }

    pub(super) fn atom(&self, atom: &LiftedAtom) -> LiftedAtom {
        let arguments = atom.arguments.iter().map(|&term| self.term(term)).collect();
        LiftedAtom { predicate: atom.predicate, arguments }
    }

    pub(super) fn cost(&self, cost: &Cost) -> Cost {
        match cost {
            Cost::Number(number) => Cost::Number(*number),
            Cost::Function { function, arguments, place } => Cost::Function {
                function: *function,
                arguments: arguments.iter().map(|&term| self.term(term)).collect(),
                place: *place,
            },
        }
    }

    pub(super) fn effect(&mut self, effect: &LiftedEffect) -> LiftedEffect {
        effect.variables.iter().for_each(|&slot| self.add(slot));
        LiftedEffect {
            variables: effect.variables.iter().map(|&slot| self.map[slot as usize]).collect(),
            body: self.body(&effect.body),
            atom: self.atom(&effect.atom),
            add: effect.add,
        }
    }

    pub(super) fn body(&mut self, body: &Body) -> Body {
        let atoms = |list: &[LiftedAtom]| list.iter().map(|atom| self.atom(atom)).collect();
        let pairs = |list: &[(Term, Term)]| list.iter().map(|&(a, b)| (self.term(a), self.term(b))).collect();
        let (positive, negative) = (atoms(&body.positive), atoms(&body.negative));
        let (equal, unequal) = (pairs(&body.equal), pairs(&body.unequal));
        let universal = body.universal.iter().map(|universal| self.universal(universal)).collect();
        Body { positive, negative, equal, unequal, universal }
    }

    fn universal(&mut self, universal: &Universal) -> Universal {
        universal.variables.iter().for_each(|&slot| self.add(slot));
        Universal {
            variables: universal.variables.iter().map(|&slot| self.map[slot as usize]).collect(),
            guard: self.body(&universal.guard),
            consequence: universal
                .consequence
                .as_ref()
                .map(|literal| LiftedLiteral { positive: literal.positive, atom: self.atom(&literal.atom) }),
        }
    }
}

impl Body {
    /// The slots that occur, except universal ones.
    pub(super) fn slots(&self, into: &mut Vec<u32>) {
        let mut note = |term: &Term| {
            if let Term::Variable(slot) = term {
                into.push(*slot);
            }
        };
        self.positive.iter().chain(&self.negative).flat_map(|atom| &atom.arguments).for_each(&mut note);
        self.equal.iter().chain(&self.unequal).for_each(|(left, right)| {
            note(left);
            note(right);
        });
        for universal in &self.universal {
            universal.guard.slots(into);
            if let Some(literal) = &universal.consequence {
                for term in &literal.atom.arguments {
                    if let Term::Variable(slot) = term {
                        into.push(*slot);
                    }
                }
            }
        }
    }
}
