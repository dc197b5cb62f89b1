//! Successors of searches that go down by recursion, without an allocation per node.

use std::mem::needs_drop;

/// States that own memory and are not in use. Plain states are copied instead: the compiler keeps them in registers, and
/// this is empty.
pub(in crate::search) struct SpareStates<S>(Vec<S>);

impl<S: Clone> SpareStates<S> {
    pub(in crate::search) fn new() -> Self {
        Self(Vec::new())
    }

    /// A copy of a state.
    #[inline(always)]
    pub(in crate::search) fn copy(&mut self, state: &S) -> S {
        if !needs_drop::<S>() {
            return state.clone();
        }
        match self.0.pop() {
            Some(mut spare) => {
                spare.clone_from(state);
                spare
            }
            None => state.clone(),
        }
    }

    /// Takes back a state that is no longer needed.
    #[inline(always)]
    pub(in crate::search) fn give_back(&mut self, state: S) {
        if needs_drop::<S>() {
            self.0.push(state);
        }
    }
}
