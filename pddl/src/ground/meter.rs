//! Limits while grounding: the caller is asked every 4,096 tuples or operators whether to continue.

use super::GroundError;
use crate::observer::{Observer, Stage};

/// Tuples between two polls.
const EVERY: u32 = 4_096;

/// Counts tuples and asks the observer.
pub(super) struct Meter<'a> {
    observer: &'a mut dyn Observer,
    left: u32,
    /// Bytes held by everything but what the current loop is filling.
    pub(super) bytes: usize,
    /// Bytes held to the end: atoms, facts and groups.
    pub(super) lasting: usize,
}

impl<'a> Meter<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer) -> Self {
        Self { observer, left: EVERY, bytes: 0, lasting: 0 }
    }

    pub(super) fn stage(&mut self, stage: Stage) {
        self.observer.stage(stage);
    }

    /// One tuple; `more` is what the current loop holds in addition.
    #[inline]
    pub(super) fn tick(&mut self, more: impl FnOnce() -> usize) -> Result<(), GroundError> {
        self.left -= 1;
        if self.left == 0 { self.poll(more()) } else { Ok(()) }
    }

    /// Asks now.
    #[cold]
    pub(super) fn poll(&mut self, more: usize) -> Result<(), GroundError> {
        self.left = EVERY;
        match self.observer.poll(self.lasting + self.bytes + more) {
            true => Ok(()),
            false => Err(GroundError::Stopped),
        }
    }
}
