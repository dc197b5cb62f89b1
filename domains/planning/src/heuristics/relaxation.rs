//! The delete relaxation of a task, laid out for evaluating it millions of times.
//!
//! A *rule* says that once all its conditions are reached, its effects are. An operator is a rule with its unconditional
//! effects, and one more for each condition of its conditional effects, which then also has the conditions of the
//! operator; an axiom is a rule that costs nothing. A derived atom being false counts as always true.
//!
//! Facts are numbered again: only those that some condition or the goal reads are kept, and effects on others are left
//! out. Rules are not counted down, one condition after the other. Each is looked at when its rarest condition is reached;
//! if another one is still open, it waits for that one (watched conditions, as SAT solvers watch literals), so most rules are
//! looked at once, and there are no counters to be reset. A rule none of whose effects can become cheaper is not looked at
//! further. The rules that a fact triggers are neighbours in memory, each with its conditions and effects.
//!
//! [`Exploration`] computes hmax and hadd on it, [`RelaxedPlan`] the plan of FF (Hoffmann and Nebel 2001) with the best
//! supporters of hadd (Keyder and Geffner 2008), and its preferred operators.

mod achievers;
mod build;
mod exploration;
mod plan;
mod queue;
mod reach;

pub use achievers::Achievers;
pub use exploration::Exploration;
pub use plan::RelaxedPlan;
pub(crate) use queue::Queue;
pub use reach::Reach;

use crate::task::layout::Field;
use unstuck_pddl::ids::{Fact, OperatorId};

/// No fact, rule or operator.
pub(crate) const NONE: u32 = u32::MAX;

/// The rules of a task.
#[derive(Debug, Default)]
pub struct Relaxation {
    /// For each fact of the task: its number here, or [`NONE`].
    numbers: Vec<u32>,
    /// Number of facts.
    facts: usize,
    /// Variables with a fact that is kept, each with the task's number of its first fact.
    sources: Vec<(Field, u32)>,
    targets: Targets,
    /// For each rule: its operator, or [`NONE`] where it is an axiom.
    operators: Vec<u32>,
    /// For each rule: 1, or 0 where it has no operator; empty where all have one.
    units: Vec<u32>,
    /// For each rule its cost; empty where these are the units.
    costs: Vec<u32>,
    /// For each rule: its number of conditions, these, that by which it is triggered first, and its effects.
    records: Vec<u32>,
    /// For each rule: where its record starts; one more entry at the end.
    offsets: Vec<u32>,
    /// Number of rules without conditions; they are the first ones.
    always: u32,
    /// For each fact: where its row of `alone` starts, and the first and the end of the other rules that it triggers; the
    /// first again at the end.
    starts: Vec<u32>,
    /// Effect and rule, for all rules with one condition.
    alone: Vec<[u32; 2]>,
}

/// Facts that an exploration is to reach.
#[derive(Debug, Default)]
pub struct Targets {
    facts: Vec<u32>,
    /// A bit for every one of them.
    bits: Vec<u64>,
}

impl Targets {
    /// These facts, each once, of so many that there are.
    fn new(facts: Vec<u32>, count: usize) -> Self {
        let mut bits = vec![0; count.div_ceil(64)];
        facts.iter().for_each(|&fact| bits[fact as usize / 64] |= 1 << (fact % 64));
        Self { facts, bits }
    }

    /// The facts.
    pub fn facts(&self) -> &[u32] {
        &self.facts
    }

    /// Whether a fact is one of them.
    #[inline]
    fn has(&self, fact: u32) -> bool {
        self.bits[fact as usize / 64] >> (fact % 64) & 1 != 0
    }
}

/// What rules cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Costs {
    /// Every operator 1.
    Unit,
    /// What the operators of the task cost.
    Task,
    /// One more than that: cheap plans, but not long ones of operators that cost nothing.
    PlusOne,
}

impl Relaxation {
    /// Number of facts.
    pub fn facts(&self) -> usize {
        self.facts
    }

    /// Number of rules.
    pub fn rules(&self) -> usize {
        self.operators.len()
    }

    /// The number of a fact of the task; `None` where no condition and no goal reads it.
    #[inline]
    pub fn number(&self, fact: Fact) -> Option<u32> {
        Some(self.numbers[fact.index()]).filter(|&number| number != NONE)
    }

    /// The goals.
    pub fn goals(&self) -> &[u32] {
        &self.targets.facts
    }

    /// The goals, as explorations take them.
    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Some facts of the task as targets; those that no condition reads are left out.
    pub fn targets_of(&self, facts: &[Fact]) -> Targets {
        Targets::new(facts.iter().filter_map(|&fact| self.number(fact)).collect(), self.facts)
    }

    /// The conditions and the effects of a rule.
    #[inline]
    pub fn rule(&self, rule: u32) -> (&[u32], &[u32]) {
        let rule = rule as usize;
        let record = &self.records[self.offsets[rule] as usize..self.offsets[rule + 1] as usize];
        match record {
            [count, rest @ ..] => rest.split_at(*count as usize),
            [] => (&[], &[]),
        }
    }

    /// The operator of a rule; `None` where it is an axiom.
    #[inline]
    pub fn operator(&self, rule: u32) -> Option<OperatorId> {
        Some(self.operators[rule as usize]).filter(|&operator| operator != NONE).map(OperatorId)
    }

    /// The cost of a rule.
    #[inline]
    pub fn cost(&self, rule: u32, costs: Costs) -> u32 {
        let cost = |table: &[u32]| table.get(rule as usize).copied();
        let unit = cost(&self.units).unwrap_or(1);
        match costs {
            Costs::Unit => unit,
            Costs::Task => cost(&self.costs).unwrap_or(unit),
            Costs::PlusOne => cost(&self.costs).map_or(unit, |cost| cost + unit),
        }
    }

    /// Whether both ways to count costs are the same.
    pub fn is_unit_cost(&self) -> bool {
        self.costs.is_empty()
    }

    /// Fills `facts` with the fact that holds of each variable that has one here, or [`NONE`] where it is not kept.
    pub(crate) fn decode(&self, words: &[u64], facts: &mut Vec<u32>) {
        facts.clear();
        let fact = |&(field, first): &(Field, u32)| self.numbers[(first + field.value(words)) as usize];
        facts.extend(self.sources.iter().map(fact));
    }

    /// For each variable of [`decode`](Self::decode): its goal, or [`NONE`].
    pub(crate) fn goal_by_variable(&self) -> Vec<u32> {
        let ends = self.sources.iter().skip(1).map(|&(_, first)| first as usize).chain([self.numbers.len()]);
        let rows = self.sources.iter().zip(ends).map(|(&(_, first), end)| &self.numbers[first as usize..end]);
        let goal = |row: &[u32]| row.iter().copied().find(|number| self.goals().contains(number));
        rows.map(|row| goal(row).unwrap_or(NONE)).collect()
    }

    /// Calls `each` for the facts of a state that are kept.
    #[inline]
    pub fn state_facts(&self, words: &[u64], mut each: impl FnMut(u32)) {
        for &(field, first) in &self.sources {
            let number = self.numbers[(first + field.value(words)) as usize];
            if number != NONE {
                each(number);
            }
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.numbers.capacity()
            + self.operators.capacity()
            + self.units.capacity()
            + self.costs.capacity()
            + self.starts.capacity()
            + self.records.capacity()
            + self.offsets.capacity())
            + 8 * self.alone.capacity()
            + 16 * self.sources.capacity()
    }
}
