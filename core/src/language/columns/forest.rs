//! Many expressions over the same columns: what several of them have in common is computed once.
//!
//! Every different part of the expressions is a value with a number. A part is found by its operation and the numbers of
//! its own parts, so a tree costs one look-up per operation. Sums and products are the same whatever the order of their
//! parts, and x − x, x / x, x − 0, x · 1 and x / 1, which evolved trees have often, need no operation: their bits are
//! known. Since each operation is the one that [`Program`](crate::language::Program) has, every row gets the same bits as alone.

use super::super::formula::{Body, Policy};
use super::super::meaning::{LIMIT, TINY, clamp_finite};
use super::super::node::{Node, Op};
use super::super::program::{Code, Instruction};

/// A part of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Feature(u16),
    /// By its bits.
    Constant(u64),
    /// An operation on earlier parts; those that it does not take repeat the first.
    Apply(Op, [u32; 3]),
}

impl Part {
    /// In few steps: every operation of every tree is looked up. The upper bits are the best.
    fn hash(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        match self {
            Self::Feature(index) => u64::from(index).wrapping_mul(ODD),
            // Few of the lower bits of constants that people write are set.
            Self::Constant(bits) => (bits ^ bits >> 32).wrapping_mul(ODD),
            Self::Apply(op, [a, b, c]) => {
                let taken = u64::from(a) << 32 | u64::from(b);
                (taken.wrapping_mul(ODD) ^ (u64::from(c) << 8 | op as u64)).wrapping_mul(ODD)
            }
        }
    }
}

/// No part.
const NONE: u32 = u32::MAX;

/// Expressions that are evaluated together, see [`Workspace::forest`](super::Workspace::forest).
#[derive(Default)]
pub struct Forest {
    /// All different parts, each after its own parts.
    parts: Vec<Part>,
    /// The numbers of operations and constants in a hash table with linear probing; a power of two, at most half full.
    numbers: Vec<u32>,
    /// The number of each feature; `NONE` of those that no tree reads.
    features: Vec<u32>,
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
        self.numbers.fill(NONE);
        self.features.clear();
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

    fn feature(&mut self, index: u16) -> u32 {
        let place = usize::from(index);
        if self.features.len() <= place {
            self.features.resize(place + 1, NONE);
        }
        if self.features[place] == NONE {
            self.features[place] = self.parts.len() as u32;
            self.parts.push(Part::Feature(index));
        }
        self.features[place]
    }

    fn constant(&mut self, value: f64) -> u32 {
        self.number(Part::Constant(value.to_bits()))
    }

    fn is(&self, part: u32, value: f64) -> bool {
        self.parts[part as usize] == Part::Constant(value.to_bits())
    }

    fn number(&mut self, part: Part) -> u32 {
        if self.numbers.len() <= 2 * self.parts.len() {
            self.enlarge();
        }
        let mut place = self.place(part);
        loop {
            match self.numbers[place] {
                NONE => {
                    let number = self.parts.len() as u32;
                    self.numbers[place] = number;
                    self.parts.push(part);
                    return number;
                }
                number if self.parts[number as usize] == part => return number,
                _ => place = (place + 1) & (self.numbers.len() - 1),
            }
        }
    }

    /// Where the search for a part begins.
    fn place(&self, part: Part) -> usize {
        (part.hash() >> 32) as usize & (self.numbers.len() - 1)
    }

    fn enlarge(&mut self) {
        let size = (2 * self.numbers.len()).max(64);
        self.numbers.clear();
        self.numbers.resize(size, NONE);
        for (number, &part) in self.parts.iter().enumerate() {
            let mut place = self.place(part);
            while self.numbers[place] != NONE {
                place = (place + 1) & (size - 1);
            }
            self.numbers[place] = number as u32;
        }
    }

    fn tree(&mut self, nodes: &[Node]) -> u32 {
        for &node in nodes {
            let number = match node {
                Node::Number(value) => self.constant(clamp_finite(value)),
                Node::Truth(value) => self.constant(f64::from(u8::from(value))),
                Node::Feature(index) | Node::Flag(index) => self.feature(index),
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
            Op::Sub if first == second => self.constant(0.0),
            Op::Div if first == second => self.constant(1.0),
            Op::Sub if self.is(second, 0.0) => first,
            Op::Mul | Op::Div if self.is(second, 1.0) => first,
            Op::Mul if self.is(first, 1.0) => second,
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

    /// The instructions. `largest` gives the largest magnitude of a feature.
    pub(super) fn schedule(&self, largest: impl Fn(u16) -> f64) -> Schedule {
        let mut schedule = Schedule::default();
        for part in &self.parts {
            match *part {
                Part::Feature(index) => schedule.features.push(index),
                Part::Constant(bits) => schedule.constants.push(f64::from_bits(bits)),
                Part::Apply(..) => {}
            }
        }
        let (mut features, mut constants) = (0.., schedule.features.len() as u32..);
        // No part has a larger magnitude than its bound.
        let mut bounds: Vec<f64> = Vec::with_capacity(self.parts.len());
        let mut slots = Slots::new(self, schedule.features.len() + schedule.constants.len());
        for (time, part) in self.parts.iter().enumerate() {
            let bound = match *part {
                Part::Feature(index) => {
                    slots.of.extend(features.next());
                    largest(index)
                }
                Part::Constant(bits) => {
                    slots.of.extend(constants.next());
                    f64::from_bits(bits).abs() * ROUNDING
                }
                Part::Apply(op, taken) => {
                    let to = slots.occupy();
                    let [a, b, c] = taken.map(|part| slots.of[part as usize]);
                    let bound = bound(op, bounds[taken[0] as usize], bounds[taken[1] as usize]);
                    let limited = bound > LIMIT;
                    schedule.code.push(Instruction { code: Code::Op(op), limited, to, a, b, c });
                    taken.iter().for_each(|&part| slots.release(part, time));
                    bound.min(LIMIT)
                }
            };
            bounds.push(bound);
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

/// More than rounding, in any precision, adds to a result.
const ROUNDING: f64 = 1.000_001;

/// The largest magnitude that an operation gives before its result is clamped.
fn bound(op: Op, a: f64, b: f64) -> f64 {
    let exact = match op {
        Op::Add | Op::Sub => a + b,
        Op::Mul => a * b,
        Op::Div => (a / TINY).max(1.0),
        Op::Min | Op::Max | Op::Neg | Op::Abs => a.max(b),
        _ => f64::INFINITY,
    };
    exact * ROUNDING
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
mod tests;
