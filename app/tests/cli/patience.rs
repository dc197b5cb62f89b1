//! Waiting for something that comes soon on a quiet machine and may take minutes on a busy one.

use std::time::{Duration, Instant};

/// No test depends on how long it is: without it, a test that waits for something that never comes would not end.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits in small steps until its time is over.
pub struct Patience(Instant);

impl Default for Patience {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Patience {
    /// A moment between two looks; fails with what was seen last once the time is over.
    #[track_caller]
    pub fn wait(&self, seen: impl FnOnce() -> String) {
        assert!(self.0.elapsed() < PATIENCE, "{}", seen());
        std::thread::sleep(Duration::from_millis(20));
    }
}
