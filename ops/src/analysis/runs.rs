//! Which runs statistics are over, and which of them represent the others.

use super::format::is_real;
use crate::store::record::{ExperimentRecord, RunRecord, State};
use unstuck_evolution::engine::Generation;

/// The runs that statistics are over: those that are done, or all while none is.
pub fn telling<'r>(runs: impl Iterator<Item = &'r RunRecord>) -> Vec<&'r RunRecord> {
    let all: Vec<&RunRecord> = runs.collect();
    let done: Vec<&RunRecord> = all.iter().copied().filter(|run| run.state == State::Done).collect();
    if done.is_empty() { all } else { done }
}

/// The representative runs.
#[derive(Debug, Clone, Copy)]
pub struct Chosen<'r> {
    /// The best by validation.
    pub best: Option<&'r RunRecord>,
    /// The one in the middle, where there are at least three.
    pub median: Option<&'r RunRecord>,
}

/// The best of some runs and the one in the middle, by their champions on validation: of those that are done, or of all
/// while none is. Of equal ones the first comes first.
pub fn chosen<'r>(runs: impl Iterator<Item = &'r RunRecord>) -> Chosen<'r> {
    let mut order = telling(runs);
    order.retain(|run| run.champion.is_some());
    let value = |run: &RunRecord| fitness(run).unwrap_or(f64::MAX);
    order.sort_by(|a, b| value(a).total_cmp(&value(b)));
    Chosen { best: order.first().copied(), median: (order.len() > 2).then(|| order[order.len() / 2]) }
}

/// The run that represents an experiment: the best by validation over all configurations.
pub fn best_run(record: &ExperimentRecord) -> Option<&RunRecord> {
    chosen(record.runs.iter().filter(|run| !run.control)).best
}

/// The runs of a configuration without the controls.
pub fn runs_of(record: &ExperimentRecord, configuration: u32) -> impl Iterator<Item = &RunRecord> {
    record.runs.iter().filter(move |run| run.configuration == configuration && !run.control)
}

/// The champion's fitness on validation.
pub fn fitness(run: &RunRecord) -> Option<f64> {
    run.champion.as_ref().map(|champion| champion.validation.fitness).filter(|fitness| is_real(*fitness))
}

/// The champion's fitness on validation, by evaluations.
pub fn validation_curve(run: &RunRecord) -> Vec<(f64, f64)> {
    let point =
        |one: &Generation| Some((one.evaluations as f64, one.validation.filter(|value| is_real(*value))?));
    run.history.iter().filter_map(point).collect()
}
