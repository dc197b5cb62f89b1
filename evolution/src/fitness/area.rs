//! The whole curve of a local search: the gap averaged over the logarithm of effort.

use super::gap::{self, Ratio};
use super::{Basis, Fitness, Score};
use crate::config::settings::settings;
use crate::context::{EvaluationContext, Target};
use crate::measure::{Comparison, Measure};
use crate::task::Cap;
use unstuck_core::domain::Kind;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("area", "the gap averaged over the logarithm of effort: how good solutions are, and how soon");

settings! {
    /// The settings.
    pub struct Area {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// Costs are compared with: the lower bound, the best known costs, or those of the reference rule.
        to: Target = Target::Bound;
        /// Instances are put together by: the ratio of sums, or the mean of ratios.
        ratio: Ratio = Ratio::Mean;
    }
}

impl Fitness for Area {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Length]
    }

    fn score(&self, _context: &EvaluationContext, runs: &[Comparison]) -> Score {
        gap::score(runs, self.ratio)
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

    fn averages(&self) -> bool {
        true
    }

    fn keeps_unsolved(&self) -> bool {
        true
    }
}
