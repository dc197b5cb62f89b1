//! The curves of a run, as columns.

use serde::Serialize;
use unstuck_evolution::engine::{Generation, OperatorUse};
use unstuck_ops::ToSchema;
use unstuck_ops::analysis::format::is_real;
use unstuck_ops::store::record::RunRecord;

/// The curves of a run.
#[derive(Serialize, ToSchema)]
pub struct RunCurves {
    pub run: i64,
    pub configuration: u32,
    pub repetition: u32,
    pub control: bool,
    /// From 1.
    pub generation: Vec<u32>,
    pub evaluations: Vec<u64>,
    /// Since the run began.
    pub seconds: Vec<Option<f64>>,
    pub best: Vec<Option<f64>>,
    pub mean: Vec<Option<f64>>,
    pub worst: Vec<Option<f64>>,
    pub validation: Vec<Option<f64>>,
    pub size: Vec<Option<f64>>,
    pub depth: Vec<Option<f64>>,
    pub distinct: Vec<Option<f64>>,
    pub distinct_results: Vec<Option<f64>>,
    /// Share of operator uses that could not be applied.
    pub failed: Vec<Option<f64>>,
}

impl RunCurves {
    /// Of some generations of a run; `seconds` are those since it began, where they are known.
    pub fn of(run: &RunRecord, history: &[Generation], seconds: impl Fn(u32) -> Option<f64>) -> Self {
        let column = |of: &dyn Fn(&Generation) -> Option<f64>| history.iter().map(of).collect::<Vec<_>>();
        Self {
            run: run.id,
            configuration: run.configuration,
            repetition: run.repetition,
            control: run.control,
            generation: history.iter().map(|one| one.number + 1).collect(),
            evaluations: history.iter().map(|one| one.evaluations).collect(),
            seconds: column(&|one| seconds(one.number)),
            best: column(&|one| real(one.best)),
            mean: column(&|one| real(one.mean)),
            worst: column(&|one| real(one.worst)),
            validation: column(&|one| one.validation.and_then(real)),
            size: column(&|one| Some(one.size)),
            depth: column(&|one| Some(one.depth)),
            distinct: column(&|one| Some(one.distinct as f64)),
            distinct_results: column(&|one| Some(one.distinct_results as f64)),
            failed: column(&failed),
        }
    }
}

/// A value that can be drawn.
pub fn real(value: f64) -> Option<f64> {
    Some(value).filter(|value| is_real(*value))
}

/// The share of uses of operators that could not be applied.
pub fn failed(generation: &Generation) -> Option<f64> {
    let sum = |of: fn(&OperatorUse) -> u32| {
        generation.operators.values().map(|one| u64::from(of(one))).sum::<u64>() as f64
    };
    let used = sum(|one| one.used);
    (used > 0.0).then(|| 1.0 - sum(|one| one.applied) / used)
}

/// At most so many of a list, evenly spread, the last one always kept.
pub fn thin<T: Clone>(list: &[T], most: usize) -> Vec<T> {
    if list.len() <= most || most < 2 {
        return list.to_vec();
    }
    (0..most).map(|place| list[place * (list.len() - 1) / (most - 1)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinning_keeps_both_ends() {
        let list: Vec<u32> = (0..1_000).collect();
        let thinned = thin(&list, 60);
        assert_eq!((thinned.len(), thinned[0], thinned[59]), (60, 0, 999));
        assert_eq!(thin(&list, 2_000).len(), 1_000);
    }
}
