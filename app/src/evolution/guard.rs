//! Watches one search of an experiment: keeps its time limit, and ends it on Ctrl-C unless the step is to be finished.

use crate::interrupt;
use std::time::{Duration, Instant};
use unstuck_core::search::{Limit, Limits, Observer, Stats};

/// The observer of one search.
pub struct Guard {
    deadline: Option<Instant>,
    patient: bool,
}

impl Guard {
    /// Ends the search on Ctrl-C.
    pub fn prompt(limits: &Limits) -> Box<dyn Observer> {
        Box::new(Self { deadline: deadline(limits), patient: false })
    }

    /// Lets Ctrl-C wait until whoever runs the search has finished its step; a second one ends the program.
    pub fn patient(limits: &Limits) -> Box<dyn Observer> {
        Box::new(Self { deadline: deadline(limits), patient: true })
    }
}

fn deadline(limits: &Limits) -> Option<Instant> {
    let limit = limits.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    limit.and_then(|limit| Instant::now().checked_add(limit))
}

impl Observer for Guard {
    fn poll(&mut self, _stats: &Stats) -> Option<Limit> {
        if !self.patient && interrupt::asked() {
            return Some(Limit::Cancelled);
        }
        self.deadline.filter(|deadline| Instant::now() >= *deadline).map(|_| Limit::Time)
    }
}
