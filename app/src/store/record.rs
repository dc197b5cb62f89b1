//! What a store holds, as plain values: the road from the tables to whoever shows them.

use serde::{Deserialize, Serialize};
use unstuck_evolution::contest::Standing;
use unstuck_evolution::engine::{Champion, Generation, Reason};
use unstuck_evolution::world::Yardstick;

/// Where an experiment or a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not begun, or freed by whoever ran it.
    Waiting,
    /// Somebody runs it.
    Running,
    /// Paused on demand.
    Paused,
    /// Finished, tested.
    Done,
    /// Stopped on demand before its end.
    Stopped,
    /// It ended with an error.
    Failed,
}

/// An experiment as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// Its number in the store.
    pub id: i64,
    /// Hash of the filled-in configuration.
    pub identity: String,
    /// Its name.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The filled-in configuration, as TOML.
    pub config: String,
    /// Where it stands.
    pub state: State,
    /// When it was begun, in Unix time.
    pub created: i64,
    /// When it was last written to, in Unix time.
    pub updated: i64,
    /// Version, commit and CPU that it was begun with.
    pub origin: String,
    /// Why it failed, if it did.
    pub error: Option<String>,
    /// Its settings.
    pub cells: Vec<CellRecord>,
    /// Its runs, cell by cell, repetition by repetition.
    pub runs: Vec<RunRecord>,
}

/// One setting of a grid; an experiment without a grid has one, with no settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CellRecord {
    /// Its number, from 0.
    pub number: u32,
    /// Key and value as TOML, as in `("genome.rules", "3")`.
    pub settings: Vec<(String, String)>,
    /// The test, once it was held.
    pub trial: Option<TrialRecord>,
}

/// One repetition of one cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its number in the store.
    pub id: i64,
    /// The number of its cell.
    pub cell: u32,
    /// Which repetition it is, from 0.
    pub repetition: u32,
    /// The control: random search with the same budget of evaluations, beside the run it belongs to.
    pub control: bool,
    /// Its seed.
    pub seed: u64,
    /// Where it stands.
    pub state: State,
    /// Why it ended, if it did.
    pub reason: Option<Reason>,
    /// The generation it is at.
    pub generation: u32,
    /// Measurements of a genome so far.
    pub evaluations: u64,
    /// Time spent, over all sittings.
    pub seconds: f64,
    /// The best on validation so far.
    pub champion: Option<Champion>,
    /// The champion in the heuristic language, with header.
    pub text: Option<String>,
    /// What happened, by generation. Loaded on demand; empty in lists.
    pub history: Vec<Generation>,
}

/// An instance of the test set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstanceRecord {
    /// What people call it.
    pub name: String,
    /// The instance itself.
    pub text: String,
    /// What it is measured against.
    pub yardstick: Yardstick,
}

/// How everybody did on the test set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialRecord {
    /// The test set.
    pub instances: Vec<InstanceRecord>,
    /// Those who stood the test.
    pub entries: Vec<EntryRecord>,
}

/// Who stood the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The champion of the run with this number (repetition).
    Champion(u32),
    /// The champion of random search with the same budget.
    Control(u32),
    /// The tuned baseline.
    Baseline,
    /// A hand-made feature, the maximum of the admissible ones, or blind search.
    Handmade,
}

/// One of those who stood the test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EntryRecord {
    /// What it is.
    pub kind: Kind,
    /// How it did.
    pub standing: Standing,
    /// Time of its searches together.
    pub seconds: f64,
}
