//! Applicable actions and what they do.

use super::holds::{ground, object};
use super::{Binding, GroundAction, GroundAtom, Interpreter, State, World};
use crate::ids::{ObjectId, SchemaId};
use crate::syntax::tree::{Action, Cost, Effect, Metric};
use std::collections::BTreeSet;

/// What a ground action changes in a state.
#[derive(Default)]
struct Changes {
    adds: Vec<GroundAtom>,
    deletes: Vec<GroundAtom>,
}

impl Changes {
    fn make(&self, atoms: &mut BTreeSet<GroundAtom>) {
        self.deletes.iter().for_each(|atom| {
            atoms.remove(atom);
        });
        atoms.extend(self.adds.iter().cloned());
    }
}

impl Interpreter<'_> {
    /// The applicable ground actions, by schema and objects.
    pub fn applicable(&self, world: &World) -> BTreeSet<GroundAction> {
        let mut actions = BTreeSet::new();
        for (index, action) in self.domain.actions.iter().enumerate() {
            let wanted: Vec<u32> = (0..action.parameters as u32).collect();
            self.solutions(&action.precondition, &action.variables, &wanted, world, &mut |binding| {
                let objects = binding[..action.parameters].iter().copied().collect::<Option<Box<[_]>>>();
                actions.extend(objects.map(|objects| (SchemaId::new(index), objects)));
            });
        }
        actions
    }

    /// Parameters bound to the objects of a ground action, quantified variables unbound.
    pub(crate) fn binding(&self, action: &Action, objects: &[ObjectId]) -> Binding {
        let mut binding: Binding = objects.iter().copied().map(Some).collect();
        binding.resize(action.variables.len(), None);
        binding
    }

    /// Whether a ground action is applicable.
    pub fn is_applicable(&self, world: &World, (schema, objects): &GroundAction) -> bool {
        let action = &self.domain.actions[schema.index()];
        let typed = action.variables.iter().zip(objects).all(|(v, &object)| self.has_type(object, &v.types));
        typed
            && self.holds(&action.precondition, &action.variables, &mut self.binding(action, objects), world)
    }

    /// The state after a ground action: deletes, then adds.
    pub fn apply(&self, state: &State, world: &World, action: &GroundAction) -> State {
        let mut next = state.clone();
        self.changes(world, action).make(&mut next);
        next
    }

    /// Replaces a state and its world by those after a ground action. Large states are not copied, unless atoms are
    /// derived.
    pub fn advance(&self, state: &mut State, world: &mut World, action: &GroundAction) {
        let changes = self.changes(world, action);
        changes.make(state);
        match self.domain.axioms.is_empty() {
            true => changes.make(&mut world.atoms),
            false => *world = self.world(state),
        }
    }

    fn changes(&self, world: &World, (schema, objects): &GroundAction) -> Changes {
        let action = &self.domain.actions[schema.index()];
        let mut changes = Changes::default();
        let Changes { adds, deletes } = &mut changes;
        self.effects(&action.effect, action, &mut self.binding(action, objects), world, adds, deletes);
        changes
    }

    fn effects(
        &self,
        effect: &Effect,
        action: &Action,
        binding: &mut Binding,
        world: &World,
        adds: &mut Vec<GroundAtom>,
        deletes: &mut Vec<GroundAtom>,
    ) {
        match effect {
            Effect::And(parts) => {
                parts.iter().for_each(|part| self.effects(part, action, binding, world, adds, deletes));
            }
            Effect::Forall(range, body) => {
                self.any(range.clone(), &action.variables, binding, &mut |binding| {
                    self.effects(body, action, binding, world, adds, deletes);
                    false
                });
            }
            Effect::When(condition, body) => {
                if self.holds(condition, &action.variables, binding, world) {
                    self.effects(body, action, binding, world, adds, deletes);
                }
            }
            Effect::Add(atom) => adds.extend(ground(atom, binding)),
            Effect::Delete(atom) => deletes.extend(ground(atom, binding)),
        }
    }

    /// What a ground action costs: 1 without a metric; nothing if a function has no value for its objects.
    pub fn cost(&self, (schema, objects): &GroundAction) -> Option<u64> {
        if self.problem.metric == Metric::Steps {
            return Some(1);
        }
        let action = &self.domain.actions[schema.index()];
        let binding = self.binding(action, objects);
        let mut sum = 0;
        for cost in &action.costs {
            sum += match cost {
                Cost::Number(number) => u64::from(*number),
                Cost::Function { function, arguments, .. } => {
                    let objects: Option<Vec<ObjectId>> =
                        arguments.iter().map(|&term| object(term, &binding)).collect();
                    self.problem.value(*function, &objects?)?.try_into().ok()?
                }
            };
        }
        Some(sum)
    }

    /// Whether the goal holds.
    pub fn is_goal(&self, world: &World) -> bool {
        let mut binding = vec![None; self.problem.variables.len()];
        self.holds(&self.problem.goal, &self.problem.variables, &mut binding, world)
    }
}
