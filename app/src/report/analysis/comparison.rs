//! The settings of a grid against each other.

use super::cell::{Cell, fitness, runs_of};
use super::trial::{champions, counted, ratios};
use crate::store::record::{ExperimentRecord, TrialRecord};
use serde::Serialize;
use unstuck_evolution::statistics::{
    Quartiles, Verdict, cohen_d, friedman, hedges_g, holm, jarque_bera, kruskal_wallis, mann_whitney, median,
    vargha_delaney, welch,
};

/// The figures of a grid.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// What is compared: one value for each run's champion.
    pub measure: &'static str,
    /// The settings.
    pub groups: Vec<Member>,
    /// Whether any differs from another, champion by champion.
    pub kruskal_wallis: Verdict,
    /// Whether any differs from another, instance by instance: nodes of the setting's champions, their median. Only where
    /// all were tested on the same instances.
    pub friedman: Option<Verdict>,
    /// Each against each.
    pub pairs: Vec<Contrast>,
}

/// One setting.
#[derive(Debug, Serialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its values.
    #[serde(skip)]
    pub values: Vec<f64>,
    /// Their quartiles.
    pub quartiles: Quartiles,
    /// Whether they are unlike draws from a normal distribution, in which case means say little.
    pub jarque_bera: Verdict,
}

/// One setting against another.
#[derive(Debug, Serialize)]
pub struct Contrast {
    /// The one.
    pub first: String,
    /// The other.
    pub second: String,
    /// By ranks.
    pub mann_whitney: Verdict,
    /// The same, as it counts among all pairs.
    pub holm: f64,
    /// By means.
    pub welch: Verdict,
    /// The chance that a champion of the first is worse than one of the second.
    pub a12: f64,
    /// The difference of the means in deviations.
    pub cohen_d: f64,
    /// The same without the bias of small groups.
    pub hedges_g: f64,
}

impl Comparison {
    /// Of the cells of an experiment.
    pub fn of(record: &ExperimentRecord, cells: &[Cell]) -> Self {
        let trials: Option<Vec<&TrialRecord>> = record.cells.iter().map(|cell| cell.trial.as_ref()).collect();
        let values: Vec<Vec<f64>> = match &trials {
            Some(trials) => trials.iter().map(|trial| ratios(trial)).collect(),
            None => {
                cells.iter().map(|cell| runs_of(record, cell.number).filter_map(fitness).collect()).collect()
            }
        };
        let member = |(cell, values): (&Cell, Vec<f64>)| Member {
            name: cell.name(),
            quartiles: Quartiles::of(&values),
            jarque_bera: jarque_bera(&values),
            values,
        };
        let groups: Vec<Member> = cells.iter().zip(values).map(member).collect();
        let lists: Vec<Vec<f64>> = groups.iter().map(|group| group.values.clone()).collect();
        Self {
            measure: if trials.is_some() {
                "mean of ratios on the test set"
            } else {
                "fitness on validation"
            },
            kruskal_wallis: kruskal_wallis(&lists),
            friedman: trials.and_then(|trials| by_instances(&trials)),
            pairs: contrasts(&groups),
            groups,
        }
    }
}

fn contrasts(groups: &[Member]) -> Vec<Contrast> {
    let mut pairs = Vec::new();
    for (number, first) in groups.iter().enumerate() {
        for second in &groups[number + 1..] {
            let (a, b) = (&first.values, &second.values);
            let verdict = mann_whitney(a, b);
            pairs.push(Contrast {
                first: first.name.clone(),
                second: second.name.clone(),
                mann_whitney: verdict,
                holm: verdict.p,
                welch: welch(a, b),
                a12: vargha_delaney(a, b),
                cohen_d: cohen_d(a, b),
                hedges_g: hedges_g(a, b),
            });
        }
    }
    let corrected = holm(&pairs.iter().map(|pair| pair.mann_whitney.p).collect::<Vec<f64>>());
    pairs.iter_mut().zip(corrected).for_each(|(pair, p)| pair.holm = p);
    pairs
}

/// Blocks are instances; a setting's value is the median of its champions' nodes.
fn by_instances(trials: &[&TrialRecord]) -> Option<Verdict> {
    let names = |trial: &TrialRecord| trial.instances.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
    let first = names(trials.first()?);
    if first.is_empty() || !trials.iter().all(|trial| names(trial) == first) {
        return None;
    }
    let nodes: Vec<Vec<Vec<f64>>> =
        trials.iter().map(|trial| champions(trial).map(|entry| counted(&entry.standing)).collect()).collect();
    let value = |champions: &Vec<Vec<f64>>, instance: usize| {
        let values: Vec<f64> = champions.iter().filter_map(|nodes| nodes.get(instance).copied()).collect();
        median(&values)
    };
    let block = |instance: usize| nodes.iter().map(|champions| value(champions, instance)).collect();
    Some(friedman(&(0..first.len()).map(block).collect::<Vec<Vec<f64>>>()))
}
