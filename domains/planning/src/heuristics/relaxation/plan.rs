//! The relaxed plan of FF.

use super::{Costs, Exploration, Relaxation, Targets};
use crate::task::layout::Layout;
use unstuck_pddl::ids::OperatorId;
use unstuck_pddl::task::Task;

/// A plan that reaches all goals if nothing ever becomes false: the operators by which [`Exploration::sum`] reaches the
/// goals and, in turn, their conditions.
#[derive(Debug, Default)]
pub struct RelaxedPlan {
    /// The operators, each once, in no particular order.
    pub operators: Vec<OperatorId>,
    /// Those of them that are applicable in the state.
    pub preferred: Vec<OperatorId>,
    /// The facts that the plan reaches, by their numbers in the relaxation.
    pub facts: Vec<u32>,
    /// Bits of facts and of operators that were visited. All are clear between two calls.
    facts_seen: Vec<u64>,
    operators_seen: Vec<u64>,
    stack: Vec<u32>,
}

/// Sets a bit; whether it was clear.
#[inline]
fn set(bits: &mut [u64], index: u32) -> bool {
    let (word, bit) = (&mut bits[index as usize / 64], 1 << (index % 64));
    let clear = *word & bit == 0;
    *word |= bit;
    clear
}

impl RelaxedPlan {
    /// Reads the plan off an exploration by sums of a state that reached all targets. Returns its cost.
    pub fn extract(
        &mut self,
        (task, layout): (&Task, &Layout),
        (rules, targets): (&Relaxation, &Targets),
        words: &[u64],
        exploration: &Exploration,
        costs: Costs,
    ) -> u32 {
        self.facts_seen.resize(rules.facts().div_ceil(64), 0);
        self.operators_seen.resize(task.operators.len().div_ceil(64), 0);
        self.operators.clear();
        self.preferred.clear();
        self.facts.clear();
        let mut total = 0_u32;
        self.visit(exploration, targets.facts());
        while let Some(fact) = self.stack.pop() {
            let Some(rule) = exploration.rule(fact) else { continue };
            self.visit(exploration, rules.rule(rule).0);
            let Some(operator) = rules.operator(rule) else { continue };
            if set(&mut self.operators_seen, operator.0) {
                self.operators.push(operator);
                total = total.saturating_add(rules.cost(rule, costs));
                let before = task.operators.precondition(operator);
                if before.iter().all(|&fact| layout.slot(fact).holds(words)) {
                    self.preferred.push(operator);
                }
            }
        }
        self.operators.iter().for_each(|operator| self.operators_seen[operator.index() / 64] = 0);
        self.facts.iter().for_each(|&fact| self.facts_seen[fact as usize / 64] = 0);
        total
    }

    /// Adds the facts that have to be reached.
    fn visit(&mut self, exploration: &Exploration, facts: &[u32]) {
        for &fact in facts {
            if exploration.rule(fact).is_some() && set(&mut self.facts_seen, fact) {
                self.facts.push(fact);
                self.stack.push(fact);
            }
        }
    }

    /// How many operators of a range, those of a schema say, the plan has.
    pub fn count(&self, range: std::ops::Range<u32>) -> usize {
        self.operators.iter().filter(|operator| range.contains(&operator.0)).count()
    }
}
