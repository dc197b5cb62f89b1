//! The same loops for the registers that this machine has.
//!
//! The versions differ in width alone: rustc does not fuse or reorder floating-point operations, so each computes
//! the same bits.

use super::Columns;
use super::block::{self, Block};
use crate::language::meaning::Real;
use crate::language::program::Program;

/// Runs a program over one block by the widest instructions there are.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) fn run<T: Real>(
    program: &Program,
    columns: &Columns<T>,
    block: usize,
    constants: &[T],
    results: &mut [Option<Box<Block<T>>>],
) {
    // The answers are cached by the standard library: each test is one load.
    if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512dq") {
        // SAFETY: the processor has just been found to have the instructions that the function is compiled for;
        // otherwise it is an ordinary safe function.
        unsafe { run_avx512(program, columns, block, constants, results) }
    } else if std::is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        unsafe { run_avx2(program, columns, block, constants, results) }
    } else {
        block::run(program, columns, block, constants, results);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn run_avx512<T: Real>(
    program: &Program,
    columns: &Columns<T>,
    block: usize,
    constants: &[T],
    results: &mut [Option<Box<Block<T>>>],
) {
    block::run(program, columns, block, constants, results);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<T: Real>(
    program: &Program,
    columns: &Columns<T>,
    block: usize,
    constants: &[T],
    results: &mut [Option<Box<Block<T>>>],
) {
    block::run(program, columns, block, constants, results);
}

/// Runs a program over one block.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn run<T: Real>(
    program: &Program,
    columns: &Columns<T>,
    block: usize,
    constants: &[T],
    results: &mut [Option<Box<Block<T>>>],
) {
    block::run(program, columns, block, constants, results);
}
