//! Watches one search on the way into the store: keeps its time limit, and ends it on Ctrl-C.

use crate::interrupt;
use std::time::{Duration, Instant};
use unstuck_core::search::{Limit, Limits, Observer, Stats};

/// The observer of one search.
pub struct Guard {
    deadline: Option<Instant>,
}

impl Guard {
    /// Ends the search on Ctrl-C.
    pub fn prompt(limits: &Limits) -> Box<dyn Observer> {
        let limit = limits.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Box::new(Self { deadline: limit.and_then(|limit| Instant::now().checked_add(limit)) })
    }
}

impl Observer for Guard {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        if interrupt::asked() {
            return Some(Limit::Cancelled);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Limit::Time)
    }
}
