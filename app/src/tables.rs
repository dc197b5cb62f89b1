//! Large tables (pattern databases) in the user's cache folder.
//!
//! A table is a file: a header with the table's name, version, size and checksum, then the bytes. It is
//! memory-mapped, so a warm cache costs no reading and programs share its pages. Every opening checks the header and
//! the checksum: a file that is damaged, cut short or of another version is made anew, never trusted. New files are
//! written beside and renamed, so nobody ever sees half of one.

mod cache;
mod checksum;
mod file;

pub use cache::Cache;

use crate::method;
use crate::workers::{Pool, useful};
use anyhow::Result;
use unstuck_core::registry::Family;

/// The tables that these heuristics read.
pub fn needed(family: &dyn Family, heuristics: &[&str]) -> Vec<&'static str> {
    if family.tables().is_empty() {
        return Vec::new();
    }
    let named: Vec<&str> =
        heuristics.iter().flat_map(|heuristic| method::features(family, heuristic)).collect();
    family.tables().iter().map(|table| table.name).filter(|name| named.contains(name)).collect()
}

/// Fetches the tables that these heuristics read, making those that are missing.
pub fn prepare(family: &dyn Family, heuristics: &[&str], threads: usize, quiet: bool) -> Result<()> {
    let needed = needed(family, heuristics);
    if needed.is_empty() {
        return Ok(());
    }
    let pool = Pool::new(useful(threads, 1))?;
    let mut cache = Cache::new(&pool, quiet);
    Ok(family.prepare(&needed, &mut cache)?)
}
