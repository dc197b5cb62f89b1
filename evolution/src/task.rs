//! The work of evolution as plain values: what is to be measured, and what was measured.
//!
//! A [`Task`] names everything that decides its [`Answer`], so it does not matter where and in which order tasks are
//! answered. [`Task::pack`] writes one for another machine, with the heuristic as text.

use crate::formula_text::{self, FormulaError};
use crate::measure::Run;
use crate::role::Role;
use serde::{Deserialize, Serialize};
use unstuck_core::feature::FeatureTable;
use unstuck_core::language::Formula;

/// How many nodes a search may expand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cap {
    /// The limit of the experiment.
    Default,
    /// As many as the reference search expanded on the instance.
    Reference,
    /// The limit of the reference search, which is a multiple of the experiment's limit.
    Extended,
    /// So many.
    Nodes(u64),
}

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
        /// In full precision; single precision is enough to rank.
        exact: bool,
    },
}

/// One heuristic to be measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// Its number.
    pub id: u64,
    /// The heuristic.
    pub heuristic: Formula,
    /// How.
    pub work: Work,
}

/// A task as it is sent.
#[derive(Serialize, Deserialize)]
struct Packed {
    id: u64,
    heuristic: String,
    work: Work,
}

/// Why a task could not be unpacked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// Not a task, or one of another version.
    #[error("these bytes are not a task of this version ({0}); are all machines of the same version?")]
    Foreign(String),
    /// The domain does not have what the heuristic reads.
    #[error("the task's heuristic cannot be read: {0}")]
    Heuristic(#[from] FormulaError),
}

impl Task {
    /// The task as bytes, the heuristic in the terms of a table.
    pub fn pack(&self, table: &FeatureTable) -> Vec<u8> {
        let heuristic = formula_text::write(&self.heuristic, table);
        let packed = Packed { id: self.id, heuristic, work: self.work.clone() };
        // Plain data into memory: nothing can fail.
        postcard::to_stdvec(&packed).unwrap_or_default()
    }

    /// The task that was packed.
    ///
    /// # Errors
    ///
    /// The bytes are not a task of this version, or the heuristic reads a feature that the table does not have.
    pub fn unpack(bytes: &[u8], table: &FeatureTable) -> Result<Self, TaskError> {
        let Packed { id, heuristic, work } =
            postcard::from_bytes(bytes).map_err(|error| TaskError::Foreign(error.to_string()))?;
        Ok(Self { id, heuristic: formula_text::read(&heuristic, table)?, work })
    }
}

/// How well values fit the truth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The loss; lower is better.
    pub loss: f64,
    /// The best linear scaling: intercept and slope.
    pub scaling: (f64, f64),
    /// The losses of single rows, for selections that compare cases.
    pub cases: Vec<f64>,
}

/// The result of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// One run per instance, in the order of the task.
    Runs(Vec<Run>),
    /// A fit.
    Fit(Fit),
    /// The fitness alone, as the caller defines it; lower is better.
    Fitness(f64),
}

/// A task's work with its answer; the two are of the same kind and length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measurement<'a> {
    /// Searches.
    Runs {
        /// The role of the instances.
        role: Role,
        /// Their numbers within the role.
        instances: &'a [u32],
        /// How far the searches could go.
        cap: Cap,
        /// One run per instance.
        runs: &'a [Run],
    },
    /// A fit.
    Fit(&'a Fit),
    /// The fitness alone.
    Fitness(f64),
    /// Searches on some of the instances, of a candidate that racing has stopped.
    Stopped {
        /// The role of the instances.
        role: Role,
        /// Their numbers within the role.
        instances: &'a [u32],
        /// One run per instance; those that ended at a cap count as unsolved.
        runs: &'a [Run],
        /// The estimate of the fitness on all instances.
        fitness: f64,
    },
}

impl<'a> Measurement<'a> {
    /// Work and answer; `None` if the answer is of another kind or length.
    pub fn new(work: &'a Work, answer: &'a Answer) -> Option<Self> {
        match (work, answer) {
            (Work::Search { role, instances, cap }, Answer::Runs(runs)) if instances.len() == runs.len() => {
                Some(Self::Runs { role: *role, instances, cap: *cap, runs })
            }
            (Work::Fit { .. }, Answer::Fit(fit)) => Some(Self::Fit(fit)),
            (_, Answer::Fitness(fitness)) if !fitness.is_nan() => Some(Self::Fitness(*fitness)),
            _ => None,
        }
    }
}
