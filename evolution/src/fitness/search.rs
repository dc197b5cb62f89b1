//! mean(w_L·l + w_S·n) + w_#·(1 − solved/K): lengths, sizes and solved instances in one number.

use super::{Measured, Score, UNSOLVED_LENGTH, mean, too_long};
use crate::context::EvaluationContext;
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("search", "lengths and sizes of searches against the best and a reference, and the unsolved share");

/// The settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Search {
    /// Instances per generation; 0 for all.
    pub sample: usize,
    /// Weights of length, size, and the unsolved share.
    pub weights: (f64, f64, f64),
    /// Plain lengths and sizes instead of ratios.
    pub raw: bool,
    /// Mean length ratio that is still free.
    pub max_length_ratio: Option<f64>,
}

impl Default for Search {
    fn default() -> Self {
        Self { sample: 20, weights: (1.0, 1.0, 10.0), raw: false, max_length_ratio: None }
    }
}

impl Search {
    pub(super) fn score(&self, context: &EvaluationContext, runs: &[Measured]) -> Score {
        let limit = |run: &Measured| {
            context.parameters.limits.expanded.unwrap_or(run.run.expanded.max(run.reference.expanded))
        };
        let nodes = |run: &Measured| run.nodes(limit(run));
        let (length_weight, size_weight, unsolved_weight) = self.weights;
        let case = |run: &Measured| {
            let unsolved = if run.run.solved { 0.0 } else { unsolved_weight };
            unsolved
                + if self.raw {
                    let size = if run.run.solved { run.run.expanded } else { limit(run) };
                    let length = if run.run.solved {
                        run.run.length as f64
                    } else {
                        UNSOLVED_LENGTH * run.reference.length as f64
                    };
                    length_weight * length + size_weight * size as f64
                } else {
                    length_weight * run.length() + size_weight * nodes(run)
                }
        };
        let mut cases: Vec<f64> = runs.iter().map(case).collect();
        let mean_case = mean(cases.iter().copied());
        let unsolved = mean(runs.iter().map(|run| f64::from(u8::from(!run.run.solved))));
        let length = mean(runs.iter().map(Measured::length));
        let penalty = too_long(length, self.max_length_ratio);
        // One case more, or who looks at single cases would never see that plans grow.
        cases.extend(self.max_length_ratio.map(|_| penalty));
        Score {
            fitness: mean_case + penalty,
            nodes: mean(runs.iter().map(nodes)),
            length,
            unsolved,
            cases,
            scaling: None,
        }
    }
}
