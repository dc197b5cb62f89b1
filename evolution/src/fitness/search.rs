//! mean(w_L·l + w_S·n) + w_#·(1 − solved/K): lengths, sizes and solved instances in one number.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure, UNSOLVED_LENGTH};
use crate::task::Cap;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("search", "lengths and sizes of searches against the best and a reference, and the unsolved share");

settings! {
    /// The settings.
    pub struct Search {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// What the parts weigh.
        weights: Weights = Weights::default();
        /// Absolute figures instead of ratios.
        raw: bool = false;
        /// Max. plan length ÷ optimum: the mean ratio that is not punished.
        max_length_ratio: Option<f64> = None, in 1.0..=1000.0, example "1.05";
    }
}

settings! {
    /// What length, size and the unsolved share weigh.
    #[derive(Copy)]
    pub struct Weights {
        /// Weight of the plan length.
        length: f64 = 1.0, in 0.0..=1e9;
        /// Weight of the nodes: those that are expanded.
        nodes: f64 = 1.0, in 0.0..=1e9;
        /// Weight of unsolved instances: of their share.
        unsolved: f64 = 10.0, in 0.0..=1e9;
    }
}

impl Search {
    /// The weighted length and size of a run. Where no plan is known to compare with, the length counts nothing.
    fn case(&self, run: &Comparison, limit: u64) -> f64 {
        let (length, nodes) = if self.raw {
            let size = if run.run.solved { run.run.expanded } else { limit };
            let unsolved = || run.reference.length.map_or(0.0, |best| UNSOLVED_LENGTH * best as f64);
            let length = run.run.get(Measure::Length).map_or_else(unsolved, |length| length as f64);
            (length, size as f64)
        } else {
            (run.length().unwrap_or(0.0), run.nodes(limit))
        };
        let unsolved = if run.run.solved { 0.0 } else { self.weights.unsolved };
        unsolved + (self.weights.length * length + self.weights.nodes * nodes)
    }
}

impl Fitness for Search {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Expanded, Measure::Length]
    }

    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        let limit = |run: &Comparison| context.limit(Cap::Default, run);
        let cases = runs.iter().map(|run| self.case(run, limit(run))).collect();
        let nodes = mean(runs.iter().map(|run| run.nodes(limit(run))));
        Score::of_searches(cases, nodes, runs, self.max_length_ratio)
    }

    fn max_length_ratio(&self) -> Option<f64> {
        self.max_length_ratio
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }
}
