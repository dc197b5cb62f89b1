//! Rules by what they reach.

use super::Relaxation;

/// Rules by their effects.
#[derive(Debug, Default)]
pub struct Achievers {
    /// For each fact: the end of its row, one more entry at the front.
    ends: Vec<u32>,
    rules: Vec<u32>,
}

impl Achievers {
    /// The rules of a relaxation.
    pub fn new(relaxation: &Relaxation) -> Self {
        let rules = || 0..relaxation.rules() as u32;
        let mut ends = vec![0; relaxation.facts() + 2];
        for rule in rules() {
            relaxation.rule(rule).1.iter().for_each(|&effect| ends[effect as usize + 2] += 1);
        }
        for at in 1..ends.len() {
            ends[at] += ends[at - 1];
        }
        let mut flat = vec![0; ends[ends.len() - 1] as usize];
        for rule in rules() {
            for &effect in relaxation.rule(rule).1 {
                let place = &mut ends[effect as usize + 1];
                flat[*place as usize] = rule;
                *place += 1;
            }
        }
        ends.pop();
        Self { ends, rules: flat }
    }

    /// The rules with an effect.
    pub fn of(&self, fact: u32) -> &[u32] {
        &self.rules[self.ends[fact as usize] as usize..self.ends[fact as usize + 1] as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.rules.capacity())
    }
}
