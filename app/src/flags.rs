//! Flags that several commands share, among them those that the domains add.

mod generator;
mod settings;

pub use generator::Parameters;
use settings::SettingFlags;

use crate::figures::{parse_bytes, parse_count, parse_positive};
use crate::instances::{self, Reading};
use crate::room::room;
use crate::store::{Store, place};
use crate::workers::{Workers, useful};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use unstuck_core::domain::DomainRef;
use unstuck_core::search::Limits;

/// How arguments are read.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub struct InstanceFlags {
    /// The domain of texts that do not say
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl InstanceFlags {
    /// The domain that texts are of, if it was named.
    pub fn domain(&self) -> Result<Option<DomainRef>> {
        self.domain.as_deref().map(instances::domain).transpose()
    }

    /// Metric and settings.
    pub fn reading(&self) -> Reading {
        self.reading.reading()
    }
}

/// How instances are read once their domain is known.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub struct ReadingFlags {
    /// What a solution's length is counted in ('unstuck domains' lists the metrics)
    #[arg(long, value_name = "M")]
    metric: Option<String>,
    #[command(flatten)]
    settings: SettingFlags,
}

impl ReadingFlags {
    /// Metric and settings.
    pub fn reading(&self) -> Reading {
        Reading { metric: self.metric.clone(), settings: self.settings.0.clone() }
    }
}

/// Bounds on every search.
///
/// All numbers may be negative for clap, so that our parsers refuse them in our words.
#[derive(Args)]
#[command(next_help_heading = "Limits (of each search)")]
pub struct LimitFlags {
    /// Most nodes to expand (250k, 10M)
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    limit_nodes: Option<u64>,
    /// Most seconds to search; a pattern database that is missing is made before
    #[arg(long, value_name = "S", value_parser = parse_positive, allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// Most memory for nodes, queues and tables (64MiB, 8GB)
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = parse_bytes,
        default_value = "4GiB",
        allow_negative_numbers = true
    )]
    limit_memory: u64,
}

impl LimitFlags {
    /// As the core wants them, for so many searches on these threads. What the system gives is divided among those at once.
    pub fn limits(&self, threads: &ThreadFlags, searches: usize) -> Limits {
        let threads = useful(threads.count(), searches);
        let memory = room(threads, threads.min(searches))
            .map_or(self.limit_memory, |room| room.min(self.limit_memory));
        Limits { expanded: self.limit_nodes, seconds: self.limit_seconds, memory: Some(memory) }
    }
}

/// Where experiments are kept.
#[derive(Args)]
pub struct StoreFlag {
    /// The file that experiments are kept in [default: UNSTUCK_STORE, or unstuck.db in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl StoreFlag {
    /// Opens the store, or makes it.
    pub fn open(&self) -> Result<Store> {
        Ok(Store::open(&place::chosen(self.store.as_deref())?)?)
    }

    /// Opens the store to look at it; where there is none, an empty one that leaves no trace.
    pub fn open_existing(&self) -> Result<Store> {
        let path = place::chosen(self.store.as_deref())?;
        Ok(if path.exists() { Store::open(&path)? } else { Store::in_memory()? })
    }
}

/// Threads.
#[derive(Args)]
pub struct ThreadFlags {
    /// Number of threads: for instances worked on at once, or for parts of a single search [default: one per core]
    #[arg(
        long,
        value_name = "T",
        value_parser = clap::value_parser!(u16).range(1..=4096),
        allow_negative_numbers = true
    )]
    threads: Option<u16>,
}

impl ThreadFlags {
    /// How many; 0 for one per core.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or(0).into()
    }

    /// The workers; `what` names their work in the progress bar.
    pub fn workers(&self, what: &'static str, quiet: bool) -> Workers {
        Workers { threads: self.count(), what, quiet }
    }
}
