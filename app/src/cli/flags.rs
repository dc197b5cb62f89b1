//! Flags that several commands share, among them those that the domains add.

mod analysis;
mod generator;
mod search;
mod settings;

pub use analysis::AnalysisFlags;
pub use generator::Parameters;
pub use search::SearchFlags;
use settings::SettingFlags;

use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use unstuck_core::amount::print_bytes;
use unstuck_ops::instances::Reading;
use unstuck_ops::limits::Limits;
use unstuck_ops::numbers::{parse_bytes, parse_count, parse_positive};
use unstuck_ops::store::{Store, location};

/// How arguments are read.
#[derive(Args)]
#[command(next_help_heading = "Reading")]
pub struct InstanceFlags {
    /// The domain of texts that do not name one
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    #[command(flatten)]
    reading: ReadingFlags,
}

impl InstanceFlags {
    /// The domain that texts are of, if it was named.
    pub fn domain(&self) -> Option<String> {
        self.domain.clone()
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

/// Least memory that a search is given: with less none of them begins.
const LEAST_MEMORY: u64 = 64 << 10;

fn parse_memory(text: &str) -> Result<u64, String> {
    match parse_bytes(text)? {
        memory if memory < LEAST_MEMORY => {
            Err(format!("'{text}' is too small for a search; write {} or more", print_bytes(LEAST_MEMORY)))
        }
        memory => Ok(memory),
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
    /// Most seconds to search, and to make a pattern database that is missing
    #[arg(long, value_name = "S", value_parser = parse_positive, allow_negative_numbers = true)]
    limit_seconds: Option<f64>,
    /// Most memory for nodes, queues and tables (64MiB, 8GB)
    #[arg(
        long,
        value_name = "BYTES",
        value_parser = parse_memory,
        default_value = "4GiB",
        allow_negative_numbers = true
    )]
    limit_memory: u64,
    /// Most effort: counted work in place of time, the same on every machine (1G)
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    limit_effort: Option<u64>,
}

impl LimitFlags {
    /// As requests name them.
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.limit_nodes,
            seconds: self.limit_seconds,
            memory: Some(self.limit_memory),
            effort: self.limit_effort,
            of_server: false,
        }
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
        Ok(Store::open(&location::chosen(self.store.as_deref())?)?)
    }

    /// Opens the store to look at it; where there is none, an empty one that leaves no trace.
    pub fn open_existing(&self) -> Result<Store> {
        let path = location::chosen(self.store.as_deref())?;
        Ok(if location::is_there(&path) { Store::open(&path)? } else { Store::in_memory()? })
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
}
