//! Runs of experiments against each other: values, tests, effect sizes, and how soon a target is reached.

use crate::ToSchema;
use crate::analysis::statistics::{
    Quartiles, RunLength, cohen_d, hedges_g, holm, kruskal_wallis, mann_whitney, median, vargha_delaney,
    welch,
};
use crate::analysis::{ENOUGH, fitness, validation_curve};
use crate::request::Fields;
use crate::request::error::{Error, Result};
use crate::request::numbers::is_real;
use crate::store::Store;
use crate::store::record::{ExperimentRecord, Kind, RunRecord};
use serde::{Deserialize, Serialize};

/// Most experiments at once.
const MAX_EXPERIMENTS: usize = 20;

/// What is compared.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
#[schema(as = CompareRequest)]
pub struct Request {
    /// Ids of the experiments.
    pub experiments: Vec<i64>,
    /// Whether every configuration of a grid is a separate group; it is by default.
    pub configurations: Option<bool>,
    /// What is compared.
    pub measure: Measure,
}

/// What runs are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The champion's fitness on validation.
    Validation,
    /// Its nodes on the test set over those of the reference.
    Nodes,
    /// Its lengths on the test set over the shortest.
    Length,
    /// Test instances that it solves.
    Solved,
    /// Its size.
    Size,
    /// Evaluations of the run.
    Evaluations,
    /// Seconds of the run.
    Seconds,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Validation,
        Self::Nodes,
        Self::Length,
        Self::Solved,
        Self::Size,
        Self::Evaluations,
        Self::Seconds,
    ];
}

/// Runs against each other.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Comparison)]
pub struct RunComparison {
    /// What is compared.
    pub measure: Measure,
    /// Whether smaller values are better.
    pub smaller_is_better: bool,
    /// The groups.
    pub groups: Vec<GroupView>,
    /// Whether any group differs from another.
    pub overall: Option<Overall>,
    /// Each group against each.
    pub pairs: Vec<PairView>,
    /// Share of runs that reached the target by this number of evaluations.
    pub ecdf: Vec<RunLengths>,
    /// The target: the median of all champions on validation.
    pub target: Option<f64>,
    /// What to keep in mind.
    pub notes: Vec<String>,
}

/// The runs of an experiment or of one of its configurations.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ComparedGroup)]
pub struct GroupView {
    /// Its name.
    pub name: String,
    /// The experiment.
    pub experiment: i64,
    /// The configuration.
    pub configuration: u32,
    /// Whether these are runs of random search.
    pub control: bool,
    /// Ids of the runs.
    pub runs: Vec<i64>,
    /// A value for each run.
    pub values: Vec<f64>,
    /// Their median.
    pub median: Option<f64>,
    /// Their lower quartile.
    pub lower: Option<f64>,
    /// Their upper quartile.
    pub upper: Option<f64>,
    /// The smallest.
    pub least: Option<f64>,
    /// The largest.
    pub most: Option<f64>,
    /// Their mean.
    pub mean: Option<f64>,
}

/// A test over all groups.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Overall {
    /// `Kruskal–Wallis` or `Mann–Whitney`.
    pub test: &'static str,
    /// The statistic.
    pub statistic: f64,
    /// The chance of such a difference.
    pub p: f64,
}

/// One group against another.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ComparedPair)]
pub struct PairView {
    /// Place of the one.
    pub a: usize,
    /// Place of the other.
    pub b: usize,
    /// Mann–Whitney.
    pub p: f64,
    /// The same after Holm's correction.
    pub holm: f64,
    /// Vargha–Delaney: how often a draw of a is larger than one of b.
    pub a12: f64,
    /// Cohen's d.
    pub cohen: Option<f64>,
    /// Hedges' g.
    pub hedges: Option<f64>,
    /// Welch's test.
    pub welch: Option<f64>,
}

/// How soon the runs of a group reached the target.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RunLengths {
    /// Place of the group.
    pub group: usize,
    /// Evaluations at which a run reached it.
    pub evaluations: Vec<f64>,
    /// The share of runs by then.
    pub share: Vec<f64>,
}

struct Group<'a> {
    name: String,
    experiment: i64,
    configuration: u32,
    control: bool,
    runs: Vec<(&'a RunRecord, f64)>,
}

fn real(value: f64) -> Option<f64> {
    Some(value).filter(|value| is_real(*value))
}

/// Compares the runs of experiments.
pub fn run(request: &Request, store: &Store) -> Result<RunComparison> {
    if request.experiments.is_empty() || request.experiments.len() > MAX_EXPERIMENTS {
        let message = format!("name from 1 to {MAX_EXPERIMENTS} experiments");
        return Err(Error::request(message).field("experiments"));
    }
    let records = request.experiments.iter().map(|&id| store.study(id));
    let records: Vec<ExperimentRecord> = records.collect::<Result<_, _>>().map_err(anyhow::Error::from)?;
    let groups: Vec<Group<'_>> = records.iter().flat_map(|record| groups(record, request)).collect();
    Ok(describe(&groups, request.measure))
}

fn groups<'r>(record: &'r ExperimentRecord, request: &Request) -> Vec<Group<'r>> {
    let grid = request.configurations != Some(false) && record.configurations.len() > 1;
    let mut groups = Vec::new();
    for control in [false, true] {
        for configuration in
            record.configurations.iter().filter(|configuration| grid || configuration.number == 0)
        {
            let own = record.runs.iter();
            let own = own
                .filter(|run| run.control == control && (!grid || run.configuration == configuration.number));
            let runs: Vec<(&RunRecord, f64)> =
                own.filter_map(|run| Some((run, value(record, run, request.measure)?))).collect();
            if runs.is_empty() && control {
                continue;
            }
            let mut name = record.name.clone();
            if grid {
                let settings: Vec<String> =
                    configuration.settings.iter().map(|(key, value)| format!("{key} = {value}")).collect();
                name += &format!(" ({})", settings.join(", "));
            }
            if control {
                name += ", random search";
            }
            groups.push(Group {
                name,
                experiment: record.id,
                configuration: configuration.number,
                control,
                runs,
            });
        }
    }
    groups
}

/// The result of a run; the test has only the champions that took part in it.
fn value(record: &ExperimentRecord, run: &RunRecord, measure: Measure) -> Option<f64> {
    let result = || {
        let test = record
            .configurations
            .iter()
            .find(|configuration| configuration.number == run.configuration)?
            .test
            .as_ref()?;
        let kind = if run.control { Kind::Control(run.repetition) } else { Kind::Champion(run.repetition) };
        test.entries.iter().find(|entry| entry.kind == kind).map(|entry| &entry.result)
    };
    match measure {
        Measure::Validation => fitness(run),
        Measure::Size => run.champion.as_ref().map(|champion| champion.size as f64),
        Measure::Evaluations => Some(run.evaluations as f64),
        Measure::Seconds => Some(run.seconds),
        Measure::Nodes => result().and_then(|result| real(result.mean_ratio)),
        Measure::Length => result().and_then(|result| real(result.length)),
        Measure::Solved => result().map(|result| result.solved as f64),
    }
}

fn describe(groups: &[Group<'_>], measure: Measure) -> RunComparison {
    let values: Vec<Vec<f64>> =
        groups.iter().map(|group| group.runs.iter().map(|(_, value)| *value).collect()).collect();
    let view = |(group, values): (&Group<'_>, &Vec<f64>)| {
        let quartiles = Quartiles::of(values);
        GroupView {
            name: group.name.clone(),
            experiment: group.experiment,
            configuration: group.configuration,
            control: group.control,
            runs: group.runs.iter().map(|(run, _)| run.id).collect(),
            values: values.clone(),
            median: real(quartiles.median),
            lower: real(quartiles.lower),
            upper: real(quartiles.upper),
            least: real(quartiles.minimum),
            most: real(quartiles.maximum),
            mean: real(values.iter().sum::<f64>() / values.len() as f64),
        }
    };
    let (target, ecdf) = run_lengths(groups);
    let mut notes = Vec::new();
    if groups.iter().any(|group| group.runs.len() < ENOUGH) {
        notes.push(format!("Fewer than {ENOUGH} runs in a group: an observation, not a claim."));
    }
    if values.iter().any(Vec::is_empty) {
        notes.push("A group without values: its runs have none of this measure yet.".to_owned());
    }
    RunComparison {
        measure,
        smaller_is_better: measure != Measure::Solved,
        groups: groups.iter().zip(&values).map(view).collect(),
        overall: overall(&values),
        pairs: pairs(&values),
        ecdf,
        target,
        notes,
    }
}

/// Whether any group differs from another.
fn overall(values: &[Vec<f64>]) -> Option<Overall> {
    let filled: Vec<Vec<f64>> = values.iter().filter(|list| !list.is_empty()).cloned().collect();
    let (test, verdict) = match &filled[..] {
        [] | [_] => return None,
        [first, second] => ("Mann–Whitney", mann_whitney(first, second)),
        many => ("Kruskal–Wallis", kruskal_wallis(many)),
    };
    Some(Overall { test, statistic: real(verdict.statistic)?, p: real(verdict.p)? })
}

/// Each against each.
fn pairs(values: &[Vec<f64>]) -> Vec<PairView> {
    let mut found = Vec::new();
    for (a, first) in values.iter().enumerate() {
        for (b, second) in values.iter().enumerate().skip(a + 1) {
            if !first.is_empty() && !second.is_empty() {
                found.push((a, b, mann_whitney(first, second).p));
            }
        }
    }
    let corrected = holm(&found.iter().map(|pair| pair.2).collect::<Vec<f64>>());
    let pair = |((a, b, p), holm): ((usize, usize, f64), f64)| {
        let (first, second) = (&values[a], &values[b]);
        PairView {
            a,
            b,
            p,
            holm,
            a12: vargha_delaney(first, second),
            cohen: real(cohen_d(first, second)),
            hedges: real(hedges_g(first, second)),
            welch: real(welch(first, second).p),
        }
    };
    found.into_iter().zip(corrected).map(pair).collect()
}

/// The share of runs that reached the median of all champions on validation, by evaluations.
fn run_lengths(groups: &[Group<'_>]) -> (Option<f64>, Vec<RunLengths>) {
    let all: Vec<f64> =
        groups.iter().flat_map(|group| &group.runs).filter_map(|(run, _)| fitness(run)).collect();
    let Some(target) = real(median(&all)).filter(|_| !all.is_empty()) else { return (None, Vec::new()) };
    let curve = |(number, group): (usize, &Group<'_>)| {
        let curves: Vec<Vec<(f64, f64)>> = group.runs.iter().map(|(run, _)| validation_curve(run)).collect();
        let lengths = RunLength::of_curves(&curves, target);
        let share = lengths.reached.iter().map(|&effort| lengths.share(effort)).collect();
        RunLengths { group: number, evaluations: lengths.reached, share }
    };
    (Some(target), groups.iter().enumerate().map(curve).collect())
}
