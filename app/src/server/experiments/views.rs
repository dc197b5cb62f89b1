//! Experiments as data.

use crate::report::curves::RunCurves;
use crate::server::phase::Phase;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use unstuck_evolution::engine::Reason;
use unstuck_ops::ToSchema;
use unstuck_ops::analysis::Verdict;
use unstuck_ops::store::record::State;

/// An experiment as lists show it.
#[derive(Serialize, ToSchema)]
pub struct ExperimentSummary {
    pub id: i64,
    pub identity: String,
    pub name: String,
    pub domain: String,
    pub metric: String,
    /// `weights`, `tree` or `policy`.
    pub genome: String,
    pub algorithm: String,
    pub fitness: String,
    #[schema(value_type = StateName)]
    pub state: State,
    /// Asked for and not yet done.
    #[schema(value_type = Option<CommandName>)]
    pub pending: Option<&'static str>,
    pub error: Option<String>,
    /// Unix time.
    pub created: i64,
    pub updated: i64,
    pub runs: RunCounts,
    pub configurations: usize,
    pub repetitions: u64,
    /// Least of the unfinished runs, or the largest when all are done.
    pub generation: u32,
    /// Where the file sets an end.
    pub generations: Option<u64>,
    /// 0 to 1, over all runs and the test.
    pub progress: f64,
    /// What is being done.
    pub phase: Option<Phase>,
    /// Seconds.
    pub eta: Option<f64>,
    /// Best fitness on validation over all runs; smaller is better.
    pub best: Option<f64>,
    /// The tuned baseline's fitness on validation.
    pub baseline: Option<f64>,
    /// The first run's best validation fitness so far: at most 60 generations, each with the value there.
    pub spark: Vec<(u32, f64)>,
    /// Another process that runs it.
    pub owner: Option<String>,
    /// Unix time.
    pub deleted: Option<i64>,
}

/// Where an experiment or a run stands.
#[derive(ToSchema)]
#[schema(as = State, rename_all = "lowercase")]
#[expect(dead_code, reason = "the schema of a type of the store")]
pub enum StateName {
    Waiting,
    Running,
    Paused,
    Done,
    Stopped,
    Failed,
}

/// A command that was given and is not carried out yet.
#[derive(ToSchema)]
#[schema(as = Wish, rename_all = "lowercase")]
#[expect(dead_code, reason = "the schema of a word")]
pub enum CommandName {
    Pause,
    Resume,
    Stop,
}

/// How many runs there are.
#[derive(Serialize, ToSchema)]
pub struct RunCounts {
    pub total: usize,
    pub done: usize,
    pub running: usize,
}

/// All experiments, the newest first.
#[derive(Serialize, ToSchema)]
pub struct ExperimentList {
    pub experiments: Vec<ExperimentSummary>,
}

/// The best champion of every experiment, the newest first.
#[derive(Serialize, ToSchema)]
pub struct HallOfFame {
    pub champions: Vec<Famous>,
}

/// The best champion of an experiment.
#[derive(Serialize, ToSchema)]
pub struct Famous {
    pub experiment: i64,
    pub name: String,
    pub domain: String,
    pub run: i64,
    pub text: String,
    pub size: usize,
    /// On validation.
    pub fitness: Option<f64>,
    /// On the test, once it was held: nodes as a share of blind search, or cost as a share of the reference; the mean.
    pub ratio: Option<f64>,
    /// Mean plan length as a multiple of the optimum.
    pub length: Option<f64>,
    /// Against the tuned baseline on the test.
    pub against: Option<Tally>,
}

/// Instances on which one heuristic needs fewer nodes than another, as many, and more.
#[derive(Serialize, ToSchema)]
pub struct Tally {
    pub wins: usize,
    pub ties: usize,
    pub losses: usize,
}

/// An experiment with its runs.
#[derive(Serialize, ToSchema)]
pub struct Experiment {
    pub summary: ExperimentSummary,
    /// TOML with every default filled in.
    pub config: String,
    /// The same as a tree of values.
    #[schema(value_type = BTreeMap<String, Value>)]
    pub values: Value,
    pub origin: String,
    pub configurations: Vec<ConfigurationView>,
    pub runs: Vec<RunView>,
    pub instances: InstanceCounts,
    /// Id of the run with the best champion by validation.
    pub best: Option<i64>,
    /// Id of the median run.
    pub median: Option<i64>,
}

/// How many instances there are.
#[derive(Serialize, ToSchema)]
pub struct InstanceCounts {
    pub train: usize,
    pub validation: usize,
    pub test: usize,
}

/// Instances of an experiment.
#[derive(Serialize, ToSchema)]
pub struct InstanceList {
    pub instances: Vec<NamedInstance>,
}

/// An instance with its name.
#[derive(Serialize, ToSchema)]
pub struct NamedInstance {
    pub name: String,
    pub text: String,
}

/// A configuration of a grid.
#[derive(Serialize, ToSchema)]
#[schema(as = Configuration)]
pub struct ConfigurationView {
    pub number: u32,
    pub settings: Vec<ConfigurationSetting>,
    pub tested: bool,
    pub baseline: Option<BaselineView>,
}

/// A key of an experiment file with its value.
#[derive(Serialize, ToSchema)]
pub struct ConfigurationSetting {
    pub key: String,
    pub value: String,
}

/// The tuned baseline of a configuration.
#[derive(Serialize, ToSchema)]
#[schema(as = Baseline)]
pub struct BaselineView {
    pub text: String,
    pub fitness: f64,
}

/// A run.
#[derive(Serialize, ToSchema)]
#[schema(as = Run)]
pub struct RunView {
    pub id: i64,
    pub experiment: i64,
    pub configuration: u32,
    pub repetition: u32,
    /// Random search with the same budget of evaluations.
    pub control: bool,
    pub seed: u64,
    #[schema(value_type = StateName)]
    pub state: State,
    #[schema(value_type = Option<String>)]
    pub reason: Option<Reason>,
    /// How many are complete.
    pub generation: u32,
    pub evaluations: u64,
    pub seconds: f64,
    pub champion: Option<ChampionView>,
}

/// The best heuristic of a run.
#[derive(Serialize, ToSchema)]
#[schema(as = Champion)]
pub struct ChampionView {
    /// One line.
    pub text: String,
    /// With header.
    pub block: String,
    pub size: usize,
    /// From 1.
    pub generation: u32,
    pub validation: ScoreView,
    /// Offset and factor.
    pub scaling: Option<(f64, f64)>,
}

/// What a champion is worth on validation.
#[derive(Serialize, ToSchema)]
#[schema(as = Score)]
pub struct ScoreView {
    pub fitness: Option<f64>,
    pub nodes: Option<f64>,
    pub length: Option<f64>,
    pub unsolved: Option<f64>,
}

/// A run with its experiment.
#[derive(Serialize, ToSchema)]
pub struct RunWithExperiment {
    pub run: RunView,
    pub experiment: ExperimentSummary,
}

/// The curves of all runs: columns of equal length. Generations are thinned, the last one always kept.
#[derive(Serialize, ToSchema)]
pub struct Curves {
    pub runs: Vec<RunCurves>,
    pub baseline: Option<f64>,
    /// Name of the evaluator, for the axis.
    pub fitness: String,
    pub population: u64,
}

/// Frequencies, operators and front of a run, by generation.
#[derive(Serialize, ToSchema)]
pub struct RunHistory {
    pub run: RunView,
    /// From 1.
    pub generation: Vec<u32>,
    pub population: usize,
    /// How many individuals use each.
    pub features: BTreeMap<String, Vec<u32>>,
    pub functions: BTreeMap<String, Vec<u32>>,
    pub operators: BTreeMap<String, OperatorHistory>,
    /// The last Pareto front, of NSGA-II.
    pub front: Vec<FrontPoint>,
    /// Where instances evolve as well: how many groups hold each training instance, generation by generation.
    pub opponents: BTreeMap<String, Vec<u32>>,
}

/// How an operator did, by generation.
#[derive(Serialize, ToSchema)]
pub struct OperatorHistory {
    pub used: Vec<u32>,
    pub applied: Vec<u32>,
    /// Children that were measured as their parents were; 0 where each generation has its own sample.
    pub compared: Vec<u32>,
    pub improved: Vec<u32>,
}

/// A point of a Pareto front.
#[derive(Serialize, ToSchema)]
pub struct FrontPoint {
    pub nodes: f64,
    pub length: f64,
}

/// The individuals that led to the champion.
#[derive(Serialize, ToSchema)]
pub struct Ancestry {
    pub individuals: Vec<Individual>,
    /// Parents are known back to the first generation; otherwise these are the champions in their order.
    pub complete: bool,
}

/// An individual.
#[derive(Serialize, ToSchema)]
pub struct Individual {
    pub id: usize,
    /// From 1.
    pub generation: u32,
    /// None for one that failed.
    pub fitness: Option<f64>,
    pub size: u64,
    pub text: String,
    pub operators: Vec<String>,
    pub parents: Option<Vec<usize>>,
    pub champion: bool,
}

/// The test of a configuration.
#[derive(Serialize, ToSchema)]
#[schema(as = TestEvaluation)]
pub struct TestView {
    pub configuration: u32,
    pub instances: Vec<TestInstance>,
    pub results: Vec<TestResult>,
    /// Name of the result of the best champion by validation.
    pub champion: Option<String>,
    pub paired: Vec<Paired>,
    /// Enough repetitions (10) for a claim.
    pub claim: bool,
}

/// An instance of the test set, with what the reference needed.
#[derive(Serialize, ToSchema)]
pub struct TestInstance {
    pub name: String,
    pub text: String,
    pub expanded: u64,
    pub solved: bool,
    pub length: Option<u64>,
    pub optimal: bool,
}

/// How a heuristic did on the test set.
#[derive(Serialize, ToSchema)]
#[schema(as = TestResult)]
pub struct TestResult {
    pub name: String,
    pub kind: TestedKind,
    pub repetition: Option<u32>,
    pub run: Option<i64>,
    pub heuristic: String,
    pub solved: usize,
    pub mean_ratio: f64,
    pub total_ratio: f64,
    pub length: Option<f64>,
    /// Over how many instances the mean length is taken: those solved that have a known plan.
    pub lengths: usize,
    pub expanded: u64,
    pub seconds: f64,
    pub runs: Vec<TestRun>,
}

/// What was tested.
#[derive(Serialize, ToSchema, PartialEq, Clone, Copy)]
#[serde(rename_all = "lowercase")]
pub enum TestedKind {
    Champion,
    Control,
    Baseline,
    Handmade,
}

/// A heuristic on one instance.
#[derive(Serialize, ToSchema)]
pub struct TestRun {
    pub solved: bool,
    pub expanded: u64,
    pub length: u64,
}

/// The champion against another, instance by instance: median ratio of nodes with its 95 % interval by bootstrap.
#[derive(Serialize, ToSchema)]
pub struct Paired {
    /// The other.
    pub name: String,
    /// p of Wilcoxon's signed ranks, two-sided, corrected by Holm.
    pub wilcoxon: f64,
    /// Whether the champion is better, by that p.
    pub verdict: Verdict,
    pub ratio: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// p of McNemar's exact test of the solved instances, corrected by Holm.
    pub mcnemar: Option<f64>,
    pub pairs: usize,
}
