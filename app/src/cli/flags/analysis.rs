//! Flags of the commands that analyse one heuristic over instances.

use super::{LimitFlags, ReadingFlags, StoreFlag};
use anyhow::Result;
use clap::Args;
use unstuck_evolution::role::Role;
use unstuck_ops::analysed_instances::{Data, Stored};
use unstuck_ops::instances::Reading;
use unstuck_ops::limits::Limits;
use unstuck_ops::store::Store;

/// A heuristic, and the instances it is analysed on.
#[derive(Args)]
pub struct AnalysisFlags {
    /// The domain
    pub domain: String,
    /// Instances: SET:ID, a range, DOMAIN:TEXT, @FILE, or a board
    #[arg(value_name = "INSTANCE", required_unless_present = "run")]
    instances: Vec<String>,
    /// The heuristic: a name, a text, @FILE, or champion
    #[arg(short = 'H', long, value_name = "H", allow_hyphen_values = true)]
    pub heuristic: String,
    /// The instances of a stored run's experiment
    #[arg(long, value_name = "NUMBER", conflicts_with = "instances")]
    run: Option<i64>,
    /// Which of them: train, validation or test
    #[arg(long, value_name = "ROLE", requires = "run", value_parser = role)]
    role: Option<Role>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    store: StoreFlag,
    #[command(flatten)]
    reading: ReadingFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

fn role(text: &str) -> Result<Role, String> {
    Role::ALL
        .into_iter()
        .find(|role| role.name() == text)
        .ok_or_else(|| format!("unknown role '{text}'; available: train, validation, test"))
}

impl AnalysisFlags {
    /// Which instances.
    pub fn data(&self) -> Data {
        Data { run: self.run, role: self.role, instances: self.instances.clone(), dataset: None }
    }

    /// Metric and settings.
    pub fn reading(&self) -> Reading {
        self.reading.reading()
    }

    /// Limits of each search.
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// The store, if a run of it is named.
    pub fn store(&self) -> Result<Opened> {
        Ok(Opened(match self.run {
            Some(_) => Some(self.store.open_existing()?),
            None => None,
        }))
    }
}

/// A store that is open if it is needed.
pub struct Opened(Option<Store>);

impl Stored for Opened {
    fn store(&self) -> Option<&Store> {
        self.0.as_ref()
    }

    fn dataset(&self, name: &str) -> unstuck_ops::Result<Vec<String>> {
        ().dataset(name)
    }
}
