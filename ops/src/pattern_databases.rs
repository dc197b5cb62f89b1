//! Large tables (pattern databases) in the user's cache folder.
//!
//! A table is a file: a header with the table's name, version, size and checksum, then the bytes. It is
//! memory-mapped, so a warm cache costs no reading and programs share its pages. Every opening checks the header and
//! the checksum: a file that is damaged, cut short or of another version is computed again, never trusted. New files
//! are written to a temporary file and renamed, so readers never see half of one.

mod cache;
mod checksum;
mod file;

pub use cache::Cache;
pub use file::{FORMAT, file_bytes, table_bytes};

use crate::system::cancel;
use crate::system::lock::locked;
use crate::system::progress::Progress;
use crate::system::watch::Deadline;
use crate::system::workers::{Pool, useful};
use crate::wording::limit_name;
use crate::wording::{Action, action};
use anyhow::Result;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use unstuck_core::domain::Domain;
use unstuck_core::language::HeuristicRef;
use unstuck_core::resources::ResourceError;
use unstuck_core::search::{Limit, Limits};

/// How often a waiting thread checks whether its table is still wanted.
const PACE: Duration = Duration::from_millis(20);

/// The tables that these heuristics read.
pub fn needed(domain: &dyn Domain, heuristics: &[&HeuristicRef]) -> Vec<&'static str> {
    let named: Vec<&str> = heuristics.iter().flat_map(|heuristic| heuristic.features()).collect();
    read_by(domain, &named)
}

/// The tables that these features read.
fn read_by(domain: &dyn Domain, features: &[&str]) -> Vec<&'static str> {
    domain.pattern_databases().iter().map(|table| table.name).filter(|name| features.contains(name)).collect()
}

/// The size of the tables that a heuristic reads: a search that uses them has so much less of its memory limit.
pub fn bytes(domain: &dyn Domain, heuristic: &HeuristicRef) -> u64 {
    let needed = needed(domain, &[heuristic]);
    domain
        .pattern_databases()
        .iter()
        .filter(|table| needed.contains(&table.name))
        .map(|table| table.bytes)
        .sum()
}

/// How missing tables are made.
#[derive(Clone, Copy)]
pub struct Making<'a> {
    /// Number of threads; 0 for one per core.
    pub threads: usize,
    /// The limits of the search that needs the tables. Making them has to keep to its time and its memory.
    pub limits: Limits,
    /// Receives the progress.
    pub progress: &'a dyn Progress,
}

impl<'a> Making<'a> {
    /// Without limits.
    pub fn unlimited(threads: usize, progress: &'a dyn Progress) -> Self {
        Self { threads, limits: Limits::NONE, progress }
    }
}

/// Fetches the tables that these heuristics read, making those that are missing.
pub fn prepare(domain: &dyn Domain, heuristics: &[&HeuristicRef], making: Making<'_>) -> Result<()> {
    let named: Vec<&str> = heuristics.iter().flat_map(|heuristic| heuristic.features()).collect();
    prepare_features(domain, &named, making)
}

/// Fetches the tables that these features read, making those that are missing.
pub fn prepare_features(domain: &dyn Domain, features: &[&str], making: Making<'_>) -> Result<()> {
    /// Fetched by this process, which keeps them to its end.
    static THERE: Mutex<BTreeSet<(String, &str)>> = Mutex::new(BTreeSet::new());
    let there = |name: &'static str| (domain.info().name.to_string(), name);
    let mut needed = read_by(domain, features);
    needed.retain(|name| !locked(&THERE).contains(&there(name)));
    if needed.is_empty() {
        return Ok(());
    }
    // Held until the tables are there.
    let deadline = Deadline::new(&making.limits);
    let _turn = turn(&deadline).map_err(|limit| Stopped { table: needed[0], limit })?;
    let pool = Pool::new(useful(making.threads, 1))?;
    let mut cache = Cache::new(&pool, making.progress, making.limits, &deadline);
    let fetched = domain.prepare(&needed, &mut cache);
    fetched.map_err(|error| match (error, cache.stopped) {
        (ResourceError::Stopped(table), Some(limit)) => Stopped { table, limit }.into(),
        (error, _) => anyhow::Error::from(error),
    })?;
    locked(&THERE).extend(needed.iter().map(|name| there(name)));
    Ok(())
}

/// A table that was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped {
    /// Its name.
    pub table: &'static str,
    /// What stopped it.
    pub limit: Limit,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, limit) = (self.table, limit_name(self.limit));
        match self.limit {
            Limit::Memory => write!(f, "the table {table} needs more than {limit}"),
            Limit::Cancelled => write!(f, "stopped by {limit} while making the table {table}"),
            Limit::Time | Limit::Nodes | Limit::Effort => write!(
                f,
                "stopped by {limit} while making the table {table} (make it beforehand: {})",
                action(Action::MakeTable(table))
            ),
        }
    }
}

impl std::error::Error for Stopped {}

/// Only one thread at a time fetches tables: two threads that miss the same one would both make it, and need its
/// memory twice. An error if the work is cancelled, or its time is over.
fn turn(deadline: &Deadline) -> Result<MutexGuard<'static, ()>, Limit> {
    static TURN: Mutex<()> = Mutex::new(());
    loop {
        match TURN.try_lock() {
            Ok(turn) => return Ok(turn),
            // It guards nothing that a panic could leave half done.
            Err(TryLockError::Poisoned(turn)) => return Ok(turn.into_inner()),
            Err(TryLockError::WouldBlock) if cancel::requested() => return Err(Limit::Cancelled),
            Err(TryLockError::WouldBlock) => match deadline.reached() {
                Some(limit) => return Err(limit),
                None => std::thread::sleep(PACE),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    #[test]
    fn one_thread_at_a_time_fetches_tables() {
        let never = Deadline::new(&Limits::NONE);
        let first = turn(&never).expect("a turn");
        let flag = cancel::Flag::default();
        let soon = Deadline::new(&Limits { seconds: Some(0.05), ..Limits::NONE });
        assert_eq!(turn(&soon).err(), Some(Limit::Time), "it waits no longer than its time");
        std::thread::scope(|scope| {
            let unwanted =
                scope.spawn(|| cancel::with_flag(Some(Arc::clone(&flag)), || turn(&never).is_err()));
            let waits = scope.spawn(|| turn(&never).is_ok());
            flag.store(true, Ordering::Relaxed);
            assert!(unwanted.join().unwrap(), "it ends while another has the turn");
            assert!(!waits.is_finished());
            drop(first);
            assert!(waits.join().unwrap());
        });
    }
}
