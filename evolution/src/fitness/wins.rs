//! The share of instances on which the reference rule is not beaten.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::{EvaluationContext, Target};
use crate::measure::{Comparison, Measure};
use crate::task::Cap;
use std::cmp::Ordering;
use unstuck_core::domain::Kind;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("wins", "the share of instances on which the reference rule is not beaten; equal costs count half");

settings! {
    /// The settings.
    pub struct Wins {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
    }
}

fn case(run: &Comparison) -> f64 {
    match run.length().unwrap_or(f64::INFINITY).total_cmp(&1.0) {
        Ordering::Less => 0.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0,
    }
}

impl Fitness for Wins {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Length]
    }

    fn score(&self, _context: &EvaluationContext, runs: &[Comparison]) -> Score {
        let nodes = mean(runs.iter().map(|run| run.ratio(Measure::Expanded).unwrap_or(1.0)));
        Score::of_searches(runs.iter().map(case).collect(), nodes, runs, None)
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }

    fn kind(&self) -> Kind {
        Kind::Optimisation
    }

    fn target(&self) -> Target {
        Target::Reference
    }

    fn keeps_unsolved(&self) -> bool {
        true
    }
}
