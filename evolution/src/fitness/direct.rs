//! The share of instances that are solved without a detour: the search expands no more nodes than the plan has steps,
//! so that the heuristic alone leads to a goal. A part for `multi`: it rewards what searches on larger tasks will
//! need.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::settings;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure, Run};
use crate::task::Cap;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("direct", "the share of instances on which the search leaves the way to the goal at least once");

settings! {
    /// The settings.
    pub struct Direct {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize, unit "instances";
    }
}

/// Expanded nodes per step of the plan, from 1 for a descent; an unsolved run has none.
fn case(run: &Run) -> f64 {
    match run.solved {
        true if run.expanded <= run.length => 0.0,
        // Nearly direct is better than far off, and both are worse than direct.
        true => 1.0 - 0.5 * run.length.max(1) as f64 / run.expanded as f64,
        false => 1.0,
    }
}

impl Fitness for Direct {
    fn basis(&self) -> Basis {
        Basis::Searches { sample: self.sample, cap: Cap::Default }
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::Solved, Measure::Expanded, Measure::Length]
    }

    fn score(&self, _context: &EvaluationContext, runs: &[Comparison]) -> Score {
        let cases: Vec<f64> = runs.iter().map(|run| case(&run.run)).collect();
        let nodes = mean(runs.iter().map(|run| run.ratio(Measure::Expanded).unwrap_or(1.0)));
        Score::of_searches(cases, nodes, runs, None)
    }

    fn set_sample(&mut self, sample: usize) {
        self.sample = sample;
    }

    fn keeps_unsolved(&self) -> bool {
        true
    }
}
