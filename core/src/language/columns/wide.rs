//! The same loops for the registers that this machine has.
//!
//! The versions differ in width alone: rustc does not fuse or reorder floating-point operations, so each computes
//! the same bits.

/// Loops that are compiled once for each width. Everything that `run` calls and that is worth it must be inlined.
pub(super) trait Loops {
    /// What they give.
    type Result;
    /// Runs them.
    fn run(self) -> Self::Result;
}

/// Runs loops by the widest instructions there are.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) fn run<L: Loops>(loops: L) -> L::Result {
    // The answers are cached by the standard library: each test is one load.
    if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512dq") {
        // SAFETY: the processor has just been found to have the instructions that the function is compiled for;
        // otherwise it is an ordinary safe function.
        unsafe { run_avx512(loops) }
    } else if std::is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        unsafe { run_avx2(loops) }
    } else {
        loops.run()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq")]
fn run_avx512<L: Loops>(loops: L) -> L::Result {
    loops.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<L: Loops>(loops: L) -> L::Result {
    loops.run()
}

/// Runs loops.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn run<L: Loops>(loops: L) -> L::Result {
    loops.run()
}

#[cfg(test)]
#[cfg(target_arch = "x86_64")]
mod tests;
