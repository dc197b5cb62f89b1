//! Mean n against a reference search that also sets the limit: a search that needs more counts as 1.

use super::{Basis, Configured, Fitness, Score, mean, mean_length, too_long, unsolved};
use crate::config::settings::{Entries, Settings, settings};
use crate::config::source::Section;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure};
use crate::task::Cap;
use unstuck_core::domain::Domain;
use unstuck_core::error::ParseError;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("reduction", "expanded nodes as a share of a reference search's, which is also the limit");

settings! {
    /// The settings.
    pub struct Reduction {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize;
        /// Mean length ratio that is not punished.
        max_length_ratio: Option<f64> = None, in 1.0..=1000.0;
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
        let mut cases: Vec<f64> = runs.iter().map(|run| run.nodes(run.reference.expanded).min(1.0)).collect();
        let nodes = mean(cases.iter().copied());
        let (length, lengths) = mean_length(runs);
        let penalty = too_long(length, self.max_length_ratio);
        // One more case, so that selections that compare single cases see the length of plans.
        cases.extend(self.max_length_ratio.map(|_| penalty));
        Score {
            fitness: nodes + penalty,
            nodes,
            length,
            unsolved: unsolved(runs),
            cases,
            scaling: None,
            instances: runs.len() as u32,
            lengths,
        }
    }

    fn max_length_ratio(&self) -> Option<f64> {
        self.max_length_ratio
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }
}

impl Configured for Reduction {
    const KEYS: &'static [&'static str] = <Self as Settings>::KEYS;

    fn read(section: &Section<'_>, _domain: &dyn Domain) -> Result<Self, ParseError> {
        Settings::read(section)
    }

    fn entries(&self) -> Entries {
        Settings::entries(self)
    }
}
