//! Large tables (pattern databases) in the user's cache folder.
//!
//! A table is a file: a header with the table's name, version, size and checksum, then the bytes. It is
//! memory-mapped, so a warm cache costs no reading and programs share its pages. Every opening checks the header and
//! the checksum: a file that is damaged, cut short or of another version is computed again, never trusted. New files are
//! written beside and renamed, so readers never see half of one.

mod cache;
mod checksum;
mod file;

pub use cache::Cache;
pub use file::{file_bytes, table_bytes};

use crate::cancel;
use crate::lock::locked;
use crate::progress::Progress;
use crate::workers::{Pool, useful};
use anyhow::Result;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use unstuck_core::domain::Domain;
use unstuck_core::language::HeuristicRef;
use unstuck_core::resources::ResourceError;

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

/// Fetches the tables that these heuristics read, making those that are missing.
pub fn prepare(
    domain: &dyn Domain,
    heuristics: &[&HeuristicRef],
    threads: usize,
    progress: &dyn Progress,
) -> Result<()> {
    let named: Vec<&str> = heuristics.iter().flat_map(|heuristic| heuristic.features()).collect();
    prepare_features(domain, &named, threads, progress)
}

/// Fetches the tables that these features read, making those that are missing.
pub fn prepare_features(
    domain: &dyn Domain,
    features: &[&str],
    threads: usize,
    progress: &dyn Progress,
) -> Result<()> {
    /// Fetched by this process, which keeps them to its end.
    static THERE: Mutex<BTreeSet<(String, &str)>> = Mutex::new(BTreeSet::new());
    let there = |name: &'static str| (domain.info().name.to_string(), name);
    let mut needed = read_by(domain, features);
    needed.retain(|name| !locked(&THERE).contains(&there(name)));
    if needed.is_empty() {
        return Ok(());
    }
    // Held until the tables are there.
    let _turn = turn().ok_or(ResourceError::Stopped(needed[0]))?;
    let pool = Pool::new(useful(threads, 1))?;
    let mut cache = Cache::new(&pool, progress);
    domain.prepare(&needed, &mut cache)?;
    locked(&THERE).extend(needed.iter().map(|name| there(name)));
    Ok(())
}

/// Only one thread at a time fetches tables: two threads that miss the same one would both make it, and need its memory twice.
/// Nothing if the work is no longer wanted.
fn turn() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    loop {
        match TURN.try_lock() {
            Ok(turn) => return Some(turn),
            // It guards nothing that a panic could leave half done.
            Err(TryLockError::Poisoned(turn)) => return Some(turn.into_inner()),
            Err(TryLockError::WouldBlock) if cancel::requested() => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(PACE),
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
        let first = turn().expect("a turn");
        let flag = cancel::Flag::default();
        std::thread::scope(|scope| {
            let unwanted = scope.spawn(|| cancel::with_flag(Some(Arc::clone(&flag)), || turn().is_none()));
            let waits = scope.spawn(|| turn().is_some());
            flag.store(true, Ordering::Relaxed);
            assert!(unwanted.join().unwrap(), "it ends while another has the turn");
            assert!(!waits.is_finished());
            drop(first);
            assert!(waits.join().unwrap());
        });
    }
}
