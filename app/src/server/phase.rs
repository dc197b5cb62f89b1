//! What an experiment on its way is doing: the phases that every one goes through, and how far the present one is.

use serde::Serialize;
use unstuck_ops::ToSchema;
use unstuck_ops::numbers::grouped;
use unstuck_ops::runner::event::Stage;

/// What is being done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Phase {
    /// Which phase.
    pub name: PhaseName,
    /// In words: `generating instances, 37 of 100`.
    pub text: String,
}

/// The phases of an experiment, in their order; each configuration of a grid goes through them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhaseName {
    /// New instances are made.
    Generating,
    /// The reference search solves the instances.
    Solving,
    /// The runs are on their way.
    Evolving,
    /// Random search with the budget of the runs.
    Control,
    /// The baseline is tuned.
    Tuning,
    /// Champions and rivals solve the test instances.
    Testing,
}

/// A run by its repetition, and whether it is a control.
pub type Run = (u32, bool);

impl Phase {
    /// Long work under way; a run's measurements say whose they are.
    pub fn of(stage: Stage, done: usize, total: usize, run: Option<Run>) -> Self {
        let (name, text) = match stage {
            Stage::Generating => (PhaseName::Generating, format!("generating instances, {done} of {total}")),
            Stage::Preparing => (PhaseName::Solving, format!("solving instances, {done} of {total}")),
            Stage::Measuring => {
                let measured = format!("{} of {} measured", grouped(done as u64), grouped(total as u64));
                return Self::run(run.unwrap_or((0, false)), &measured);
            }
            Stage::Tuning => {
                (PhaseName::Tuning, format!("tuning the baseline, round {} of {total}", done + 1))
            }
            Stage::Testing => (PhaseName::Testing, format!("testing, {done} of {total}")),
        };
        Self { name, text }
    }

    /// A run on its way, and where it is.
    pub fn run((repetition, control): Run, place: &str) -> Self {
        let (name, word) = match control {
            true => (PhaseName::Control, "random-search control"),
            false => (PhaseName::Evolving, "evolving"),
        };
        Self { name, text: format!("{word}, run {}, {place}", repetition + 1) }
    }
}
