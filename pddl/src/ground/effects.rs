//! Ground effects of one operator, as facts.
//!
//! Adds set the variable of the atom. A delete sets it to "none of those" unless something is added in its group; if
//! the precondition does not require the atom to be true, the delete is conditional on it.

use super::facts::{Entry, Facts};

/// Effects of one operator: as instantiated, and as facts.
#[derive(Default)]
pub(super) struct Effects {
    adds: Vec<Entry>,
    deletes: Vec<Entry>,
    /// Deletes of atoms that the precondition asks for.
    known: Vec<Entry>,
    /// Effects with conditions: facts, atom, whether it is added.
    conditional: Vec<(Vec<u32>, Entry, bool)>,
    /// Facts that always hold afterwards, sorted.
    pub(super) facts: Vec<u32>,
    /// Conditions and facts, in the order in which they are to be written.
    pub(super) conditional_facts: Vec<(Vec<u32>, u32)>,
}

/// The fact of a list that has the same variable.
fn same_variable(list: &[u32], fact: u32, facts: &Facts) -> Option<u32> {
    let variable = facts.variable[fact as usize];
    list.iter().copied().find(|&other| facts.variable[other as usize] == variable)
}

impl Effects {
    pub(super) fn clear(&mut self) {
        self.adds.clear();
        self.deletes.clear();
        self.known.clear();
        self.conditional.clear();
        self.facts.clear();
        self.conditional_facts.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.conditional_facts.is_empty()
    }

    /// Adds an effect that always happens.
    #[inline]
    pub(super) fn plain(&mut self, entry: Entry, add: bool) {
        if add { self.adds.push(entry) } else { self.deletes.push(entry) }
    }

    /// Adds a delete of an atom that the precondition asks for.
    #[inline]
    pub(super) fn known(&mut self, entry: Entry) {
        self.known.push(entry);
    }

    /// Adds an effect with a sorted condition, given the precondition of the operator.
    pub(super) fn conditional(
        &mut self,
        condition: &[u32],
        entry: Entry,
        add: bool,
        precondition: &[u32],
        facts: &Facts,
    ) {
        let mut rest = Vec::new();
        for &fact in condition {
            match same_variable(precondition, fact, facts) {
                Some(known) if known == fact => {}
                Some(_) => return,
                None => rest.push(fact),
            }
        }
        match rest.is_empty() {
            true => self.plain(entry, add),
            false => self.conditional.push((rest, entry, add)),
        }
    }

    /// Computes the facts; false if the operator adds two atoms of a group, so that it is never applicable.
    pub(super) fn resolve(&mut self, precondition: &[u32], facts: &Facts) -> bool {
        for entry in &self.adds {
            self.facts.push(entry.fact);
            self.facts.extend(entry.mirror());
        }
        self.facts.sort_unstable();
        self.facts.dedup();
        let distinct = |pair: &[u32]| facts.variable[pair[0] as usize] != facts.variable[pair[1] as usize];
        if !self.facts.windows(2).all(distinct) {
            return false;
        }
        let added = self.facts.len();
        for entry in &self.known {
            if self.facts[..added].contains(&entry.fact) {
                continue;
            }
            if entry.mirror().is_some() {
                self.facts.push(entry.negated);
            }
            if same_variable(&self.facts[..added], entry.fact, facts).is_none() {
                self.facts.push(entry.gone);
            }
        }
        for index in 0..self.deletes.len() {
            let entry = self.deletes[index];
            if self.facts[..added].contains(&entry.fact) {
                continue;
            }
            if entry.mirror().is_some() {
                self.facts.push(entry.negated);
            }
            if same_variable(&self.facts[..added], entry.fact, facts).is_some() {
                continue;
            }
            match same_variable(precondition, entry.fact, facts) {
                Some(known) if known == entry.fact => self.facts.push(entry.gone),
                Some(_) => {}
                None if !facts.groups[facts.variable[entry.fact as usize] as usize] => {
                    self.facts.push(entry.gone);
                }
                None => self.conditional_facts.push((vec![entry.fact], entry.gone)),
            }
        }
        if self.facts.len() > added {
            self.facts.sort_unstable();
            self.facts.dedup();
        }
        if !self.conditional.is_empty() || !self.conditional_facts.is_empty() {
            self.resolve_conditional(precondition, facts);
        }
        // Setting a variable to the value that it has has no effect, except against a delete before it.
        let unchanged = |fact: &u32| !precondition.contains(fact);
        self.facts.retain(unchanged);
        true
    }

    /// Conditional deletes, then conditional adds, so that the adds win.
    fn resolve_conditional(&mut self, precondition: &[u32], facts: &Facts) {
        let Self { adds, conditional, facts: always, conditional_facts, .. } = self;
        let is_added = |fact: u32| adds.iter().any(|entry| entry.fact == fact);
        let replaced = |condition: &[u32], deleted: u32| {
            conditional.iter().any(|(other, entry, add)| {
                *add && facts.variable[entry.fact as usize] == facts.variable[deleted as usize]
                    && other.iter().all(|fact| *fact == deleted || condition.contains(fact))
            })
        };
        conditional_facts.retain(|(condition, _)| !replaced(condition, condition[0]));
        for (condition, entry, _) in conditional.iter().filter(|effect| !effect.2) {
            if is_added(entry.fact) {
                continue;
            }
            if entry.mirror().is_some() {
                conditional_facts.push((condition.clone(), entry.negated));
            }
            if adds.iter().any(|a| facts.variable[a.fact as usize] == facts.variable[entry.fact as usize]) {
                continue;
            }
            if replaced(condition, entry.fact) {
                continue;
            }
            let known = same_variable(precondition, entry.fact, facts)
                .or(same_variable(condition, entry.fact, facts));
            let group = facts.groups[facts.variable[entry.fact as usize] as usize];
            match known {
                Some(known) if known == entry.fact => conditional_facts.push((condition.clone(), entry.gone)),
                Some(_) => {}
                None if !group => conditional_facts.push((condition.clone(), entry.gone)),
                None => {
                    let mut extended = condition.clone();
                    extended.push(entry.fact);
                    extended.sort_unstable();
                    conditional_facts.push((extended, entry.gone));
                }
            }
        }
        for (condition, entry, _) in conditional.iter().filter(|effect| effect.2) {
            if !is_added(entry.fact) {
                conditional_facts.push((condition.clone(), entry.fact));
                conditional_facts.extend(entry.mirror().map(|fact| (condition.clone(), fact)));
            }
        }
        // What holds anyway afterwards needs no condition, as long as nothing in between changes it.
        let changes = |fact: u32| {
            conditional_facts
                .iter()
                .any(|c| c.1 != fact && facts.variable[c.1 as usize] == facts.variable[fact as usize])
        };
        let keep: Vec<bool> = conditional_facts
            .iter()
            .map(|(_, fact)| {
                changes(*fact)
                    || !(always.contains(fact)
                        || (precondition.contains(fact) && same_variable(always, *fact, facts).is_none()))
            })
            .collect();
        let mut keep = keep.into_iter();
        conditional_facts.retain(|_| keep.next() == Some(true));
    }
}
