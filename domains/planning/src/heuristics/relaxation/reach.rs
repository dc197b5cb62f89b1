//! What can be reached without some facts.

use super::{NONE, Relaxation};

/// The facts that are reached from a state if no rule is used that reaches one of some facts. Kept between calls.
#[derive(Debug, Default)]
pub struct Reach {
    reached: Vec<bool>,
    blocked: Vec<bool>,
    /// For each fact: the first rule that waits for it; for each of these, the next one.
    heads: Vec<u32>,
    next: Vec<u32>,
    stack: Vec<u32>,
}

impl Reach {
    /// Computes the facts that are reached without rules that reach one of `without`: how many rules were looked at.
    pub fn run(&mut self, rules: &Relaxation, words: &[u64], without: &[u32]) -> u64 {
        self.reached.clear();
        self.reached.resize(rules.facts, false);
        self.heads.clear();
        self.heads.resize(rules.facts, NONE);
        self.next.resize(rules.rules(), NONE);
        self.blocked.resize(rules.facts, false);
        without.iter().for_each(|&fact| self.blocked[fact as usize] = true);
        rules.state_facts(words, |fact| {
            self.reached[fact as usize] = true;
            self.stack.push(fact);
        });
        (0..rules.always).for_each(|rule| self.attempt(rules, rule));
        let mut looked_at = 0;
        while let Some(fact) = self.stack.pop() {
            looked_at += self.trigger(rules, fact);
        }
        without.iter().for_each(|&fact| self.blocked[fact as usize] = false);
        looked_at
    }

    /// Whether a fact is reached.
    #[inline]
    pub fn has(&self, fact: u32) -> bool {
        self.reached[fact as usize]
    }

    /// Looks at the rules that a fact triggers: how many these are.
    fn trigger(&mut self, rules: &Relaxation, fact: u32) -> u64 {
        let [alone, first, end, alone_end] = rules.starts[3 * fact as usize..3 * fact as usize + 4] else {
            return 0;
        };
        let mut looked_at = u64::from(alone_end - alone) + u64::from(end - first);
        for &[effect, rule] in &rules.alone[alone as usize..alone_end as usize] {
            if !self.reached[effect as usize] {
                self.fire(rules.rule(rule).1);
            }
        }
        (first..end).for_each(|rule| self.attempt(rules, rule));
        let mut rule = self.heads[fact as usize];
        while rule != NONE {
            let next = self.next[rule as usize];
            self.attempt(rules, rule);
            looked_at += 1;
            rule = next;
        }
        looked_at
    }

    /// Fires a rule if all its conditions are reached, else it waits for one that is not.
    fn attempt(&mut self, rules: &Relaxation, rule: u32) {
        let (conditions, effects) = rules.rule(rule);
        match conditions.iter().find(|&&fact| !self.reached[fact as usize]) {
            None => self.fire(effects),
            Some(&open) => {
                self.next[rule as usize] = std::mem::replace(&mut self.heads[open as usize], rule);
            }
        }
    }

    fn fire(&mut self, effects: &[u32]) {
        if effects.iter().any(|&effect| self.blocked[effect as usize]) {
            return;
        }
        for &effect in effects {
            if !std::mem::replace(&mut self.reached[effect as usize], true) {
                self.stack.push(effect);
            }
        }
    }
}
