//! What [`LmCut`](super::LmCut) reads of a task.

use crate::heuristics::relaxation::{Costs, NONE, Relaxation};

/// The rules of a relaxation, with two more facts and one more rule: the goal, which the rule reaches from all goals for
/// nothing, and a fact that always holds, the condition of rules that have none.
#[derive(Debug, Default)]
pub struct LmCutTable {
    /// For each fact: the first rule that it triggers.
    heads: Vec<u32>,
    /// For each rule: the fact that triggers it, and the next rule that this one triggers.
    lists: Vec<(u32, u32)>,
    /// For each rule: where its conditions and its effects start; one more entry at the end.
    starts: Vec<(u32, u32)>,
    conditions: Vec<u32>,
    effects: Vec<u32>,
    /// For each fact: where the rules that reach it start; one more entry at the end.
    reached: Vec<u32>,
    achievers: Vec<u32>,
    /// Whether some operator costs nothing.
    some_cost_nothing: bool,
}

impl LmCutTable {
    /// The table of a task without axioms and conditional effects, whose rules are its operators.
    pub fn new(relaxation: &Relaxation) -> Self {
        let facts = relaxation.facts() as u32;
        let mut this = Self { heads: vec![NONE; facts as usize + 2], ..Self::default() };
        for rule in 0..relaxation.rules() as u32 {
            let (conditions, effects) = relaxation.rule(rule);
            this.add(conditions, effects);
            this.some_cost_nothing |= relaxation.cost(rule, Costs::Task) == 0;
        }
        this.add(relaxation.goals(), &[facts]);
        this.starts.push((this.conditions.len() as u32, this.effects.len() as u32));
        // Rules that a fact triggers are neighbours: lists run through memory forwards.
        for rule in (0..this.lists.len()).rev() {
            let trigger = this.lists[rule].0 as usize;
            this.lists[rule].1 = std::mem::replace(&mut this.heads[trigger], rule as u32);
        }
        this.reverse();
        this.conditions.shrink_to_fit();
        this.effects.shrink_to_fit();
        this
    }

    /// Lists the rules by their effects.
    fn reverse(&mut self) {
        self.reached = vec![0; self.heads.len() + 1];
        self.effects.iter().for_each(|&effect| self.reached[effect as usize + 1] += 1);
        for fact in 1..self.reached.len() {
            self.reached[fact] += self.reached[fact - 1];
        }
        self.achievers = vec![0; self.effects.len()];
        let mut ends = self.reached.clone();
        for rule in 0..self.lists.len() as u32 {
            for at in self.starts[rule as usize].1..self.starts[rule as usize + 1].1 {
                let end = &mut ends[self.effects[at as usize] as usize];
                self.achievers[*end as usize] = rule;
                *end += 1;
            }
        }
    }

    fn add(&mut self, conditions: &[u32], effects: &[u32]) {
        self.starts.push((self.conditions.len() as u32, self.effects.len() as u32));
        // The first condition of a rule is the one that the fewest rules have.
        let trigger = conditions.first().copied().unwrap_or(self.always());
        self.lists.push((trigger, NONE));
        self.conditions.extend_from_slice(conditions);
        self.effects.extend_from_slice(effects);
    }

    /// The goal.
    #[inline]
    pub(super) fn goal(&self) -> u32 {
        self.heads.len() as u32 - 2
    }

    /// The fact that always holds.
    #[inline]
    pub(super) fn always(&self) -> u32 {
        self.heads.len() as u32 - 1
    }

    /// The rule that reaches the goal.
    #[inline]
    pub(super) fn goal_rule(&self) -> u32 {
        self.lists.len() as u32 - 1
    }

    /// For each fact: the first rule that it triggers.
    pub(super) fn heads(&self) -> &[u32] {
        &self.heads
    }

    /// For each rule: the fact that triggers it, and the next rule that this one triggers.
    pub(super) fn lists(&self) -> &[(u32, u32)] {
        &self.lists
    }

    /// Whether operators may cost nothing.
    pub(super) fn costs_nothing(&self, costs: Costs) -> bool {
        self.some_cost_nothing && costs == Costs::Task
    }

    #[inline]
    pub(super) fn conditions(&self, rule: u32) -> &[u32] {
        let rule = rule as usize;
        &self.conditions[self.starts[rule].0 as usize..self.starts[rule + 1].0 as usize]
    }

    #[inline]
    pub(super) fn effects(&self, rule: u32) -> &[u32] {
        let rule = rule as usize;
        &self.effects[self.starts[rule].1 as usize..self.starts[rule + 1].1 as usize]
    }

    /// The rules that reach a fact.
    #[inline]
    pub(super) fn achievers(&self, fact: u32) -> &[u32] {
        let fact = fact as usize;
        &self.achievers[self.reached[fact] as usize..self.reached[fact + 1] as usize]
    }

    /// Numbers in the lists, pairs left out.
    fn words(&self) -> usize {
        let Self { heads, conditions, effects, reached, achievers, .. } = self;
        [heads, conditions, effects, reached, achievers].map(Vec::capacity).iter().sum()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let pairs = self.lists.capacity() + self.starts.capacity();
        8 * pairs + 4 * self.words()
    }
}
