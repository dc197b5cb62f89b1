//! What a store holds, as plain values: what the reports read.

use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;
use unstuck_evolution::benchmark::BenchmarkResult;
use unstuck_evolution::engine::{ChampionRecord, Generation, Reason};
use unstuck_evolution::experiment::Experiment;
use unstuck_evolution::measure::ReferenceResult;
use unstuck_evolution::real;
use unstuck_evolution::role::Role;

/// Where an experiment or a run stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Not begun, or released by its owner.
    Waiting,
    /// A process runs it.
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

impl State {
    const ALL: [Self; 6] =
        [Self::Waiting, Self::Running, Self::Paused, Self::Done, Self::Stopped, Self::Failed];

    /// Its name, in tables and on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }

    /// The state of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// An experiment as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExperimentRecord {
    /// Its number in the store.
    pub id: i64,
    /// Hash of the filled-in configuration.
    pub identity: String,
    /// Its name; several experiments may share one.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// The filled-in configuration, as TOML.
    pub config: String,
    /// Where it stands.
    pub state: State,
    /// When it was put into the store; Unix time.
    pub created: i64,
    /// When something was stored of it last; Unix time.
    pub updated: i64,
    /// Version, commit and CPU that it was begun with.
    pub origin: String,
    /// Why it failed.
    pub error: Option<String>,
    /// Who runs it, or keeps it while it is paused.
    pub owner: Option<String>,
    /// Its configurations; one without settings if it has no grid.
    pub configurations: Vec<ConfigurationRecord>,
    /// Its runs, configuration by configuration, repetition by repetition.
    pub runs: Vec<RunRecord>,
}

/// One setting of a grid; an experiment without a grid has one, with no settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConfigurationRecord {
    /// Its number, from 0.
    pub number: u32,
    /// Key and value as TOML, as in `("genome.rules", "3")`.
    pub settings: Vec<(String, String)>,
    /// The experiment file of this configuration alone, with all defaults, as TOML.
    pub config: String,
    /// The tuned baseline, once it was found.
    pub baseline: Option<BaselineRecord>,
    /// The test evaluation, once it was done. Not loaded in lists.
    pub test: Option<TestEvaluationRecord>,
}

/// The experiment of a stored configuration.
///
/// # Errors
///
/// The configuration is of another version, or its domain is not registered.
pub fn read_config(config: &str) -> Result<Experiment, ParseError> {
    Experiment::read(config, &|path| {
        Err(format!("a stored configuration names no file, and this one names {path}"))
    })
}

/// A heuristic that is stored as text, on one line and without its header.
pub fn one_line(text: &str) -> String {
    let body = text.trim().strip_prefix("heuristic ").and_then(|rest| rest.split_once('\n'));
    let lines = body.map_or(text.trim(), |(_, body)| body).lines().map(str::trim);
    lines.collect::<Vec<_>>().join("; ")
}

/// What tuning a hand-made estimate by three numbers comes to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaselineRecord {
    /// The heuristic as text.
    pub heuristic: String,
    /// Its fitness on validation, where it is one that champions can be compared with.
    pub fitness: Option<f64>,
}

/// One repetition of one configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// Its number in the store.
    pub id: i64,
    /// The configuration.
    pub configuration: u32,
    /// The repetition, from 0.
    pub repetition: u32,
    /// A control: random search with the same budget of evaluations as the repetition it belongs to.
    pub control: bool,
    /// The seed.
    pub seed: u64,
    /// Where it stands.
    pub state: State,
    /// Why it is over, once it is.
    pub reason: Option<Reason>,
    /// Complete generations.
    pub generation: u32,
    /// Measurements of a genome.
    pub evaluations: u64,
    /// Time spent, over all sessions.
    pub seconds: f64,
    /// The best on validation so far.
    pub champion: Option<ChampionRecord>,
    /// The champion in the heuristic language, with header.
    pub text: Option<String>,
    /// Loaded on demand; empty in lists.
    pub history: Vec<Generation>,
    /// The best on validation, all different, the best first; behind them the points of the last Pareto front, by
    /// ascending nodes. Loaded on demand; empty in lists.
    pub hall: Vec<PlaceRecord>,
}

impl RunRecord {
    /// The points of the last Pareto front, by ascending nodes, each with its nodes and its length.
    pub fn front(&self) -> impl Iterator<Item = (&PlaceRecord, (f64, f64))> {
        self.hall.iter().filter_map(|place| Some((place, place.objectives?)))
    }
}

/// A place in the hall of fame, or a point of the last Pareto front.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaceRecord {
    /// The heuristic, on one line.
    pub heuristic: String,
    /// Its fitness on validation; of a point of a front, on the sample of its generation.
    #[serde(with = "real")]
    pub fitness: f64,
    /// Its size in nodes, as it evolved.
    pub size: u64,
    /// The generation that it was measured in, from 0.
    pub generation: u32,
    /// Of a point of a front: its nodes as a share of the reference's, and its length over the cheapest.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "real")]
    pub objectives: Option<(f64, f64)>,
}

/// An instance of the test set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InstanceRecord {
    /// What people call it.
    pub name: String,
    /// The board.
    pub text: String,
    /// What it is measured against.
    pub reference: ReferenceResult,
}

/// An instance of an experiment, in any role.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MaterialRecord {
    /// What it is for.
    pub role: Role,
    /// What people call it.
    pub name: String,
    /// The board.
    pub text: String,
    /// What it is measured against, once the experiment was prepared.
    pub reference: Option<ReferenceResult>,
    /// Why it is left out, if it is.
    pub dropped: Option<String>,
}

/// An individual that was not in the generation before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IndividualRecord {
    /// The generation, from 0.
    pub generation: u32,
    /// The heuristic, on one line.
    pub heuristic: String,
    /// Its fitness on the sample of its generation; none for a failure that counts as infinitely bad.
    pub fitness: Option<f64>,
    /// Its size in nodes.
    pub size: u64,
    /// The operators that made it; one that could not be applied has a minus before it.
    pub operators: Vec<String>,
    /// The fingerprint of its genome.
    pub fingerprint: u64,
    /// The fingerprints of the genomes that it was made from.
    pub parents: Vec<u64>,
}

/// The results on the test set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TestEvaluationRecord {
    /// The test set.
    pub instances: Vec<InstanceRecord>,
    /// All entries, champions first.
    pub entries: Vec<EntryRecord>,
}

impl TestEvaluationRecord {
    /// Instances whose cheapest plan is not known.
    pub fn unproven(&self) -> usize {
        self.instances.iter().filter(|one| !one.reference.optimal).count()
    }
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
    /// Who it is.
    pub kind: Kind,
    /// How it did.
    pub result: BenchmarkResult,
    /// Time of its searches together.
    pub seconds: f64,
}
