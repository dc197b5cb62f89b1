//! The reached atoms in their final order: by predicate and objects.

use super::reach::Reached;
use super::rules::Program;
use crate::ids::ObjectId;
use crate::task::{Atoms, PredicateKind};

/// Marks an atom that is true in all states.
pub(super) const CONSTANT: u32 = u32::MAX;

/// The atoms that can change, and those that are always true.
pub(super) struct Ordered {
    /// Atoms that can change.
    pub(super) atoms: Atoms,
    /// Atoms that are always true.
    pub(super) statics: Atoms,
    /// For each predicate and row: the atom, or [`CONSTANT`].
    pub(super) of_row: Vec<Vec<u32>>,
    /// For each atom: whether it is true initially.
    pub(super) initial: Vec<bool>,
}

impl Ordered {
    pub(super) fn bytes(&self) -> usize {
        let rows: usize = self.of_row.iter().map(Vec::capacity).sum();
        self.atoms.bytes() + self.statics.bytes() + 4 * rows + self.initial.capacity()
    }
}

/// Orders what was reached. An initial atom that no operator deletes is constant.
pub(super) fn order(program: &Program, reached: &Reached) -> Ordered {
    let arities: Vec<u32> = program.predicates.iter().map(|p| p.arity as u32).collect();
    let mut ordered = Ordered {
        atoms: Atoms::new(arities.clone()),
        statics: Atoms::new(arities),
        of_row: Vec::with_capacity(program.predicates.len()),
        initial: Vec::new(),
    };
    for (predicate, signature) in program.predicates.iter().enumerate() {
        let relation = &reached.relations[predicate];
        let mut rows: Vec<u32> = (0..relation.len() as u32).collect();
        if !rows.is_sorted_by(|&a, &b| relation.row(a) <= relation.row(b)) {
            rows.sort_unstable_by(|&a, &b| relation.row(a).cmp(relation.row(b)));
        }
        let mut of_row = vec![CONSTANT; rows.len()];
        for row in rows {
            let objects = relation.row(row).iter().map(|&object| ObjectId(object));
            let initial = reached.deleted[predicate].get(row as usize);
            let constant = match signature.kind {
                PredicateKind::Static => true,
                PredicateKind::Fluent => initial == Some(&false),
                PredicateKind::Derived | PredicateKind::Introduced => false,
            };
            if constant {
                ordered.statics.push(objects);
            } else {
                of_row[row as usize] = ordered.atoms.len() as u32;
                ordered.atoms.push(objects);
                ordered.initial.push(initial.is_some());
            }
        }
        ordered.of_row.push(of_row);
        ordered.atoms.next_predicate();
        ordered.statics.next_predicate();
    }
    ordered
}
