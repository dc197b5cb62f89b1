//! Counts what a search does and keeps it within its limits.

use super::{Limit, Limits, Observer, Stats};
use std::ops::ControlFlow;

/// The figures of a running search, its limits and its observer.
pub struct Meter<'a> {
    /// The figures so far.
    pub stats: Stats,
    limits: Limits,
    observer: &'a mut dyn Observer,
    /// Value of `stats.expanded` at which to look up again.
    next_check: u64,
}

/// Most expansions between two polls.
const POLL_EXPANSIONS: u64 = 1_024;
/// About how many successors may be made between two polls: bounds the wait where branching is high.
const POLL_GENERATED: u64 = 8_192;

impl<'a> Meter<'a> {
    /// Starts counting.
    pub fn new(limits: Limits, observer: &'a mut dyn Observer) -> Self {
        let mut meter = Self { stats: Stats::default(), limits, observer, next_check: 0 };
        meter.schedule();
        meter
    }

    /// Counts one expansion, or says why it may not happen.
    #[inline]
    pub fn expand(&mut self) -> ControlFlow<Limit> {
        if self.stats.expanded >= self.next_check {
            self.check()?;
        }
        self.stats.expanded += 1;
        ControlFlow::Continue(())
    }

    #[cold]
    fn check(&mut self) -> ControlFlow<Limit> {
        if self.limits.expanded.is_some_and(|most| self.stats.expanded >= most) {
            return ControlFlow::Break(Limit::Nodes);
        }
        self.poll()?;
        self.schedule();
        ControlFlow::Continue(())
    }

    fn schedule(&mut self) {
        let expanded = self.stats.expanded;
        let per_node = self.stats.generated.checked_div(expanded).unwrap_or(POLL_GENERATED / 64).max(1);
        let interval = (POLL_GENERATED / per_node).clamp(16, POLL_EXPANSIONS);
        self.next_check = (expanded + interval).min(self.limits.expanded.unwrap_or(u64::MAX));
    }

    /// Asks the observer now.
    pub fn poll(&mut self) -> ControlFlow<Limit> {
        match self.observer.poll(&self.stats) {
            Some(limit) => ControlFlow::Break(limit),
            None => ControlFlow::Continue(()),
        }
    }

    /// Who watches.
    pub(super) fn observer(&mut self) -> &mut dyn Observer {
        self.observer
    }

    /// To be asked before growing to `bytes` in all.
    pub fn allow(&mut self, bytes: u64) -> ControlFlow<Limit> {
        if self.limits.memory.is_some_and(|most| bytes > most) {
            return ControlFlow::Break(Limit::Memory);
        }
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        ControlFlow::Continue(())
    }

    /// Tells the observer of a new round.
    pub fn iteration(&mut self, bound: u32) {
        self.stats.iterations += 1;
        self.observer.iteration(bound, &self.stats);
    }

    /// Tells the observer of a better solution.
    pub fn improved(&mut self, cost: u64) {
        self.stats.iterations += 1;
        self.observer.improved(cost, &self.stats);
    }
}
