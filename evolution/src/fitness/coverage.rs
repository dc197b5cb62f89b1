//! How many instances are solved, and by how much effort: mean of log(1 + effort) / log(1 + limit), 1 where no plan was
//! found, plus a tenth of how much dearer plans are than the best known ones.
//!
//! A logarithm, because a rule that needs ten times the effort is worse by the same step on every task. With a
//! curriculum, generations are measured on the smallest training tasks first.

use super::curriculum::Curriculum;
use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure, Run};
use crate::task::Cap;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("coverage", "solved instances: the logarithm of the effort against that of the limit, 1 if unsolved");

settings! {
    /// The settings.
    pub struct Coverage {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
        /// Smallest tasks first.
        curriculum: Option<Curriculum> = None;
    }
}

/// What a plan that costs twice the best known one adds.
const LENGTH: f64 = 0.1;

/// The value of a solved case is below that of an unsolved one, even if the last expansion went over the limit.
const MOST_SOLVED: f64 = 0.999;

/// The value of a run that is not solved.
const UNSOLVED: f64 = 1.0;

impl Coverage {
    fn case(run: &Run, limit: u64) -> f64 {
        match run.solved {
            true => ((run.effort as f64).ln_1p() / (limit.max(1) as f64).ln_1p()).min(MOST_SOLVED),
            false => UNSOLVED,
        }
    }
}

/// Whether the value of a case is that of a solved one.
pub fn is_solved(case: f64) -> bool {
    case < UNSOLVED
}

impl Fitness for Coverage {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Expanded, Measure::Length, Measure::Effort]
    }

    fn score(&self, context: &EvaluationContext, runs: &[Comparison]) -> Score {
        // Without a limit of effort nothing is better than solving with less of it.
        let limit = context.parameters.limits.effort.unwrap_or(u64::MAX);
        let cases: Vec<f64> = runs.iter().map(|run| Self::case(&run.run, limit)).collect();
        let dearer = |run: &Comparison| match run.length() {
            Some(ratio) if run.run.solved => (ratio - 1.0).max(0.0),
            _ => 0.0,
        };
        let nodes = mean(runs.iter().map(|run| run.ratio(Measure::Expanded).unwrap_or(1.0)));
        let mut score = Score::of_searches(cases, nodes, runs, None);
        score.fitness += LENGTH * mean(runs.iter().map(dearer));
        score
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }

    fn curriculum(&self) -> Option<Curriculum> {
        self.curriculum
    }

    fn keeps_unsolved(&self) -> bool {
        true
    }
}
