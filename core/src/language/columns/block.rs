//! The loops over one block of rows, written so that the compiler turns them into wide instructions.

use super::Columns;
use super::wide::Loops;
use crate::language::meaning::{self, Real, holds, limit, operation};
use crate::language::node::Op;
use crate::language::program::{Code, Instruction};

/// Rows per block: a few blocks of results fit into the nearest cache.
pub const BLOCK: usize = 256;

/// Values of consecutive rows.
#[derive(Clone)]
#[repr(align(64))]
pub struct Block<T>(pub [T; BLOCK]);

impl<T: Real> Default for Block<T> {
    fn default() -> Self {
        Self([T::default(); BLOCK])
    }
}

/// A value of an instruction: its own for each row, or the same for all.
enum Operand<'a, T> {
    Rows(&'a [T; BLOCK]),
    Same(T),
}

/// Results of instructions. An instruction writes into the spare block and exchanges it for its place, which only moves
/// pointers.
#[derive(Default)]
pub(super) struct Results<T: Real> {
    pub(super) blocks: Vec<Box<Block<T>>>,
    pub(super) spare: Box<Block<T>>,
}

/// All instructions of a program over one block.
pub(super) struct OneBlock<'a, T: Real> {
    pub(super) code: &'a [Instruction],
    pub(super) features: &'a [u16],
    pub(super) columns: &'a Columns<T>,
    pub(super) block: usize,
    pub(super) constants: &'a [T],
    pub(super) results: &'a mut Results<T>,
}

impl<T: Real> Loops for OneBlock<'_, T> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        run(self);
    }
}

/// Inlined into versions for wider registers, see [`wide`](super::wide).
#[inline(always)]
pub(super) fn run<T: Real>(loops: OneBlock<'_, T>) {
    let OneBlock { code, features, columns, block, constants, results } = loops;
    let first_result = features.len() + constants.len();
    let Results { blocks, spare } = results;
    for &Instruction { code, limited, to, a, b, c } in code {
        let Code::Op(op) = code else { continue };
        let place = to as usize - first_result;
        let operand = |slot: u32| {
            let slot = slot as usize;
            match slot.checked_sub(features.len()) {
                None => Operand::Rows(&columns.block(features[slot], block).0),
                Some(constant) if constant < constants.len() => Operand::Same(constants[constant]),
                Some(other) => Operand::Rows(&blocks[other - constants.len()].0),
            }
        };
        let (x, y, to) = (operand(a), operand(b), &mut spare.0);
        macro_rules! one {
            (limited $f:ident) => {
                one(to, x, |x| limit(meaning::$f(x)))
            };
            (free $f:ident) => {
                one(to, x, meaning::$f)
            };
        }
        macro_rules! two {
            (limited $f:ident) => {
                if limited {
                    two(to, x, y, |x, y| limit(meaning::$f(x, y)));
                } else {
                    two(to, x, y, meaning::$f);
                }
            };
            (free $f:ident) => {
                two(to, x, y, meaning::$f)
            };
        }
        operation!(op, one, two, select(to, x, y, operand(c)));
        std::mem::swap(spare, &mut blocks[place]);
    }
}

#[inline(always)]
fn one<T: Real>(to: &mut [T; BLOCK], x: Operand<'_, T>, f: impl Fn(T) -> T) {
    match x {
        Operand::Rows(x) => {
            for (to, &x) in to.iter_mut().zip(x) {
                *to = f(x);
            }
        }
        Operand::Same(x) => to.fill(f(x)),
    }
}

#[inline(always)]
fn two<T: Real>(to: &mut [T; BLOCK], x: Operand<'_, T>, y: Operand<'_, T>, f: impl Fn(T, T) -> T) {
    match (x, y) {
        (Operand::Rows(x), Operand::Rows(y)) => {
            for ((to, &x), &y) in to.iter_mut().zip(x).zip(y) {
                *to = f(x, y);
            }
        }
        (Operand::Rows(x), Operand::Same(y)) => {
            for (to, &x) in to.iter_mut().zip(x) {
                *to = f(x, y);
            }
        }
        (Operand::Same(x), Operand::Rows(y)) => {
            for (to, &y) in to.iter_mut().zip(y) {
                *to = f(x, y);
            }
        }
        (Operand::Same(x), Operand::Same(y)) => to.fill(f(x, y)),
    }
}

#[inline(always)]
fn select<T: Real>(to: &mut [T; BLOCK], condition: Operand<'_, T>, x: Operand<'_, T>, y: Operand<'_, T>) {
    let condition = match condition {
        Operand::Rows(condition) => condition,
        Operand::Same(condition) => return one(to, if holds(condition) { x } else { y }, |value| value),
    };
    // First the values where the condition fails, then the others over them.
    one(to, y, |value| value);
    match x {
        Operand::Rows(x) => {
            for ((to, &x), &condition) in to.iter_mut().zip(x).zip(condition) {
                *to = if holds(condition) { x } else { *to };
            }
        }
        Operand::Same(x) => {
            for (to, &condition) in to.iter_mut().zip(condition) {
                *to = if holds(condition) { x } else { *to };
            }
        }
    }
}
