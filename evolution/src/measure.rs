//! What searches are measured by: one run, the result it is compared with, and the ratio of the two.
//!
//! A fitness names the [`Measure`]s that it reads, so an experiment can be refused before it runs if its algorithm
//! needs others. A new measure is a variant, a field of [`Run`] and an arm of [`Run::get`]; the compiler names the
//! rest.
//!
//! ```
//! use unstuck_evolution::measure::{Comparison, Measure, ReferenceResult, Run};
//! let run = Run { solved: true, expanded: 30, length: 12, effort: 9_000 };
//! let reference = ReferenceResult { expanded: 120, solved: true, length: Some(10), optimal: true, effort: 12_000 };
//! let comparison = Comparison { run, reference };
//! assert_eq!(comparison.ratio(Measure::Expanded), Some(0.25));
//! assert_eq!((comparison.nodes(1_000), comparison.length()), (0.25, Some(1.2)));
//! assert_eq!(comparison.effort(1_000), 0.75);
//! ```

use serde::{Deserialize, Serialize};

/// Something that a search is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// 1 with a plan, 0 without.
    Solved,
    /// Nodes expanded.
    Expanded,
    /// The plan's length in the experiment's metric.
    Length,
    /// What the search did, by the price list of effort.
    Effort,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Solved, Self::Expanded, Self::Length, Self::Effort];

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Expanded => "expanded",
            Self::Length => "length",
            Self::Effort => "effort",
        }
    }
}

/// The measures of one search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Whether there is a plan.
    pub solved: bool,
    /// Nodes expanded; of an optimisation problem, the cost.
    pub expanded: u64,
    /// The plan's length in the experiment's metric; 0 without a plan. Of an optimisation problem, the cost.
    pub length: u64,
    /// What it did, by the price list of effort.
    pub effort: u64,
}

impl Run {
    /// The value of a measure; `None` for the length of a plan that was not found.
    pub fn get(&self, measure: Measure) -> Option<u64> {
        match measure {
            Measure::Solved => Some(self.solved.into()),
            Measure::Expanded => Some(self.expanded),
            Measure::Length => self.solved.then_some(self.length),
            Measure::Effort => Some(self.effort),
        }
    }
}

/// What the runs on an instance are compared with: the reference search, and the best plan that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceResult {
    /// Nodes that the reference search expanded; its limit, if it did not solve the instance. Of an optimisation problem,
    /// what costs are compared with.
    pub expanded: u64,
    /// Whether the reference search solved it.
    pub solved: bool,
    /// The length of a cheapest plan, or of the best known one; `None` where no plan is known.
    pub length: Option<u64>,
    /// Whether no shorter plan exists.
    pub optimal: bool,
    /// What the reference search did, by the price list of effort.
    pub effort: u64,
}

impl ReferenceResult {
    /// The value of a measure; `None` for the length where no plan is known, and for the effort where it was not kept.
    pub fn get(&self, measure: Measure) -> Option<u64> {
        match measure {
            Measure::Solved => Some(self.solved.into()),
            Measure::Expanded => Some(self.expanded),
            Measure::Length => self.length,
            Measure::Effort => Some(self.effort).filter(|effort| *effort > 0),
        }
    }
}

/// A run with what it is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comparison {
    /// What was measured.
    pub run: Run,
    /// What it is compared with.
    pub reference: ReferenceResult,
}

/// The length ratio of an unsolved instance.
pub const UNSOLVED_LENGTH: f64 = 2.0;

impl Comparison {
    /// The run's value of a measure over that of the reference; `None` where one of them has none.
    pub fn ratio(&self, measure: Measure) -> Option<f64> {
        Some(self.run.get(measure)? as f64 / self.reference.get(measure)? as f64)
    }

    /// Expanded nodes over those of the reference; an unsolved run counts as `limit`.
    pub fn nodes(&self, limit: u64) -> f64 {
        let expanded = if self.run.solved { self.run.expanded } else { limit };
        expanded as f64 / self.reference.expanded as f64
    }

    /// Effort over that of the reference; an unsolved run counts as what `limit` nodes would have taken.
    pub fn effort(&self, limit: u64) -> f64 {
        let Run { solved, expanded, effort, .. } = self.run;
        let missing = if solved { 1.0 } else { limit.max(expanded) as f64 / expanded.max(1) as f64 };
        effort as f64 * missing / self.reference.effort.max(1) as f64
    }

    /// The length over that of the best known plan, [`UNSOLVED_LENGTH`] for an unsolved run; `None` where no plan is
    /// known to compare with.
    pub fn length(&self) -> Option<f64> {
        let best = self.reference.length?;
        Some(if self.run.solved { self.run.length as f64 / best as f64 } else { UNSOLVED_LENGTH })
    }
}
