//! Work that can be split: the core starts no threads, the caller brings them.

/// Runs many tasks, perhaps at the same time.
pub trait Executor: Sync {
    /// Calls `task` once with every number below `count`, in any order, and returns when all calls have ended.
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync));

    /// How many tasks may run at the same time.
    fn threads(&self) -> usize;
}

/// One task after another, in the caller's thread.
///
/// ```
/// use unstuck_core::executor::{Executor, Sequential};
/// use std::sync::atomic::{AtomicUsize, Ordering};
///
/// let sum = AtomicUsize::new(0);
/// Sequential.run(5, &|task| {
///     sum.fetch_add(task, Ordering::Relaxed);
/// });
/// assert_eq!(sum.into_inner(), 10);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sequential;

impl Executor for Sequential {
    fn run(&self, count: usize, task: &(dyn Fn(usize) + Sync)) {
        (0..count).for_each(task);
    }

    fn threads(&self) -> usize {
        1
    }
}
