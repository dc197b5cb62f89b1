//! The work of evolution as plain values: what is to be measured, and what came out.
//!
//! A [`Task`] names everything that decides its [`Answer`], so it does not matter who answers it, where, or in which
//! order.

use serde::{Deserialize, Serialize};
use unstuck_core::language::Formula;

/// What instances are for. No instance has two roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// To be learned from.
    Train,
    /// To choose the champion by.
    Validation,
    /// To be touched once, at the end.
    Test,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Train, Self::Validation, Self::Test];

    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Train => "train",
            Self::Validation => "validation",
            Self::Test => "test",
        }
    }
}

/// How long a search may go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cap {
    /// As long as the experiment allows.
    Default,
    /// As long as the reference search took.
    Reference,
    /// As long as the reference search was allowed: [`GENEROUS`] times the usual.
    Extended,
}

/// How much more than a usual search a reference search may expand.
pub const GENEROUS: u64 = 10;

/// How a heuristic is measured.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Work {
    /// By searches.
    Search {
        /// The role of the instances.
        role: Role,
        /// Their numbers within the role.
        instances: Vec<u32>,
        /// Limits.
        cap: Cap,
    },
    /// By its distance from the truth over the rows of a role.
    Fit {
        /// The role of the rows.
        role: Role,
        /// In full precision; half of it is enough to rank.
        exact: bool,
    },
}

/// One heuristic to be measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its number.
    pub id: u64,
    /// The heuristic.
    pub heuristic: Formula,
    /// How.
    pub work: Work,
}

/// What one search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Whether there is a plan.
    pub solved: bool,
    /// Nodes expanded.
    pub expanded: u64,
    /// The plan's length in the experiment's metric.
    pub length: u64,
}

/// How well values fit the truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The loss; lower is better.
    pub loss: f64,
    /// The best linear scaling: intercept and slope.
    pub scaling: (f64, f64),
    /// The losses of single rows, for selections that look at cases.
    pub cases: Vec<f64>,
}

/// What came out of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// One run per instance, in the order of the task.
    Runs(Vec<Run>),
    /// A fit.
    Fit(Fit),
}
