//! Mean n against a reference search that also sets the limit: a search that needs more counts as 1.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure};
use crate::task::Cap;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("reduction", "expanded nodes as a share of a reference search's, which is also the limit");

settings! {
    /// The settings.
    pub struct Reduction {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// Max. plan length ÷ optimum: the mean ratio that is not punished.
        max_length_ratio: Option<f64> = None, in 1.0..=1000.0, example "1.05";
    }
}

impl Fitness for Reduction {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Reference }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Expanded, Measure::Length]
    }

    fn score(&self, _context: &EvaluationContext, runs: &[Comparison]) -> Score {
        let cases: Vec<f64> = runs.iter().map(|run| run.nodes(run.reference.expanded).min(1.0)).collect();
        let nodes = mean(cases.iter().copied());
        Score::of_searches(cases, nodes, runs, self.max_length_ratio)
    }

    fn max_length_ratio(&self) -> Option<f64> {
        self.max_length_ratio
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }
}
