//! Ground conditions: the facts that a conjunction asks for under a binding.

use super::GroundError;
use super::facts::{Entry, Facts, NONE};
use super::join::{Join, Source};
use super::meter::Meter;
use super::order::Planner;
use super::relation::Relation;
use super::rules::{Body, LiftedAtom, LiftedLiteral, Program, value};
use crate::syntax::tree::Term;

/// A body that is ready to be instantiated: conditions on what can change, and joins for universal ones.
pub(super) struct Conditions<'p> {
    positive: Vec<&'p LiftedAtom>,
    negative: Vec<&'p LiftedAtom>,
    universal: Vec<(Join, Option<&'p LiftedLiteral>)>,
}

/// Facts that must hold, as found; [`Conditions::collect`] fills it, [`Found::resolve`] makes them a list of facts.
#[derive(Default)]
pub(super) struct Found {
    pub(super) facts: Vec<u32>,
    negated: Vec<Entry>,
    /// Entries of the positive atoms, in their order: effects mostly delete what the precondition asks for.
    pub(super) entries: Vec<Entry>,
}

impl<'p> Conditions<'p> {
    /// Prepares a body whose slots `bound` will have values.
    pub(super) fn new(
        body: &'p Body,
        bound: &[u32],
        domains: &[super::bits::Bits],
        program: &Program,
        relations: &mut [Relation],
    ) -> Self {
        let changes = |atom: &&LiftedAtom| !program.predicates[atom.predicate.index()].is_static();
        let mut planner =
            Planner { relations, predicates: &program.predicates, domains, objects: program.objects };
        Self {
            positive: body.positive.iter().filter(changes).collect(),
            negative: body.negative.iter().filter(changes).collect(),
            universal: body
                .universal
                .iter()
                .map(|universal| {
                    let join = planner.plan(&universal.guard, bound, &universal.variables, None);
                    (join, universal.consequence.as_ref())
                })
                .collect(),
        }
    }

    /// The number of a positive atom.
    pub(super) fn position(&self, atom: &LiftedAtom) -> Option<usize> {
        self.positive.iter().position(|&other| other == atom)
    }

    /// Whether a condition on an atom being false may occur.
    pub(super) fn has_negative(&self) -> bool {
        !self.negative.is_empty()
            || self.universal.iter().any(|(_, literal)| literal.is_some_and(|l| !l.positive))
    }

    /// Adds the facts that the body asks for; false if it cannot hold.
    #[inline]
    pub(super) fn collect(
        &self,
        binding: &mut [u32],
        relations: &[Relation],
        facts: &Facts,
        meter: &mut Meter<'_>,
        found: &mut Found,
    ) -> Result<bool, GroundError> {
        for atom in &self.positive {
            let Some(entry) = entry(atom, binding, relations, facts) else { return Ok(false) };
            found.entries.push(entry);
            if entry.fact != NONE {
                found.facts.push(entry.fact);
            }
        }
        for atom in &self.negative {
            if !found.add(atom, false, binding, relations, facts) {
                return Ok(false);
            }
        }
        for (join, consequence) in &self.universal {
            let mut holds = true;
            join.run(Source { relations, newest: u32::MAX }, binding, meter, &mut |binding, _| {
                holds &= match consequence {
                    Some(literal) => found.add(&literal.atom, literal.positive, binding, relations, facts),
                    None => false,
                };
                Ok(())
            })?;
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The entry of an atom under a binding, if it is reachable.
#[inline]
pub(super) fn entry(
    atom: &LiftedAtom,
    binding: &[u32],
    relations: &[Relation],
    facts: &Facts,
) -> Option<Entry> {
    let predicate = atom.predicate.index();
    let row = relations[predicate].find(atom.arguments.iter().map(|&term: &Term| value(term, binding)))?;
    Some(facts.entries[predicate][row as usize])
}

impl Found {
    pub(super) fn clear(&mut self) {
        self.facts.clear();
        self.negated.clear();
        self.entries.clear();
    }

    /// Adds a literal; false if it never holds.
    #[inline]
    fn add(
        &mut self,
        atom: &LiftedAtom,
        positive: bool,
        binding: &[u32],
        relations: &[Relation],
        facts: &Facts,
    ) -> bool {
        match (entry(atom, binding, relations, facts), positive) {
            (None, positive) => !positive,
            (Some(Entry { fact: NONE, .. }), positive) => positive,
            (Some(entry), true) => {
                self.facts.push(entry.fact);
                true
            }
            (Some(entry), false) => {
                self.negated.push(entry);
                true
            }
        }
    }

    /// Calls `mark` for every atom of a group whose falsehood does not follow from the facts.
    pub(super) fn unexpressed(&self, facts: &Facts, mut mark: impl FnMut(Entry)) {
        for &entry in &self.negated {
            let variable = facts.variable[entry.fact as usize];
            let implied = self.facts.iter().any(|&fact| facts.variable[fact as usize] == variable);
            if facts.groups[variable as usize] && !implied {
                mark(entry);
            }
        }
    }

    /// Sorts the facts, which then name each variable at most once; false if they contradict each other.
    #[inline]
    pub(super) fn resolve(&mut self, facts: &Facts) -> bool {
        for &entry in &self.negated {
            if self.facts.contains(&entry.fact) {
                return false;
            }
            let variable = facts.variable[entry.fact as usize];
            let implied = self.facts.iter().any(|&fact| facts.variable[fact as usize] == variable);
            if !implied && entry.negated != NONE {
                self.facts.push(entry.negated);
            }
        }
        self.facts.sort_unstable();
        self.facts.dedup();
        self.facts.windows(2).all(|pair| facts.variable[pair[0] as usize] != facts.variable[pair[1] as usize])
    }
}
