//! Evaluators that measure heuristics in place of this process's threads, such as other machines.
//!
//! The rest of a run stays what it is: the engine asks, answers are returned in the order of the tasks, every
//! generation is stored. A remote evaluator changes how long a run takes, never its result.

use super::configuration::Configuration;
use anyhow::Result;
use unstuck_evolution::task::{Answer, Task};

/// Measures heuristics elsewhere.
pub trait RemoteEvaluator: Send + Sync {
    /// Answers tasks of one instance each, in their order; nothing when the control was called off. Several batches may
    /// be under way at the same time.
    ///
    /// # Errors
    ///
    /// They cannot be answered: it ends the experiment.
    fn measure(
        &self,
        experiment: i64,
        configuration: &Configuration,
        tasks: &[Task],
        control: &BatchControl<'_>,
    ) -> Result<Option<Measured>>;
}

/// How a batch is connected with the run that wants it.
pub struct BatchControl<'a> {
    /// Whether the answers are no longer wanted; checked several times a second.
    pub is_off: &'a (dyn Fn() -> bool + Sync),
    /// Receives how many tasks of how many are answered.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

/// The result of a batch.
pub struct Measured {
    /// One answer per task.
    pub answers: Vec<Answer>,
    /// Seconds of work, summed over all workers.
    pub seconds: f64,
}
