//! mean(w_L·l + w_S·n) + w_#·(1 − solved/K): lengths, sizes and solved instances in one number.

use super::{Basis, Fitness, Score, mean};
use crate::config::settings::{Value, settings};
use crate::config::source::Item;
use crate::config::writer::inline;
use crate::context::EvaluationContext;
use crate::measure::{Comparison, Measure, UNSOLVED_LENGTH};
use crate::task::Cap;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use unstuck_core::error::ParseError;

/// Name and explanation.
pub const ABOUT: (&str, &str) =
    ("search", "lengths and sizes of searches against the best and a reference, and the unsolved share");

settings! {
    /// The settings.
    pub struct Search {
        /// Instances per generation; 0 for all.
        sample: usize = 20, in 0..=u32::MAX as usize;
        /// What the parts weigh.
        weights: Weights = Weights::default();
        /// Plain lengths and sizes instead of ratios.
        raw: bool = false;
        /// Mean length ratio that is not punished.
        max_length_ratio: Option<f64> = None, in 1.0..=1000.0;
    }
}

/// What length, size and the unsolved share weigh.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// Of the length.
    pub length: f64,
    /// Of the expanded nodes.
    pub nodes: f64,
    /// Of the unsolved share.
    pub unsolved: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { length: 1.0, nodes: 1.0, unsolved: 10.0 }
    }
}

impl Value for Weights {
    type Bound = Self;

    fn read(item: &Item<'_>, _within: Option<RangeInclusive<Self>>) -> Result<Self, ParseError> {
        let (section, default) = (item.section()?, Self::default());
        section.only(&["length", "nodes", "unsolved"])?;
        let weight = |key, default| section.number(key, 0.0, 1e9).map(|weight| weight.unwrap_or(default));
        Ok(Self {
            length: weight("length", default.length)?,
            nodes: weight("nodes", default.nodes)?,
            unsolved: weight("unsolved", default.unsolved)?,
        })
    }

    fn print(&self) -> Option<String> {
        Some(inline(&[("length", self.length), ("nodes", self.nodes), ("unsolved", self.unsolved)]))
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
