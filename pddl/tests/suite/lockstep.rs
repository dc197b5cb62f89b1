//! The ground task against the interpreter of the syntax tree, state by state.

use crate::tasks::{TASKS, parse, task};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use unstuck_pddl::ids::{AtomId, Fact, OperatorId};
use unstuck_pddl::interpret::{GroundAction, Interpreter, State, World};
use unstuck_pddl::task::{Meaning, PredicateKind, Task};

/// Two views of the same problem.
pub struct Lockstep<'a> {
    pub interpreter: Interpreter<'a>,
    pub task: &'a Task,
}

impl Lockstep<'_> {
    fn is_true(&self, atom: AtomId, world: &World) -> bool {
        world.atoms.contains(&(self.task.atoms.predicate(atom), self.task.atoms.objects(atom).into()))
    }

    /// The state of the task that corresponds to a state of the interpreter. Checks that what the task takes for
    /// granted holds in it.
    pub fn project(&self, world: &World) -> Vec<Fact> {
        let task = self.task;
        let mut state: Vec<Fact> = Vec::new();
        for variable in task.variables.ids().take(task.variables.fluent()) {
            let holds = |&fact: &Fact| match task.variables.meaning(fact) {
                Meaning::True(atom) => self.is_true(atom, world),
                Meaning::False(atom) => !self.is_true(atom, world),
                Meaning::NoneOfThose => false,
            };
            let facts: Vec<Fact> = task.variables.facts(variable).collect();
            let mut true_facts = facts.iter().copied().filter(holds);
            let (first, second) = (true_facts.next(), true_facts.next());
            assert_eq!(
                second,
                None,
                "two values of one variable: {}",
                task.fact_name(second.unwrap_or(Fact(0)))
            );
            let none =
                facts.iter().copied().find(|&fact| task.variables.meaning(fact) == Meaning::NoneOfThose);
            state.push(first.or(none).expect("a variable without a value"));
        }
        state.resize(task.variables.len(), Fact(0));
        task.derive(&mut state);
        for atom in (0..task.atoms.len()).map(AtomId::new) {
            let predicate = &task.predicates[task.atoms.predicate(atom).index()];
            if predicate.kind != PredicateKind::Introduced {
                let holds = task.holds(&state, task.variables.fact(atom));
                assert_eq!(holds, self.is_true(atom, world), "{}", task.atom_name(atom));
                if let Some(negated) = task.variables.negated(atom) {
                    assert_eq!(task.holds(&state, negated), !holds);
                }
            }
        }
        for atom in (0..task.statics.len()).map(AtomId::new) {
            let (predicate, objects) = (task.statics.predicate(atom), task.statics.objects(atom));
            if task.predicates[predicate.index()].kind == PredicateKind::Introduced {
                continue;
            }
            assert!(
                world.atoms.contains(&(predicate, objects.into())),
                "{}",
                task.written(predicate, objects)
            );
        }
        for group in task.mutexes.iter() {
            assert!(group.iter().filter(|&&atom| self.is_true(atom, world)).count() <= 1, "a mutex group");
        }
        state
    }

    /// Compares the successors of a state; returns those of the interpreter.
    pub fn compare(&self, state: &State) -> Vec<State> {
        let (task, interpreter) = (self.task, &self.interpreter);
        let world = interpreter.world(state);
        let here = self.project(&world);
        assert_eq!(task.is_goal(&here), interpreter.is_goal(&world), "the goal");
        let mut ground: BTreeMap<GroundAction, BTreeSet<Vec<Fact>>> = BTreeMap::new();
        for operator in task.operators.ids().filter(|&operator| task.is_applicable(&here, operator)) {
            let action = (task.operators.schema(operator), task.operators.arguments(operator).into());
            assert_eq!(interpreter.cost(&action), Some(u64::from(task.operators.cost(operator))), "a cost");
            ground.entry(action).or_default().insert(task.successor(&here, operator));
        }
        let mut successors = Vec::new();
        for action in interpreter.applicable(&world) {
            let next = interpreter.apply(state, &world, &action);
            let there = self.project(&interpreter.world(&next));
            let name = || {
                let objects =
                    action.1.iter().map(|o| &*task.objects[o.index()].name).collect::<Vec<_>>().join(" ");
                format!("{} {objects}", task.schemas[action.0.index()].name)
            };
            match ground.remove(&action) {
                Some(found) => assert_eq!(found, BTreeSet::from([there]), "{}", name()),
                None => assert_eq!(here, there, "{} is missing", name()),
            }
            successors.push(next);
        }
        let names = |operator: OperatorId| task.operator_name(operator);
        let extra: Vec<String> =
            task.operators.ids().filter(|&o| task.is_applicable(&here, o)).map(names).collect();
        assert!(ground.is_empty(), "operators that the domain does not allow: {ground:?} of {extra:?}");
        successors
    }

    /// Compares all states within reach, at most so many.
    pub fn explore(&self, most: usize) -> usize {
        let mut seen = BTreeSet::from([self.interpreter.initial()]);
        let mut queue = VecDeque::from([self.interpreter.initial()]);
        let start = self.project(&self.interpreter.world(&self.interpreter.initial()));
        assert_eq!(start, self.task.initial_state());
        while let Some(state) = queue.pop_front() {
            for next in self.compare(&state) {
                if seen.len() < most && seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
        seen.len()
    }
}

#[test]
fn test_tasks() {
    for (name, domain, problem) in TASKS {
        let (domain, problem) = parse(domain, problem);
        let task = task(&domain, &problem);
        let lockstep = Lockstep { interpreter: Interpreter::new(&domain, &problem), task: &task };
        let states = lockstep.explore(1_500);
        assert!(states > 10, "{name}: {states}");
    }
}

/// States per depth, which no implementation detail may change.
#[test]
fn states_per_depth() {
    let counts: String = TASKS
        .iter()
        .map(|(name, domain, problem)| {
            let (domain, problem) = parse(domain, problem);
            format!("{name:10} {:?}\n", Interpreter::new(&domain, &problem).states_per_depth(5))
        })
        .collect();
    insta::assert_snapshot!(counts);
}
