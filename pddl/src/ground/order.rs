//! The order of a join: cheapest step first.
//!
//! Checks run as soon as their variables are bound. Among the atoms that remain, the one with the fewest expected
//! matches for what is bound comes next; for static predicates the number is measured, for others it is bounded by the
//! domains of the variables that become bound.

use super::bits::Bits;
use super::join::{Join, Scan, Step};
use super::relation::{Index, Relation};
use super::rules::{Body, LiftedAtom, Signature};
use crate::syntax::tree::Term;

/// What a join is planned for.
pub(super) struct Planner<'a> {
    pub(super) relations: &'a mut [Relation],
    pub(super) predicates: &'a [Signature],
    pub(super) domains: &'a [Bits],
    pub(super) objects: usize,
}

/// A positive atom of a body that is still to be joined.
struct Pending<'b> {
    atom: &'b LiftedAtom,
    older: bool,
}

impl Planner<'_> {
    /// Plans a join that binds `slots` and satisfies the body, except that the positive atom `delta` is matched
    /// already and `bound` slots have values. Fluent negative atoms and universal conditions are left to the caller.
    pub(super) fn plan(&mut self, body: &Body, bound: &[u32], slots: &[u32], delta: Option<usize>) -> Join {
        let mut known = vec![false; self.domains.len()];
        bound.iter().for_each(|&slot| known[slot as usize] = true);
        let triggered = delta.map(|index| body.positive[index].predicate);
        let mut pending: Vec<Pending<'_>> = body
            .positive
            .iter()
            .enumerate()
            .filter(|&(index, atom)| Some(index) != delta && !self.absorbed(atom))
            .map(|(index, atom)| Pending {
                atom,
                older: Some(atom.predicate) == triggered && Some(index) > delta,
            })
            .collect();
        let mut tests: Vec<Test<'_>> = (body.equal.iter().map(Test::Equal))
            .chain(body.unequal.iter().map(Test::Unequal))
            .chain(
                body.negative
                    .iter()
                    .filter(|a| self.predicates[a.predicate.index()].is_static())
                    .map(Test::Absent),
            )
            .collect();
        let mut join = Join::default();
        loop {
            self.tests(&mut tests, &mut pending, &mut known, &mut join);
            let best = (0..pending.len())
                .map(|index| (self.fan_out(pending[index].atom, &known), index))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let open = slots.iter().copied().filter(|&slot| !known[slot as usize]);
            let narrow = open
                .map(|slot| (self.domains[slot as usize].len() as f64, slot))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            match (best, narrow) {
                (Some((_, index)), _) => {
                    let Pending { atom, older } = pending.remove(index);
                    let scan = self.scan(atom, older, &mut known);
                    join.steps.push(Step::Scan(scan));
                }
                (None, Some((_, slot))) => {
                    known[slot as usize] = true;
                    join.steps.push(Step::Enumerate(slot, self.domains[slot as usize].iter().collect()));
                }
                (None, None) => return join,
            }
        }
    }

    /// Whether the domain of the variable implies the atom: a static unary one.
    fn absorbed(&self, atom: &LiftedAtom) -> bool {
        let [Term::Variable(slot)] = atom.arguments[..] else { return false };
        self.predicates[atom.predicate.index()].is_static()
            && self.domains[slot as usize].is_subset(&self.relations[atom.predicate.index()].columns[0])
    }

    /// Appends all tests that are ready, and lookups of atoms that are bound.
    fn tests(
        &self,
        tests: &mut Vec<Test<'_>>,
        pending: &mut Vec<Pending<'_>>,
        known: &mut [bool],
        join: &mut Join,
    ) {
        let mut progress = true;
        while progress {
            progress = false;
            tests.retain(|test| {
                let Some(step) = test.step(known, self.domains) else { return true };
                if let Step::Assign(slot, ..) = step {
                    known[slot as usize] = true;
                }
                join.steps.push(step);
                progress = true;
                false
            });
        }
        pending.retain(|Pending { atom, older }| {
            let ready = atom.arguments.iter().all(|&term| is_known(term, known));
            if ready {
                join.steps.push(Step::Contains(LiftedAtom::clone(atom), *older));
            }
            !ready
        });
    }

    /// Expected number of rows for each value of what is bound.
    fn fan_out(&mut self, atom: &LiftedAtom, known: &[bool]) -> f64 {
        if self.predicates[atom.predicate.index()].is_static() {
            let index = self.index(atom, known);
            let (rows, keys) = self.relations[atom.predicate.index()].indexes[index].sizes();
            return rows as f64 / keys.max(1) as f64;
        }
        let mut product = 1.0;
        let mut seen = Vec::new();
        for &term in &atom.arguments {
            if let Term::Variable(slot) = term
                && !known[slot as usize]
                && !seen.contains(&slot)
            {
                seen.push(slot);
                product *= self.domains[slot as usize].len() as f64;
            }
        }
        product
    }

    fn index(&mut self, atom: &LiftedAtom, known: &[bool]) -> usize {
        let relation = &mut self.relations[atom.predicate.index()];
        let widest = Index::widest(self.objects);
        let positions = key_positions(atom, known, widest);
        let filters = (0..atom.arguments.len())
            .map(|position| match atom.arguments[position] {
                Term::Variable(slot) if !known[slot as usize] => {
                    let domain = &self.domains[slot as usize];
                    (!relation.columns[position].is_subset(domain)).then(|| domain.clone())
                }
                _ => None,
            })
            .collect();
        relation.index(positions, filters, self.objects)
    }

    fn scan(&mut self, atom: &LiftedAtom, older: bool, known: &mut [bool]) -> Scan {
        let index = self.index(atom, known);
        self.relations[atom.predicate.index()].keep(index);
        let positions = key_positions(atom, known, Index::widest(self.objects));
        let key = positions.iter().map(|&position| atom.arguments[position]).collect();
        let (mut bind, mut same) = (Vec::new(), Vec::new());
        for (position, &term) in atom.arguments.iter().enumerate() {
            match term {
                Term::Variable(slot) if !known[slot as usize] => {
                    bind.push((position, slot));
                    known[slot as usize] = true;
                }
                _ if positions.contains(&position) => {}
                _ => same.push((position, term)),
            }
        }
        Scan { relation: atom.predicate.index(), index, key, bind, same, older }
    }
}

fn is_known(term: Term, known: &[bool]) -> bool {
    match term {
        Term::Variable(slot) => known[slot as usize],
        Term::Object(_) => true,
    }
}

fn key_positions(atom: &LiftedAtom, known: &[bool], widest: usize) -> Vec<usize> {
    (0..atom.arguments.len())
        .filter(|&position| is_known(atom.arguments[position], known))
        .take(widest)
        .collect()
}

enum Test<'b> {
    Equal(&'b (Term, Term)),
    Unequal(&'b (Term, Term)),
    Absent(&'b LiftedAtom),
}

impl Test<'_> {
    /// The step of the test if it is ready.
    fn step(&self, known: &[bool], domains: &[Bits]) -> Option<Step> {
        match self {
            Self::Equal((left, right)) => match (is_known(*left, known), is_known(*right, known)) {
                (true, true) => Some(Step::Equal(*left, *right)),
                (true, false) => assign(*right, *left, domains),
                (false, true) => assign(*left, *right, domains),
                (false, false) => None,
            },
            Self::Unequal((left, right)) => {
                (is_known(*left, known) && is_known(*right, known)).then_some(Step::Unequal(*left, *right))
            }
            Self::Absent(atom) => atom
                .arguments
                .iter()
                .all(|&term| is_known(term, known))
                .then(|| Step::Absent(LiftedAtom::clone(atom))),
        }
    }
}

fn assign(to: Term, from: Term, domains: &[Bits]) -> Option<Step> {
    match to {
        Term::Variable(slot) => Some(Step::Assign(slot, from, domains[slot as usize].clone())),
        Term::Object(_) => None,
    }
}
