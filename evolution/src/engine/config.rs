//! The configuration of a run.

use super::Stop;
use crate::algorithms::Algorithm;
use crate::algorithms::own::Plan;
use crate::context::EvaluationContext;
use crate::fitness::Evaluator;
use crate::genome::{Candidate, Space};
use crate::operators::Toolbox;
use std::sync::Arc;

/// The configuration of a run; it does not change while the engine runs.
pub struct RunConfig {
    /// The seed of the run.
    pub seed: u64,
    /// What genomes may consist of.
    pub space: Space,
    /// The operators.
    pub tools: Toolbox,
    /// The instances and rows.
    pub context: Arc<EvaluationContext>,
    /// The fitness.
    pub evaluator: Evaluator,
    /// The algorithm at its beginning.
    pub algorithm: Algorithm,
    /// For the first population.
    pub initial: Vec<Candidate>,
    /// Among nearly equal genomes the smaller wins.
    pub parsimony: bool,
    /// Generations from one validation to the next.
    pub validate_every: u32,
    /// How many of the best are validated.
    pub validate_top: usize,
    /// How many of a generation racing measures in full; `None` measures all.
    pub survivors: Option<usize>,
    /// When it is over.
    pub stop: Stop,
    /// The algorithm of the caller's, for `own`.
    pub plan: Option<Plan>,
}
