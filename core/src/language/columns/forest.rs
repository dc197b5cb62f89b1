//! Many expressions over the same columns: what several of them have in common is computed once.
//!
//! Every different part of the expressions is a value with a number. A part is found by its operation and the numbers of
//! its own parts, so a tree costs one look-up per node. Sums and products are the same whatever the order of their parts.
//! Since each operation is the one that [`Program`](crate::language::Program) has, every row gets the same bits as alone.

use super::super::formula::{Body, Policy};
use super::super::meaning::clamp_finite;
use super::super::node::{Node, Op};
use super::super::program::{Code, Instruction};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

/// A part of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Feature(u16),
    /// By its bits.
    Constant(u64),
    /// An operation on earlier parts; those that it does not take repeat the first.
    Apply(Op, [u32; 3]),
}

impl Hash for Part {
    /// In few steps: every node of every tree is looked up.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Self::Feature(index) => state.write_u64(index.into()),
            Self::Constant(bits) => state.write_u64(bits),
            Self::Apply(op, [a, b, c]) => {
                state.write_u64(u64::from(a) << 32 | u64::from(b));
                state.write_u64(u64::from(c) << 32 | op as u64);
            }
        }
    }
}

/// Expressions that are evaluated together, see [`Workspace::forest`](super::Workspace::forest).
#[derive(Default)]
pub struct Forest {
    /// All different parts, each after its own parts.
    parts: Vec<Part>,
    numbers: FxHashMap<Part, u32>,
    /// Of each expression its part, and how many parts there were when it was added.
    roots: Vec<(u32, usize)>,
    stack: Vec<u32>,
}

/// A forest as instructions: slots are features, constants and results, as those of a program are.
#[derive(Default)]
pub(super) struct Schedule {
    pub(super) code: Vec<Instruction>,
    pub(super) features: Vec<u16>,
    pub(super) constants: Vec<f64>,
    pub(super) results: usize,
    /// The slot of each expression, and after how many instructions it holds the value.
    pub(super) answers: Vec<(u32, usize)>,
}

impl Forest {
    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.roots.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.roots.is_empty()
    }

    /// Removes all expressions and keeps the memory.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.numbers.clear();
        self.roots.clear();
    }

    /// Adds what a formula computes.
    pub fn add(&mut self, body: &Body) {
        let root = match body {
            Body::Value(tree) => self.tree(tree.nodes()),
            Body::Policy(Policy { rules, otherwise }) => {
                let mut choices = Vec::with_capacity(rules.len());
                for rule in rules {
                    choices.push((self.tree(rule.condition.nodes()), self.tree(rule.value.nodes())));
                }
                let otherwise = self.tree(otherwise.nodes());
                let choose =
                    |value, (condition, chosen)| self.number(Part::Apply(Op::If, [condition, chosen, value]));
                choices.into_iter().rev().fold(otherwise, choose)
            }
        };
        self.roots.push((root, self.parts.len()));
    }

    /// Adds a number; the nodes must be those of a [`Tree`](crate::language::Tree).
    pub fn add_tree(&mut self, nodes: &[Node]) {
        let root = self.tree(nodes);
        self.roots.push((root, self.parts.len()));
    }

    fn number(&mut self, part: Part) -> u32 {
        let Self { parts, numbers, .. } = self;
        *numbers.entry(part).or_insert_with(|| {
            parts.push(part);
            parts.len() as u32 - 1
        })
    }

    fn tree(&mut self, nodes: &[Node]) -> u32 {
        for &node in nodes {
            let number = match node {
                Node::Number(value) => self.number(Part::Constant(clamp_finite(value).to_bits())),
                Node::Truth(value) => self.number(Part::Constant(f64::from(u8::from(value)).to_bits())),
                Node::Feature(index) | Node::Flag(index) => self.number(Part::Feature(index)),
                Node::Apply(op, arity) => self.apply(op, arity.into()),
            };
            self.stack.push(number);
        }
        // A tree is well formed: one value is left.
        self.stack.pop().unwrap_or_default()
    }

    fn apply(&mut self, op: Op, arity: usize) -> u32 {
        let below = self.stack.len() - arity;
        let first = self.stack[below];
        let [second, third] = [1, 2].map(|place| self.stack.get(below + place).copied().unwrap_or(first));
        let number = match op {
            Op::Add | Op::Mul => {
                let (low, high) = (first.min(second), first.max(second));
                self.number(Part::Apply(op, [low, high, low]))
            }
            Op::Min | Op::Max => (below + 1..below + arity).fold(first, |best, place| {
                let value = self.stack[place];
                self.number(Part::Apply(op, [best, value, best]))
            }),
            _ => self.number(Part::Apply(op, [first, second, third])),
        };
        self.stack.truncate(below);
        number
    }

    /// The instructions.
    pub(super) fn schedule(&self) -> Schedule {
        let mut schedule = Schedule::default();
        for part in &self.parts {
            match *part {
                Part::Feature(index) => schedule.features.push(index),
                Part::Constant(bits) => schedule.constants.push(f64::from_bits(bits)),
                Part::Apply(..) => {}
            }
        }
        let (mut features, mut constants) = (0.., schedule.features.len() as u32..);
        let mut slots = Slots::new(self, schedule.features.len() + schedule.constants.len());
        for (time, part) in self.parts.iter().enumerate() {
            match *part {
                Part::Feature(_) => slots.of.extend(features.next()),
                Part::Constant(_) => slots.of.extend(constants.next()),
                Part::Apply(op, taken) => {
                    let to = slots.occupy();
                    let [a, b, c] = taken.map(|part| slots.of[part as usize]);
                    schedule.code.push(Instruction { code: Code::Op(op), to, a, b, c });
                    taken.iter().for_each(|&part| slots.release(part, time));
                }
            }
            while let Some(&(root, added)) = self.roots.get(schedule.answers.len())
                && added == time + 1
            {
                schedule.answers.push((slots.of[root as usize], schedule.code.len()));
                slots.release(root, time);
            }
        }
        schedule.results = slots.results as usize;
        schedule
    }
}

/// The slots of parts: a result makes room for others after its last use.
struct Slots {
    /// The slot of each part.
    of: Vec<u32>,
    /// When each part is used last; time is counted in parts.
    last_use: Vec<usize>,
    first_result: u32,
    results: u32,
    free: Vec<u32>,
}

impl Slots {
    fn new(forest: &Forest, first_result: usize) -> Self {
        let mut last_use = vec![0; forest.parts.len()];
        for (time, part) in forest.parts.iter().enumerate() {
            if let Part::Apply(_, taken) = part {
                taken.iter().for_each(|&part| last_use[part as usize] = time);
            }
        }
        for &(root, added) in &forest.roots {
            let time = &mut last_use[root as usize];
            *time = (added - 1).max(*time);
        }
        let of = Vec::with_capacity(forest.parts.len());
        Self { of, last_use, first_result: first_result as u32, results: 0, free: Vec::new() }
    }

    fn occupy(&mut self) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.results += 1;
            self.first_result + self.results - 1
        });
        self.of.push(slot);
        slot
    }

    fn release(&mut self, part: u32, time: usize) {
        let (slot, last_use) = (self.of[part as usize], &mut self.last_use[part as usize]);
        if slot >= self.first_result && *last_use == time {
            // Once only.
            *last_use = usize::MAX;
            self.free.push(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{Checked, Formula};
    use crate::registry;

    fn formula(text: &str) -> Formula {
        let table = registry::domain("rush-hour").unwrap().features().clone();
        Checked::read(text, &table).unwrap().formula.clone()
    }

    fn schedule(texts: &[&str]) -> Schedule {
        let mut forest = Forest::default();
        texts.iter().for_each(|text| forest.add(&formula(text).body));
        forest.schedule()
    }

    #[test]
    fn common_parts_are_computed_once() {
        let count = |texts: &[&str]| schedule(texts).code.len();
        let sum = "(blockers + hybrid)*2";
        assert_eq!(count(&[sum]), 2);
        // In any order, of sums and products alone.
        assert_eq!(count(&[sum, sum, "2*(hybrid + blockers)", "blockers + hybrid", "hybrid"]), 2);
        assert_eq!(count(&["blockers - hybrid", "hybrid - blockers", "g/3", "3/g"]), 4);
        assert_eq!(count(&["max(g, 1, hybrid)", "max(g, 1)", "max(1, g)"]), 3);
        let rules = "policy; if g > 3: hybrid; otherwise: blockers";
        assert_eq!(count(&[rules, rules, "if(g > 3, hybrid, blockers)"]), 2);
    }

    #[test]
    fn results_make_room_after_their_last_use() {
        // A chain needs its last result and the next one.
        let chain = schedule(&["((((g + 1)*2 + 3)*4 + 5)*6 + 7)*8"]);
        assert_eq!((chain.code.len(), chain.results), (8, 2));
        // What a later expression takes is kept.
        let kept = schedule(&["g + 1", "g*2", "(g + 1)/(g*2)"]);
        assert_eq!((kept.code.len(), kept.results), (3, 3));
        let ends: Vec<usize> = kept.answers.iter().map(|&(_, end)| end).collect();
        assert_eq!(ends, [1, 2, 3]);
    }

    #[test]
    fn a_cleared_forest_is_empty() {
        let mut forest = Forest::default();
        forest.add(&formula("g + 1").body);
        forest.clear();
        assert!(forest.is_empty());
        forest.add(&formula("g + 1").body);
        assert_eq!((forest.len(), forest.schedule().code.len()), (1, 1));
    }
}
