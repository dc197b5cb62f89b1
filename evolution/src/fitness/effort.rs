//! Mean effort against that of the reference search: what counts is the expected CPU time, by a price list that is
//! the same on every machine. A heuristic that saves nodes by dear features gains only what it saves in all.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure};
use crate::task::Cap;

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("effort", "effort (expected CPU time) as a share of a reference search's");

settings! {
    /// The settings.
    pub struct Effort {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// Max. plan length ÷ optimum: the mean ratio that is not punished.
        max_length_ratio: Option<f64> = None, in 1.0..=1000.0, example "1.05";
    }
}

impl Fitness for Effort {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Length, Measure::Effort]
    }

    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        let limit = |run: &Comparison| context.limit(Cap::Default, run);
        let cases = runs.iter().map(|run| run.effort(limit(run))).collect();
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
