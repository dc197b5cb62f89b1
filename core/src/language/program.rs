//! A compiled heuristic: a flat list of instructions over numbered slots.
//!
//! The slots are, in this order, the features it reads, its constants, and room for results. The same instructions
//! run in two ways:
//!
//! - one node at a time ([`Program::run`]): features that are needed in any case are fetched at once, others at the
//!   first place that needs them, and `Skip` and `Goto` pass over everything that cannot matter;
//! - over columns ([`columns`](super::columns)): `Fetch`, `Skip` and `Goto` are ignored, everything is computed, and
//!   `if` chooses row by row.
//!
//! So in a run by node, a skipped slot holds an arbitrary value; its reader ignores it, as `if` does
//! with the value not chosen, and `and` with its second value where the first is false.

use super::meaning::{self, clamp_finite, holds, truth};
use super::node::Op;

/// What an instruction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Makes sure that the slot `to` holds its feature.
    Fetch,
    /// Makes sure that the slot `to` holds its boolean feature.
    FetchFlag,
    /// By node only: goes to `c` unless `a` holds.
    SkipUnless,
    /// By node only: goes to `c` if `a` holds.
    SkipIf,
    /// By node only: copies `a` and goes to `c`.
    Goto,
    /// An operation of the language on `a`, `b` and, where it takes three values, `c`.
    Op(Op),
}

/// One instruction: numbers of slots, except that jumps keep their target in `c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instruction {
    /// What to do.
    pub code: Code,
    /// Over columns only: whether the result may have to be clamped.
    pub limited: bool,
    /// Where the result goes.
    pub to: u32,
    /// First value.
    pub a: u32,
    /// Second value.
    pub b: u32,
    /// Third value, or the number of an instruction.
    pub c: u32,
}

/// A compiled heuristic; see [`compile`](super::compile()).
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// The instructions.
    pub(super) code: Vec<Instruction>,
    /// The features in the first slots, by their places in the domain's table.
    pub(super) features: Vec<u16>,
    /// How many of them, from the first on, are needed whatever the others are; no instruction fetches these.
    pub(super) certain: usize,
    /// The constants in the slots after them, clamped.
    pub(super) constants: Vec<f64>,
    /// Room for results.
    pub(super) results: usize,
    /// The slot of the value.
    pub(super) answer: u32,
}

impl Program {
    /// The features it may read, by their places in the domain's table.
    pub fn features(&self) -> &[u16] {
        &self.features
    }

    /// Fresh slots for [`run`](Self::run).
    pub fn slots(&self) -> Vec<f64> {
        let mut slots = vec![0.0; self.features.len()];
        slots.extend_from_slice(&self.constants);
        slots.resize(slots.len() + self.results, 0.0);
        slots
    }

    /// The value at one node. `fetch` gives a feature by its place in the domain's table; it is asked for those that
    /// are needed, some of them perhaps twice. The slots must come from this program's [`slots`](Self::slots).
    #[inline]
    pub fn run(&self, slots: &mut [f64], mut fetch: impl FnMut(u16) -> f64) -> f64 {
        for (slot, &feature) in slots.iter_mut().zip(&self.features[..self.certain]) {
            *slot = clamp_finite(fetch(feature));
        }
        let mut next = 0;
        while let Some(&Instruction { code, to, a, b, c, .. }) = self.code.get(next) {
            next += 1;
            let (x, y) = (slots[a as usize], slots[b as usize]);
            slots[to as usize] = match code {
                Code::Op(op) => meaning::compute(op, x, y, || slots[c as usize]),
                Code::Fetch => clamp_finite(fetch(self.features[to as usize])),
                Code::FetchFlag => truth(holds(clamp_finite(fetch(self.features[to as usize])))),
                Code::SkipUnless => {
                    if !holds(x) {
                        next = c as usize;
                    }
                    continue;
                }
                Code::SkipIf => {
                    if holds(x) {
                        next = c as usize;
                    }
                    continue;
                }
                Code::Goto => {
                    next = c as usize;
                    x
                }
            };
        }
        slots[self.answer as usize]
    }
}
