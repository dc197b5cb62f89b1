//! When and why a run is over.

use serde::{Deserialize, Serialize};

/// When a run is over: at whatever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Stop {
    /// After so many generations.
    pub generations: Option<u32>,
    /// After so many measurements of a genome.
    pub evaluations: Option<u64>,
    /// When validation reaches this fitness.
    pub target: Option<f64>,
    /// After so many validations without a better champion.
    pub stagnation: Option<u32>,
}

/// Why a run is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The generations are over.
    Generations,
    /// The measurements are over.
    Evaluations,
    /// The target is reached.
    Target,
    /// No better champion in several validations.
    Stagnation,
    /// The algorithm cannot find anything better.
    Exhausted,
    /// Stopped from outside; time limits belong here.
    Stopped,
}

impl Stop {
    /// Whether the measurements are over.
    pub(super) fn is_spent(&self, evaluations: u64) -> bool {
        self.evaluations.is_some_and(|max| evaluations >= max)
    }

    /// Why a run ends with a generation, if it does.
    pub(super) fn after_generation(&self, generations: u32, evaluations: u64) -> Option<Reason> {
        if self.generations.is_some_and(|max| generations >= max) {
            return Some(Reason::Generations);
        }
        self.is_spent(evaluations).then_some(Reason::Evaluations)
    }

    /// Why a run ends with a validation, if it does.
    pub(super) fn after_validation(&self, champion: Option<f64>, stale: u32) -> Option<Reason> {
        if self.target.is_some_and(|target| champion.is_some_and(|fitness| fitness <= target)) {
            return Some(Reason::Target);
        }
        self.stagnation.is_some_and(|max| stale >= max).then_some(Reason::Stagnation)
    }
}
