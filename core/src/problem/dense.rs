//! Problems whose states are numbered: sets of states are bitsets then.

use super::Problem;

/// A problem whose states are numbered, on some of its instances.
pub trait Dense: Problem {
    /// How many numbers there are, at most 2^32; `None` on an instance without a numbering small enough to be useful.
    fn numbers(&self) -> Option<u64>;
    /// The state's number.
    fn number(&self, state: &Self::State) -> u64;
    /// The number of the state that an action leads to; most successors are known, and need not be made.
    fn number_after(&self, state: &Self::State, action: Self::Action) -> u64 {
        let mut child = state.clone();
        self.apply(&mut child, action);
        self.number(&child)
    }
}

/// A computation for problems that are [`Dense`].
pub trait WithDense<P: Problem> {
    /// What it computes.
    type Output;
    /// Runs it.
    fn call(self, problem: &P) -> Self::Output
    where
        P: Dense;
}
