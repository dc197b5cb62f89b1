//! The numbering of facts while operators are encoded. It covers all atoms; what turns out to be unnecessary is
//! removed afterwards.

use super::atoms::{CONSTANT, Ordered};
use super::rules::Program;
use crate::ids::AtomId;
use crate::task::Meaning;

/// No such fact.
pub(super) const NONE: u32 = u32::MAX;

/// What encoding needs to know about an atom.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    /// The fact that states that it is true; [`NONE`] if it is always.
    pub(super) fact: u32,
    /// The value that its variable takes if it is deleted and nothing else is added.
    pub(super) gone: u32,
    /// The fact that states that it is false, if there is one. If it is not `gone`, a separate variable mirrors the
    /// atom, and the fact before this one states that it is true.
    pub(super) negated: u32,
}

impl Entry {
    /// The fact of the mirror that states that the atom is true.
    pub(super) fn mirror(self) -> Option<u32> {
        (self.negated != NONE && self.negated != self.gone).then(|| self.negated - 1)
    }
}

/// Variables and facts over all atoms that can change.
pub(super) struct Facts {
    /// For each predicate and row.
    pub(super) entries: Vec<Vec<Entry>>,
    /// For each fact its variable.
    pub(super) variable: Vec<u32>,
    pub(super) meanings: Vec<Meaning>,
    /// For each variable its first fact; one more entry at the end.
    pub(super) firsts: Vec<u32>,
    /// Number of variables that operators set.
    pub(super) fluent: usize,
    /// For each variable whether it represents a group.
    pub(super) groups: Vec<bool>,
    of_atom: Vec<Entry>,
}

impl Facts {
    /// Numbers the facts: variables in the order of their first atoms, then mirrors of the marked atoms, then derived
    /// variables.
    pub(super) fn new(
        ordered: &Ordered,
        program: &Program,
        chosen: &[Vec<AtomId>],
        mirrored: &[bool],
    ) -> Self {
        let atoms = &ordered.atoms;
        let mut group_of: Vec<u32> = vec![NONE; atoms.len()];
        for (group, row) in chosen.iter().enumerate() {
            row.iter().for_each(|atom| group_of[atom.index()] = group as u32);
        }
        let mut facts = Self {
            entries: Vec::new(),
            variable: Vec::new(),
            meanings: Vec::new(),
            firsts: vec![0],
            fluent: 0,
            groups: Vec::new(),
            of_atom: vec![Entry { fact: NONE, gone: NONE, negated: NONE }; atoms.len()],
        };
        let ids = || (0..atoms.len()).map(AtomId::new);
        let derived = |atom: AtomId| program.predicates[atoms.predicate(atom).index()].is_derived();
        for atom in ids().filter(|&atom| !derived(atom)) {
            match group_of[atom.index()] {
                NONE => facts.boolean(atom),
                group if chosen[group as usize].first() == Some(&atom) => {
                    facts.group(&chosen[group as usize]);
                }
                _ => {}
            }
        }
        for atom in ids().filter(|atom| mirrored[atom.index()]) {
            facts.of_atom[atom.index()].negated = facts.meanings.len() as u32 + 1;
            facts.meanings.extend([Meaning::True(atom), Meaning::False(atom)]);
            facts.end_variable(false);
        }
        facts.fluent = facts.groups.len();
        ids().filter(|&atom| derived(atom)).for_each(|atom| facts.boolean(atom));
        let constant = Entry { fact: NONE, gone: NONE, negated: NONE };
        let entry = |&atom: &u32| if atom == CONSTANT { constant } else { facts.of_atom[atom as usize] };
        facts.entries = ordered.of_row.iter().map(|rows| rows.iter().map(entry).collect()).collect();
        facts
    }

    pub(super) fn bytes(&self) -> usize {
        let entries = self.of_atom.capacity() + self.entries.iter().map(Vec::capacity).sum::<usize>();
        size_of::<Entry>() * entries
            + size_of::<Meaning>() * self.meanings.capacity()
            + 4 * (self.variable.capacity() + self.firsts.capacity())
            + self.groups.capacity()
    }

    fn boolean(&mut self, atom: AtomId) {
        let first = self.meanings.len() as u32;
        self.of_atom[atom.index()] = Entry { fact: first, gone: first + 1, negated: first + 1 };
        self.meanings.extend([Meaning::True(atom), Meaning::False(atom)]);
        self.end_variable(false);
    }

    fn group(&mut self, atoms: &[AtomId]) {
        let first = self.meanings.len() as u32;
        let gone = first + atoms.len() as u32;
        for (fact, &atom) in (first..).zip(atoms) {
            self.of_atom[atom.index()] = Entry { fact, gone, negated: NONE };
            self.meanings.push(Meaning::True(atom));
        }
        self.meanings.push(Meaning::NoneOfThose);
        self.end_variable(true);
    }

    fn end_variable(&mut self, group: bool) {
        self.variable.resize(self.meanings.len(), self.groups.len() as u32);
        self.groups.push(group);
        self.firsts.push(self.meanings.len() as u32);
    }

    /// The fact of every variable that holds initially, except derived ones.
    pub(super) fn initial(&self, ordered: &Ordered) -> Vec<u32> {
        (0..self.fluent)
            .map(|variable| {
                let (first, end) = (self.firsts[variable], self.firsts[variable + 1]);
                let is_true = |fact: &u32| match self.meanings[*fact as usize] {
                    Meaning::True(atom) => ordered.initial[atom.index()],
                    _ => false,
                };
                (first..end).find(is_true).unwrap_or(end - 1)
            })
            .collect()
    }
}
