//! Mean n against a reference search that also sets the limit: whoever needs more counts as much as it did.

use super::{Measured, Score, mean, too_long};
use serde::{Deserialize, Serialize};

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("reduction", "expanded nodes as a share of a reference search's, which is also the limit");

/// The settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// Instances per generation; 0 for all.
    pub sample: usize,
    /// Mean length ratio that is still free.
    pub max_length_ratio: Option<f64>,
}

impl Default for Reduction {
    fn default() -> Self {
        Self { sample: 20, max_length_ratio: None }
    }
}

impl Reduction {
    pub(super) fn score(&self, runs: &[Measured]) -> Score {
        let mut cases: Vec<f64> = runs.iter().map(|run| run.nodes(run.reference.expanded).min(1.0)).collect();
        let nodes = mean(cases.iter().copied());
        let length = mean(runs.iter().map(Measured::length));
        let penalty = too_long(length, self.max_length_ratio);
        // One case more, or who looks at single cases would never see that plans grow.
        cases.extend(self.max_length_ratio.map(|_| penalty));
        Score {
            fitness: nodes + penalty,
            nodes,
            length,
            unsolved: mean(runs.iter().map(|run| f64::from(u8::from(!run.run.solved)))),
            cases,
            scaling: None,
        }
    }
}
