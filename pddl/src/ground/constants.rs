//! What is the same in all states: facts, and operators that are never applicable.

use super::GroundError;
use super::atoms::Ordered;
use super::encode::EncodedAxioms;
use super::facts::Facts;
use super::meter::Meter;
use crate::ids::{AtomId, Fact, ObjectId, PredicateId};
use crate::task::{Atoms, Meaning, Operators};

/// Whether a fact is the same in all states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Open,
    Always,
    Never,
}

/// What is the same in all states: the status of all facts, and operators that are never applicable.
pub(super) struct Constants {
    pub(super) statuses: Vec<Status>,
    pub(super) dead: Vec<bool>,
}

impl Constants {
    /// Derived atoms are always true if axioms without open conditions derive them. A value that is not initial and that no
    /// operator sets never holds, which may make further operators inapplicable: they were reached only because the
    /// relaxation ignores invariants.
    pub(super) fn new(
        facts: &Facts,
        operators: &Operators,
        axioms: &EncodedAxioms,
        initial: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<Self, GroundError> {
        let mut constants =
            Self { statuses: vec![Status::Open; facts.variable.len()], dead: vec![false; operators.len()] };
        let fluent = facts.firsts[facts.fluent] as usize;
        loop {
            constants.derive(axioms);
            let mut reached = vec![false; fluent];
            initial.iter().for_each(|&fact| reached[fact as usize] = true);
            for operator in operators.ids().filter(|operator| !constants.dead[operator.index()]) {
                meter.tick(|| 0)?;
                operators.effects(operator).iter().for_each(|fact| reached[fact.index()] = true);
                for (condition, fact) in operators.conditional_effects(operator) {
                    reached[fact.index()] |= !constants.is_never(condition);
                }
            }
            if !constants.fix(facts, &reached) {
                return Ok(constants);
            }
            for operator in operators.ids() {
                meter.tick(|| 0)?;
                let dead = constants.is_never(operators.precondition(operator));
                constants.dead[operator.index()] |= dead;
            }
        }
    }

    fn is_never(&self, condition: &[Fact]) -> bool {
        condition.iter().any(|fact| self.statuses[fact.index()] == Status::Never)
    }

    fn derive(&mut self, axioms: &EncodedAxioms) {
        let mut changed = true;
        while changed {
            changed = false;
            for (index, &(_, head)) in axioms.heads.iter().enumerate() {
                let head = head as usize;
                let fires = |fact: &Fact| self.statuses[fact.index()] == Status::Always;
                if self.statuses[head] == Status::Open && axioms.bodies.row(index).iter().all(fires) {
                    self.statuses[head] = Status::Always;
                    self.statuses[head + 1] = Status::Never;
                    changed = true;
                }
            }
        }
    }

    /// Notes values that are not reached, and variables with a single one; returns whether conditions may read them.
    fn fix(&mut self, facts: &Facts, reached: &[bool]) -> bool {
        let mut news = false;
        for variable in 0..facts.fluent {
            let range = facts.firsts[variable] as usize..facts.firsts[variable + 1] as usize;
            let single = reached[range.clone()].iter().filter(|&&reached| reached).count() == 1;
            for fact in range {
                let status = match reached[fact] {
                    true if single => Status::Always,
                    true => Status::Open,
                    false => Status::Never,
                };
                // Nothing reads that a group has none of its values.
                let read = !facts.groups[variable] || fact + 1 < facts.firsts[variable + 1] as usize;
                news |= read && self.statuses[fact] != status;
                self.statuses[fact] = status;
            }
        }
        news
    }

    /// Adds the atoms that turned out to be always true to the static ones.
    pub(super) fn make_static(&self, facts: &Facts, ordered: &mut Ordered) {
        let mut always: Vec<AtomId> = Vec::new();
        for (fact, meaning) in facts.meanings.iter().enumerate() {
            if let Meaning::True(atom) = *meaning
                && self.statuses[fact] == Status::Always
            {
                always.push(atom);
            }
        }
        if always.is_empty() {
            return;
        }
        always.sort_unstable();
        always.dedup();
        let mut statics = Atoms::new(ordered.statics.arities.clone());
        let mut next = always.into_iter().peekable();
        for predicate in (0..ordered.statics.arities.len()).map(PredicateId::new) {
            let mut rows: Vec<&[ObjectId]> =
                ordered.statics.ids_of(predicate).map(|atom| ordered.statics.objects(atom)).collect();
            while let Some(atom) = next.next_if(|&atom| ordered.atoms.predicate(atom) == predicate) {
                rows.push(ordered.atoms.objects(atom));
            }
            rows.sort_unstable();
            rows.iter().for_each(|row| statics.push(row.iter().copied()));
            statics.next_predicate();
        }
        ordered.statics = statics;
    }
}
