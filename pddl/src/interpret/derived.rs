//! Derived atoms: stratum by stratum, each to its fixpoint.

use super::{Interpreter, State, World};
use crate::syntax::tree::{Axiom, Condition, ConditionKind};

impl Interpreter<'_> {
    /// A state with its derived atoms.
    pub fn world(&self, state: &State) -> World {
        let mut world = World { atoms: state.clone() };
        self.derive(&mut world);
        world
    }

    /// Adds the derived atoms to a world without any.
    pub(super) fn derive(&self, world: &mut World) {
        let strata = self.domain.predicates.iter().filter_map(|predicate| predicate.derived).max();
        for stratum in 0..=strata.unwrap_or(0) {
            let own = |axiom: &&Axiom| self.domain.predicate(axiom.predicate).derived == Some(stratum);
            let axioms: Vec<&Axiom> = self.domain.axioms.iter().filter(own).collect();
            let mut before = usize::MAX;
            while before != world.atoms.len() {
                before = world.atoms.len();
                axioms.iter().for_each(|axiom| self.fire(axiom, &axiom.body, world));
            }
        }
    }

    /// Adds the heads of an axiom whose body holds, one disjunct at a time.
    fn fire(&self, axiom: &Axiom, body: &Condition, world: &mut World) {
        if let ConditionKind::Or(parts) = &body.kind {
            return parts.iter().for_each(|part| self.fire(axiom, part, world));
        }
        let arity = self.domain.predicate(axiom.predicate).parameters.len();
        let wanted: Vec<u32> = (0..arity as u32).collect();
        let mut heads = Vec::new();
        self.solutions(body, &axiom.variables, &wanted, world, &mut |binding| {
            heads.extend(binding[..arity].iter().copied().collect::<Option<Box<[_]>>>());
        });
        world.atoms.extend(heads.into_iter().map(|objects| (axiom.predicate, objects)));
    }
}
