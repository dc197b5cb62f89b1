//! What the populations of a setting were made by and of.

use crate::store::record::RunRecord;
use serde::Serialize;
use std::collections::BTreeMap;
use unstuck_evolution::engine::{Generation, OperatorUse};

/// Operators, features and functions of all runs of a setting.
#[derive(Debug, Default, Serialize)]
pub struct Population {
    /// Over all generations, those that were applied most first.
    pub operators: Vec<Operator>,
    /// Of the last generations, the most frequent first.
    pub features: Vec<Frequency>,
    /// The same for the operations of the language.
    pub functions: Vec<Frequency>,
}

/// How an operator did.
#[derive(Debug, Serialize)]
pub struct Operator {
    /// Its name.
    pub name: String,
    /// How often it was used.
    #[serde(flatten)]
    pub uses: OperatorUse,
}

impl Operator {
    /// Children that were better than their better parent, as a share of those that were measured as their parents
    /// were; none where each generation has its own sample.
    pub fn success(&self) -> Option<f64> {
        let compared = self.uses.compared;
        (compared > 0).then(|| f64::from(self.uses.improved) / f64::from(compared))
    }
}

/// How many individuals use something.
#[derive(Debug, Serialize)]
pub struct Frequency {
    /// What it is.
    pub name: String,
    /// The share of individuals.
    pub share: f64,
}

impl Population {
    /// Of the runs of a setting.
    pub fn of(runs: &[&RunRecord]) -> Self {
        let last: Vec<&Generation> = runs.iter().filter_map(|run| run.history.last()).collect();
        Self {
            operators: operators(runs),
            features: frequencies(&last, |one| &one.features),
            functions: frequencies(&last, |one| &one.functions),
        }
    }
}

fn operators(runs: &[&RunRecord]) -> Vec<Operator> {
    let mut sums: BTreeMap<&str, OperatorUse> = BTreeMap::new();
    for (name, one) in runs.iter().flat_map(|run| &run.history).flat_map(|one| &one.operators) {
        let sum = sums.entry(name).or_default();
        sum.used = sum.used.saturating_add(one.used);
        sum.applied = sum.applied.saturating_add(one.applied);
        sum.compared = sum.compared.saturating_add(one.compared);
        sum.improved = sum.improved.saturating_add(one.improved);
    }
    let mut found: Vec<Operator> =
        sums.into_iter().map(|(name, uses)| Operator { name: name.to_owned(), uses }).collect();
    // Names are in order, and a stable sort keeps equals so; here and below.
    found.sort_by_key(|operator| std::cmp::Reverse(operator.uses.applied));
    found
}

fn frequencies(
    generations: &[&Generation],
    counts: fn(&Generation) -> &BTreeMap<String, u32>,
) -> Vec<Frequency> {
    let individuals: usize = generations.iter().map(|one| one.individuals).sum();
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for (name, count) in generations.iter().flat_map(|one| counts(one)) {
        *sums.entry(name).or_default() += u64::from(*count);
    }
    let share = |count: u64| count as f64 / individuals.max(1) as f64;
    let mut found: Vec<Frequency> = sums
        .into_iter()
        .map(|(name, count)| Frequency { name: name.to_owned(), share: share(count) })
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share));
    found
}
