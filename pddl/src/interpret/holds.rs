//! Whether a condition holds.

use super::{Binding, GroundAtom, Interpreter, World};
use crate::ids::ObjectId;
use crate::syntax::tree::{Atom, Condition, ConditionKind, Term, Variable};
use std::ops::Range;

/// The object of a term. Checked syntax has no free variables, so the caller has bound it.
pub(super) fn object(term: Term, binding: &Binding) -> Option<ObjectId> {
    match term {
        Term::Variable(slot) => binding[slot as usize],
        Term::Object(object) => Some(object),
    }
}

/// The ground atom under a binding; nothing if a variable has no value.
pub(super) fn ground(atom: &Atom, binding: &Binding) -> Option<GroundAtom> {
    let objects: Option<Box<[ObjectId]>> = atom.arguments.iter().map(|&term| object(term, binding)).collect();
    objects.map(|objects| (atom.predicate, objects))
}

impl Interpreter<'_> {
    /// Whether a condition holds under a binding of its free variables.
    pub(crate) fn holds(
        &self,
        condition: &Condition,
        variables: &[Variable],
        binding: &mut Binding,
        world: &World,
    ) -> bool {
        match &condition.kind {
            ConditionKind::And(parts) => parts.iter().all(|part| self.holds(part, variables, binding, world)),
            ConditionKind::Or(parts) => parts.iter().any(|part| self.holds(part, variables, binding, world)),
            ConditionKind::Not(inner) => !self.holds(inner, variables, binding, world),
            ConditionKind::Imply(premise, conclusion) => {
                !self.holds(premise, variables, binding, world)
                    || self.holds(conclusion, variables, binding, world)
            }
            ConditionKind::Forall(range, body) => {
                !self.any(range.clone(), variables, binding, &mut |binding| {
                    !self.holds(body, variables, binding, world)
                })
            }
            ConditionKind::Exists(range, body) => {
                self.any(range.clone(), variables, binding, &mut |binding| {
                    self.holds(body, variables, binding, world)
                })
            }
            ConditionKind::Atom(atom) => {
                ground(atom, binding).is_some_and(|atom| world.atoms.contains(&atom))
            }
            ConditionKind::Equal(left, right) => object(*left, binding) == object(*right, binding),
        }
    }

    /// Whether a test passes for some values of the variables.
    pub(crate) fn any(
        &self,
        range: Range<u32>,
        variables: &[Variable],
        binding: &mut Binding,
        test: &mut dyn FnMut(&mut Binding) -> bool,
    ) -> bool {
        if range.is_empty() {
            return test(binding);
        }
        let slot = range.start as usize;
        let found = self.objects(&variables[slot].types).into_iter().any(|object| {
            binding[slot] = Some(object);
            self.any(range.start + 1..range.end, variables, binding, test)
        });
        binding[slot] = None;
        found
    }
}
