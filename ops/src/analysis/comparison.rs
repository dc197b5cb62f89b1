//! The settings of a grid against each other.

use super::configuration::Configuration;
use super::contrast::{Contrast, Member};
use super::pair::counted;
use super::runs::{fitness, runs_of};
use super::statistics::{Verdict, friedman, holm, kruskal_wallis, median};
use super::test_evaluation::{champions_of, ratios};
use crate::store::record::{ExperimentRecord, State, TestEvaluationRecord};
use serde::Serialize;

/// The statistics of a grid.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// What is compared: one value for each run's champion.
    pub measure: &'static str,
    /// The settings.
    pub groups: Vec<Member>,
    /// Whether any differs from another, champion by champion.
    pub kruskal_wallis: Verdict,
    /// Whether any differs from another, instance by instance: nodes of the setting's champions, their median. Only
    /// where all were tested on the same instances.
    pub friedman: Option<Verdict>,
    /// Each against each.
    pub pairs: Vec<Contrast>,
}

impl Comparison {
    /// Of the configurations of an experiment.
    pub fn of(record: &ExperimentRecord, configurations: &[Configuration]) -> Self {
        let tests: Option<Vec<&TestEvaluationRecord>> =
            record.configurations.iter().map(|configuration| configuration.test.as_ref()).collect();
        let values: Vec<Vec<f64>> = match &tests {
            Some(tests) => tests.iter().map(|test| ratios(champions_of(test))).collect(),
            // What a run on its way will come to is not known.
            None => {
                let done = |configuration: &Configuration| {
                    let runs = runs_of(record, configuration.number).filter(|run| run.state == State::Done);
                    runs.filter_map(fitness).collect()
                };
                configurations.iter().map(done).collect()
            }
        };
        let groups: Vec<Member> = configurations
            .iter()
            .zip(values)
            .map(|(configuration, values)| Member::of(configuration.name(), values))
            .collect();
        let lists: Vec<Vec<f64>> = groups.iter().map(|group| group.values.clone()).collect();
        Self {
            measure: if tests.is_some() { "mean of ratios on the test set" } else { "fitness on validation" },
            kruskal_wallis: kruskal_wallis(&lists),
            friedman: tests.and_then(|tests| by_instances(&tests)),
            pairs: contrasts(&groups),
            groups,
        }
    }
}

fn contrasts(groups: &[Member]) -> Vec<Contrast> {
    let mut pairs = Vec::new();
    for (number, first) in groups.iter().enumerate() {
        pairs.extend(groups[number + 1..].iter().map(|second| Contrast::of(first, second)));
    }
    let corrected = |p: fn(&Contrast) -> f64| holm(&pairs.iter().map(p).collect::<Vec<f64>>());
    let (ranks, means) = (corrected(|pair| pair.mann_whitney.p), corrected(|pair| pair.welch.p));
    for (pair, (ranks, means)) in pairs.iter_mut().zip(ranks.into_iter().zip(means)) {
        (pair.holm, pair.welch_holm) = (ranks, means);
    }
    pairs
}

/// Blocks are instances; a setting's value is the median of its champions' nodes.
fn by_instances(tests: &[&TestEvaluationRecord]) -> Option<Verdict> {
    let names =
        |test: &TestEvaluationRecord| test.instances.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    let first = names(tests.first()?);
    if first.is_empty() || !tests.iter().all(|test| names(test) == first) {
        return None;
    }
    let nodes: Vec<Vec<Vec<f64>>> =
        tests.iter().map(|test| champions_of(test).map(|entry| counted(&entry.result)).collect()).collect();
    let value = |champions: &Vec<Vec<f64>>, instance: usize| {
        let values: Vec<f64> = champions.iter().filter_map(|nodes| nodes.get(instance).copied()).collect();
        median(&values)
    };
    let block = |instance: usize| nodes.iter().map(|champions| value(champions, instance)).collect();
    Some(friedman(&(0..first.len()).map(block).collect::<Vec<Vec<f64>>>()))
}
