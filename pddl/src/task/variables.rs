//! Finite-domain variables and their facts.

use crate::ids::{AtomId, Fact, VariableId};

/// The meaning of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The atom is true.
    True(AtomId),
    /// The atom is false.
    False(AtomId),
    /// None of the variable's atoms is true.
    NoneOfThose,
}

/// The variables of a task. Those that operators set come first; derived ones, which axioms set, follow.
///
/// Every fluent atom is a value of exactly one variable: either of one that represents a group of mutually exclusive
/// atoms, or of one with two values, true and false. If something reads that an atom of a group is *false*, a further
/// variable with the values true and false mirrors the atom, since finite-domain conditions cannot express "another value".
#[derive(Debug, Clone, Default)]
pub struct Variables {
    /// For each variable: its first fact; one more entry at the end.
    pub(crate) firsts: Vec<u32>,
    /// How many variables operators set.
    pub(crate) fluent: usize,
    pub(crate) of_fact: Vec<VariableId>,
    pub(crate) meanings: Vec<Meaning>,
    pub(crate) of_atom: Vec<Fact>,
    /// For each atom: the fact that states it is false, or `u32::MAX`.
    pub(crate) negated: Vec<u32>,
}

impl Variables {
    /// Number of variables, derived ones included.
    pub fn len(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All variables.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = VariableId> + use<> {
        (0..self.len() as u32).map(VariableId)
    }

    /// Number of variables that operators set: those that a state must store. They have the lowest ids.
    pub fn fluent(&self) -> usize {
        self.fluent
    }

    /// Whether axioms set the variable. It then has two values: true, and false by default.
    pub fn is_derived(&self, variable: VariableId) -> bool {
        variable.index() >= self.fluent
    }

    /// Number of values of a variable.
    #[inline]
    pub fn size(&self, variable: VariableId) -> u32 {
        self.firsts[variable.index() + 1] - self.firsts[variable.index()]
    }

    /// The fact for the first value of a variable; the others follow.
    #[inline]
    pub fn first(&self, variable: VariableId) -> Fact {
        Fact(self.firsts[variable.index()])
    }

    /// The facts of a variable.
    pub fn facts(&self, variable: VariableId) -> impl ExactSizeIterator<Item = Fact> + use<> {
        (self.firsts[variable.index()]..self.firsts[variable.index() + 1]).map(Fact)
    }

    /// Number of facts of all variables.
    pub fn fact_count(&self) -> usize {
        self.of_fact.len()
    }

    /// The variable of a fact.
    #[inline]
    pub fn variable(&self, fact: Fact) -> VariableId {
        self.of_fact[fact.index()]
    }

    /// The value of a fact, from 0.
    #[inline]
    pub fn value(&self, fact: Fact) -> u32 {
        fact.0 - self.firsts[self.of_fact[fact.index()].index()]
    }

    /// The meaning of a fact.
    #[inline]
    pub fn meaning(&self, fact: Fact) -> Meaning {
        self.meanings[fact.index()]
    }

    /// The fact that states that an atom is true.
    #[inline]
    pub fn fact(&self, atom: AtomId) -> Fact {
        self.of_atom[atom.index()]
    }

    /// The fact that states that an atom is false, if there is one.
    pub fn negated(&self, atom: AtomId) -> Option<Fact> {
        Some(self.negated[atom.index()]).filter(|&fact| fact != u32::MAX).map(Fact)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.firsts.capacity()
            + self.of_fact.capacity()
            + self.of_atom.capacity()
            + self.negated.capacity())
            + size_of::<Meaning>() * self.meanings.capacity()
    }
}
