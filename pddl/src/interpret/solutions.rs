//! All bindings under which a condition holds.

use super::holds::{ground, object};
use super::{Binding, Interpreter, World};
use crate::ids::PredicateId;
use crate::syntax::tree::{Atom, Condition, ConditionKind, Term, Variable};

impl Interpreter<'_> {
    /// Calls `found` for values of the variables in `wanted` under which the condition holds; possibly more than once
    /// for the same values. Positive atoms of a conjunction are matched with the true atoms of the world, so that not
    /// all combinations of objects are tried.
    pub(super) fn solutions(
        &self,
        condition: &Condition,
        variables: &[Variable],
        wanted: &[u32],
        world: &World,
        found: &mut dyn FnMut(&Binding),
    ) {
        let mut binding = vec![None; variables.len()];
        self.solve(vec![condition], Vec::new(), variables, wanted.to_vec(), &mut binding, world, found);
    }

    /// `open` is still to be taken apart, `checks` is tested at the end.
    #[allow(clippy::too_many_arguments)] // a recursion whose arguments all change
    fn solve<'c>(
        &self,
        mut open: Vec<&'c Condition>,
        mut checks: Vec<&'c Condition>,
        variables: &[Variable],
        mut wanted: Vec<u32>,
        binding: &mut Binding,
        world: &World,
        found: &mut dyn FnMut(&Binding),
    ) {
        let mut atoms: Vec<&Atom> = Vec::new();
        while let Some(condition) = open.pop() {
            match &condition.kind {
                ConditionKind::And(parts) => open.extend(parts),
                ConditionKind::Exists(range, body) => {
                    wanted.extend(range.clone());
                    open.push(body);
                }
                ConditionKind::Atom(atom) => atoms.push(atom),
                _ => checks.push(condition),
            }
        }
        self.join(&mut atoms, &checks, variables, &wanted, binding, world, found);
    }

    #[allow(clippy::too_many_arguments)] // a recursion whose arguments all change
    fn join(
        &self,
        atoms: &mut Vec<&Atom>,
        checks: &[&Condition],
        variables: &[Variable],
        wanted: &[u32],
        binding: &mut Binding,
        world: &World,
        found: &mut dyn FnMut(&Binding),
    ) {
        let unbound =
            |atom: &Atom| atom.arguments.iter().filter(|&&term| object(term, binding).is_none()).count();
        let Some(next) = (0..atoms.len()).min_by_key(|&index| unbound(atoms[index])) else {
            return self.rest(checks, variables, wanted, binding, world, found);
        };
        let atom = atoms.swap_remove(next);
        if let Some(bound) = ground(atom, binding) {
            if world.atoms.contains(&bound) {
                self.join(atoms, checks, variables, wanted, binding, world, found);
            }
            atoms.push(atom);
            return;
        }
        let start: Box<[_]> = Box::default();
        let end: Box<[_]> = Box::default();
        let rows = world.atoms.range((atom.predicate, start)..(PredicateId(atom.predicate.0 + 1), end));
        for (_, objects) in rows {
            let before = binding.clone();
            let fits =
                atom.arguments.iter().zip(objects).all(|(&term, &value)| match object(term, binding) {
                    Some(known) => known == value,
                    None => match term {
                        Term::Variable(slot) => {
                            binding[slot as usize] = Some(value);
                            self.has_type(value, &variables[slot as usize].types)
                        }
                        Term::Object(_) => false,
                    },
                });
            if fits {
                self.join(atoms, checks, variables, wanted, binding, world, found);
            }
            *binding = before;
        }
        atoms.push(atom);
    }

    /// Tries all objects for what is still unbound, and tests the rest of the condition.
    fn rest(
        &self,
        checks: &[&Condition],
        variables: &[Variable],
        wanted: &[u32],
        binding: &mut Binding,
        world: &World,
        found: &mut dyn FnMut(&Binding),
    ) {
        match wanted.iter().find(|&&slot| binding[slot as usize].is_none()) {
            Some(&slot) => {
                for object in self.objects(&variables[slot as usize].types) {
                    binding[slot as usize] = Some(object);
                    self.rest(checks, variables, wanted, binding, world, found);
                }
                binding[slot as usize] = None;
            }
            None => {
                if checks.iter().all(|check| self.holds(check, variables, binding, world)) {
                    found(binding);
                }
            }
        }
    }
}
