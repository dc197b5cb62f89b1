//! The loops over one block of rows, written so that the compiler turns them into wide instructions.

use super::Columns;
use crate::language::meaning::{self, Real, holds, limit, truth};
use crate::language::program::{Code, Instruction, Program};

/// Rows per block: a few blocks of results fit into the nearest cache.
pub const BLOCK: usize = 256;

/// Values of consecutive rows.
#[derive(Clone)]
#[repr(align(64))]
pub struct Block<T>(pub [T; BLOCK]);

/// A value of an instruction: its own for each row, or the same for all.
enum Operand<'a, T> {
    Rows(&'a [T; BLOCK]),
    Same(T),
}

/// Runs all instructions over one block. Inlined into versions for wider registers, see [`wide`](super::wide).
#[inline(always)]
pub(super) fn run<T: Real>(
    program: &Program,
    columns: &Columns<T>,
    block: usize,
    constants: &[T],
    results: &mut [Option<Box<Block<T>>>],
) {
    let first_result = program.features.len() + constants.len();
    for &Instruction { code, to, a, b, c } in &program.code {
        if matches!(code, Code::Fetch | Code::FetchFlag | Code::SkipUnless | Code::SkipIf | Code::Goto) {
            continue;
        }
        // The compiler never lets a result overwrite one of its own values, so it can be taken out meanwhile.
        let place = to as usize - first_result;
        let Some(mut out) = results[place].take() else { unreachable!("a result overwrites its own value") };
        let operand = |slot: u32| {
            let slot = slot as usize;
            match slot.checked_sub(program.features.len()) {
                None => Operand::Rows(&columns.block(program.features[slot], block).0),
                Some(constant) if constant < constants.len() => Operand::Same(constants[constant]),
                Some(other) => match &results[other - constants.len()] {
                    Some(found) => Operand::Rows(&found.0),
                    None => unreachable!("a result overwrites its own value"),
                },
            }
        };
        let (x, y, to) = (operand(a), operand(b), &mut out.0);
        match code {
            Code::Add => two(to, x, y, |x, y| limit(x + y)),
            Code::Sub => two(to, x, y, |x, y| limit(x - y)),
            Code::Mul => two(to, x, y, |x, y| limit(x * y)),
            Code::Div => two(to, x, y, |x, y| limit(meaning::div(x, y))),
            Code::Neg => one(to, x, |x| -x),
            Code::Less => two(to, x, y, |x, y| truth(x < y)),
            Code::LessEqual => two(to, x, y, |x, y| truth(x <= y)),
            Code::And => two(to, x, y, |x, y| truth(holds(x) & holds(y))),
            Code::Or => two(to, x, y, |x, y| truth(holds(x) | holds(y))),
            Code::Xor => two(to, x, y, |x, y| truth(holds(x) ^ holds(y))),
            Code::Not => one(to, x, |x| truth(!holds(x))),
            Code::Select => select(to, x, y, operand(c)),
            Code::Min => two(to, x, y, meaning::min),
            Code::Max => two(to, x, y, meaning::max),
            Code::Mean => two(to, x, y, |x, y| limit(meaning::mean(x, y))),
            Code::Abs => one(to, x, |x| x.magnitude()),
            Code::Sq => one(to, x, |x| limit(meaning::sq(x))),
            Code::Cube => one(to, x, |x| limit(meaning::cube(x))),
            Code::Sqrt => one(to, x, |x| limit(meaning::sqrt(x))),
            Code::Cbrt => one(to, x, |x| limit(meaning::cbrt(x))),
            Code::Pow => two(to, x, y, |x, y| limit(meaning::pow(x, y))),
            Code::Root => two(to, x, y, |x, y| limit(meaning::root(x, y))),
            Code::Exp => one(to, x, |x| limit(meaning::exp(x))),
            Code::Log => one(to, x, |x| limit(meaning::log(x))),
            Code::Sin => one(to, x, |x| limit(meaning::sin(x))),
            Code::Cos => one(to, x, |x| limit(meaning::cos(x))),
            Code::Tan => one(to, x, |x| limit(meaning::tan(x))),
            Code::Tanh => one(to, x, |x| limit(meaning::tanh(x))),
            Code::Aq => two(to, x, y, |x, y| limit(meaning::aq(x, y))),
            Code::Fetch | Code::FetchFlag | Code::SkipUnless | Code::SkipIf | Code::Goto => {}
        }
        results[place] = Some(out);
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
