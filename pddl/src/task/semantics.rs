//! The meaning of a task, as plainly as possible: the definition that faster code is tested against.

use super::Task;
use crate::ids::{Fact, OperatorId};

impl Task {
    /// The initial state: for each variable the fact that holds, derived variables included.
    pub fn initial_state(&self) -> Vec<Fact> {
        let mut state = self.initial.clone();
        let derived = self.variables.ids().skip(self.variables.fluent());
        state.extend(derived.map(|variable| Fact(self.variables.first(variable).0 + 1)));
        self.derive(&mut state);
        state
    }

    /// Whether a fact holds.
    pub fn holds(&self, state: &[Fact], fact: Fact) -> bool {
        state[self.variables.variable(fact).index()] == fact
    }

    /// Whether an operator is applicable.
    pub fn is_applicable(&self, state: &[Fact], operator: OperatorId) -> bool {
        self.operators.precondition(operator).iter().all(|&fact| self.holds(state, fact))
    }

    /// The state after an applicable operator.
    pub fn successor(&self, state: &[Fact], operator: OperatorId) -> Vec<Fact> {
        let mut next = state.to_vec();
        for &fact in self.operators.effects(operator) {
            next[self.variables.variable(fact).index()] = fact;
        }
        for (condition, fact) in self.operators.conditional_effects(operator) {
            if condition.iter().all(|&fact| self.holds(state, fact)) {
                next[self.variables.variable(fact).index()] = fact;
            }
        }
        self.derive(&mut next);
        next
    }

    /// Whether a state satisfies the goal.
    pub fn is_goal(&self, state: &[Fact]) -> bool {
        self.goal.iter().all(|&fact| self.holds(state, fact))
    }

    /// Computes the derived variables: all false, then layer by layer to the fixpoint.
    pub fn derive(&self, state: &mut [Fact]) {
        for variable in self.variables.ids().skip(self.variables.fluent()) {
            state[variable.index()] = Fact(self.variables.first(variable).0 + 1);
        }
        for layer in self.axioms.layers() {
            let mut changed = true;
            while changed {
                changed = false;
                for axiom in layer.clone() {
                    let head = self.axioms.head(axiom);
                    if !self.holds(state, head)
                        && self.axioms.body(axiom).iter().all(|&f| self.holds(state, f))
                    {
                        state[self.variables.variable(head).index()] = head;
                        changed = true;
                    }
                }
            }
        }
    }
}
