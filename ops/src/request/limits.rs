//! The limits of every search, as requests name them.

use crate::system::memory_limit;
use crate::system::workers::useful;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use unstuck_core::search;

/// Default of the memory limit.
pub const MEMORY: u64 = 4 << 30;

/// Limits of each search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, crate::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Most nodes to expand.
    pub nodes: Option<u64>,
    /// Most seconds.
    #[serde(deserialize_with = "not_negative")]
    pub seconds: Option<f64>,
    /// Most bytes for nodes, queues and tables.
    pub memory: Option<u64>,
    /// Most effort: about a nanosecond of work a unit, counted instead of timed, so that results are the same
    /// everywhere.
    pub effort: Option<u64>,
    /// Whether the seconds are a server's own limit, not one of the request.
    #[serde(skip)]
    pub of_server: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: None, seconds: None, memory: Some(MEMORY), effort: None, of_server: false }
    }
}

impl Limits {
    /// As searches read them, for a number of searches on a number of threads (0: one per core). The memory that the
    /// system allows is divided among those at once.
    pub fn of_each(self, threads: usize, searches: usize) -> search::Limits {
        let threads = useful(threads, searches);
        let allowed = memory_limit::per_search(threads, threads.min(searches));
        let memory = match (self.memory, allowed) {
            (Some(memory), Some(allowed)) => Some(memory.min(allowed)),
            (memory, allowed) => memory.or(allowed),
        };
        search::Limits { expanded: self.nodes, seconds: self.seconds, memory, effort: self.effort }
    }
}

/// Refuses a negative number of seconds, which is not the absence of a limit.
fn not_negative<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::deserialize(deserializer)? {
        Some(seconds) if seconds < 0.0 => Err(D::Error::custom(format!("{seconds} seconds are negative"))),
        seconds => Ok(seconds),
    }
}
