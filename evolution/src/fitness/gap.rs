//! How much more solutions cost than a bound, than the best known ones, or than those of the reference rule.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::{Word, settings};
use crate::context::{EvaluationContext, Target};
use crate::measure::{Comparison, Measure, UNSOLVED_LENGTH};
use crate::task::Cap;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Kind;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("gap", "cost of solutions above a bound, the best known or the reference rule's, as a part of it");

settings! {
    /// The settings.
    pub struct Gap {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// Costs are compared with: the lower bound, the best known costs, or those of the reference rule.
        to: Target = Target::Bound;
        /// Instances are put together by: the ratio of sums, or the mean of ratios.
        ratio: Ratio = Ratio::Sums;
    }
}

/// How the instances are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ratio {
    /// The ratio of the sums, as published for packing: large instances count more.
    Sums,
    /// The mean of the ratios.
    Mean,
}

impl Word for Ratio {
    const NAMES: &'static [(&'static str, Self)] = &[("sums", Self::Sums), ("mean", Self::Mean)];
}

impl Word for Target {
    const NAMES: &'static [(&'static str, Self)] =
        &[("bound", Self::Bound), ("best", Self::Best), ("reference", Self::Reference)];
}

/// The score of runs by their costs: each as a ratio to what it is compared with, less 1.
pub(super) fn score(runs: &[Comparison], ratio: Ratio) -> Score {
    let gap = |run: &Comparison| run.length().unwrap_or(UNSOLVED_LENGTH) - 1.0;
    let cases: Vec<f64> = runs.iter().map(gap).collect();
    let nodes = mean(runs.iter().map(|run| run.ratio(Measure::Expanded).unwrap_or(1.0)));
    let mut score = Score::of_searches(cases, nodes, runs, None);
    if ratio == Ratio::Sums {
        let target = |run: &Comparison| run.reference.length.unwrap_or(1) as f64;
        let targets: f64 = runs.iter().map(target).sum();
        let above: f64 = runs.iter().map(|run| gap(run) * target(run)).sum();
        score.fitness = above / targets.max(1.0);
    }
    score
}

impl Fitness for Gap {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Length]
    }

    fn score(&self, _context: &EvaluationContext, runs: &[Comparison]) -> Score {
        score(runs, self.ratio)
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }

    fn kind(&self) -> Kind {
        Kind::Optimisation
    }

    fn target(&self) -> Target {
        self.to
    }

    fn keeps_unsolved(&self) -> bool {
        true
    }
}
