//! A ground task with everything that searches in it need.

use super::derivation::Derivation;
use super::layout::Layout;
use super::state::State;
use super::successors::{self, Successors};
use super::symmetry::Symmetry;
use serde::Serialize;
use unstuck_pddl::ids::{AtomId, Fact};
use unstuck_pddl::task::{PredicateKind, Task};

/// A ground task, prepared for searches. Shared by all jobs on the same problem.
#[derive(Debug)]
pub struct GroundTask {
    /// The task.
    pub task: Task,
    /// Where its variables are in a state.
    pub layout: Layout,
    /// Its axioms.
    pub derivation: Derivation,
    /// Its interchangeable objects.
    pub symmetry: Symmetry,
    /// Its applicable operators.
    pub successors: Successors,
    /// The goal by words: which bits, and what they must be.
    goal: Vec<(usize, u64, u64)>,
    /// Atoms that operators change.
    fluents: Vec<AtomId>,
    min_cost: u32,
    unit_cost: bool,
}

/// The size of a ground task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TaskSize {
    /// Ground atoms that can become true.
    pub atoms: usize,
    /// Ground actions.
    pub operators: usize,
    /// Finite-domain variables, derived ones included.
    pub variables: usize,
    /// Width of a packed state in 64-bit words.
    pub words: usize,
}

impl GroundTask {
    /// Its size.
    pub fn size(&self) -> TaskSize {
        TaskSize {
            atoms: self.task.atoms.len(),
            operators: self.task.operators.len(),
            variables: self.task.variables.len(),
            words: self.layout.packed(),
        }
    }

    /// Prepares a task. `poll` is told the bytes held, and ends the work by saying false. `None` if it did, or if the task
    /// is too large.
    pub fn new(task: Task, poll: &mut dyn FnMut(usize) -> bool) -> Option<Self> {
        let layout = Layout::new(&task.variables);
        let derivation = Derivation::new(&task, &layout);
        let symmetry = Symmetry::new(&task, &layout);
        let held = task.bytes() + layout.bytes() + derivation.bytes() + symmetry.bytes();
        let successors = successors::compile(&task, &layout, &symmetry, &mut |bytes| poll(held + bytes))?;
        let mut goal: Vec<(usize, u64, u64)> = Vec::new();
        for &fact in &task.goal {
            let (word, mask, value) = layout.slot(fact).bits();
            match goal.iter_mut().find(|entry| entry.0 == word) {
                Some(entry) => *entry = (word, entry.1 | mask, entry.2 | value),
                None => goal.push((word, mask, value)),
            }
        }
        let kind = |atom: AtomId| task.predicates[task.atoms.predicate(atom).index()].kind;
        let fluents = (0..task.atoms.len()).map(AtomId::new);
        let fluents = fluents.filter(|&atom| kind(atom) == PredicateKind::Fluent).collect();
        let min_cost = task.operators.ids().map(|operator| task.operators.cost(operator)).min().unwrap_or(1);
        let unit_cost = task.operators.unit_cost();
        Some(Self { task, layout, derivation, symmetry, successors, goal, fluents, min_cost, unit_cost })
    }

    /// The state in which these facts hold, one for each variable that operators set.
    pub fn state(&self, facts: &[Fact]) -> State {
        let mut state = State::new(self.layout.words());
        for &fact in facts {
            self.layout.slot(fact).write(state.words_mut());
        }
        self.derivation.run(&self.layout, &mut state);
        state
    }

    /// The initial state.
    pub fn initial(&self) -> State {
        self.state(&self.task.initial)
    }

    /// Whether a fact holds.
    #[inline]
    pub fn holds(&self, state: &State, fact: Fact) -> bool {
        self.layout.slot(fact).holds(state.words())
    }

    /// Whether a state satisfies the goal.
    #[inline]
    pub fn is_goal(&self, state: &State) -> bool {
        let words = state.words();
        self.goal.iter().all(|&(word, mask, value)| words[word] & mask == value)
    }

    /// The true atoms that operators change, sorted by predicate and objects.
    pub fn true_fluents(&self, state: &State) -> impl Iterator<Item = AtomId> + '_ {
        let words = state.words().to_vec();
        let holds = move |&atom: &AtomId| self.layout.slot(self.task.variables.fact(atom)).holds(&words);
        self.fluents.iter().copied().filter(holds)
    }

    /// Number of atoms that operators change.
    pub fn fluents(&self) -> usize {
        self.fluents.len()
    }

    /// The cost of the cheapest operator.
    pub fn min_cost(&self) -> u32 {
        self.min_cost
    }

    /// Whether all operators cost 1.
    pub fn unit_cost(&self) -> bool {
        self.unit_cost
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.task.bytes()
            + self.layout.bytes()
            + self.derivation.bytes()
            + self.symmetry.bytes()
            + self.successors.bytes()
            + 4 * self.fluents.capacity()
    }
}
