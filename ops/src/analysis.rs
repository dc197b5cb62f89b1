//! The statistics of an experiment, before they are drawn. The unit is one run's champion.

mod comparison;
mod configuration;
mod contrast;
pub mod format;
mod pair;
mod population;
mod runs;
pub mod statistics;
mod test_evaluation;

pub use comparison::Comparison;
pub use configuration::{Baseline, Configuration, Place, Target as FitnessTarget};
pub use contrast::{Contrast, Member};
pub use pair::{Pair, Verdict};
pub use population::{Frequency, Operator, Population};
pub use runs::{Chosen, best_run, chosen, fitness, runs_of, validation_curve};
pub use test_evaluation::{
    COST, NODES, Role, RunByRun, TestEvaluation, against, champions_of, controls_of, ratios,
};

use crate::store::record::{ExperimentRecord, State, read_config};
use serde::Serialize;
use unstuck_evolution::context::Target;

/// Repetitions that a claim needs.
pub const ENOUGH: usize = 10;

/// The statistics of an experiment.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// Its name.
    pub name: String,
    /// The domain.
    pub domain: String,
    /// Its state.
    pub state: State,
    /// What expanded nodes are a share of.
    pub reference: String,
    /// Champions in the configuration that has fewest of them.
    pub repetitions: usize,
    /// Whether these are enough to claim anything.
    pub enough: bool,
    /// Its settings.
    pub configurations: Vec<Configuration>,
    /// The settings against each other, where there are several.
    pub comparison: Option<Comparison>,
}

impl Analysis {
    /// Of a stored experiment with its histories.
    pub fn of(record: &ExperimentRecord) -> Self {
        let configurations: Vec<Configuration> = record
            .configurations
            .iter()
            .map(|configuration| Configuration::of(record, configuration))
            .collect();
        let repetitions =
            configurations.iter().map(|configuration| finished(record, configuration)).min().unwrap_or(0);
        let comparison = (configurations.len() > 1).then(|| Comparison::of(record, &configurations));
        Self {
            name: record.name.clone(),
            domain: record.domain.clone(),
            state: record.state,
            reference: reference(record),
            repetitions,
            enough: repetitions >= ENOUGH,
            configurations,
            comparison,
        }
    }

    /// The configuration of the champion: the best of all runs by validation. Not on the test set: a test by which one
    /// chooses tests nothing.
    pub fn leading(&self) -> Option<&Configuration> {
        // What is not a number comes last.
        let rank = |configuration: &Configuration| {
            Some(configuration.validation.minimum).filter(|value| !value.is_nan()).unwrap_or(f64::INFINITY)
        };
        self.configurations.iter().min_by(|a, b| rank(a).total_cmp(&rank(b)))
    }
}

/// Runs of a configuration that are over and have a champion.
fn finished(record: &ExperimentRecord, configuration: &Configuration) -> usize {
    let own = record.runs.iter().filter(|run| run.configuration == configuration.number && !run.control);
    own.filter(|run| run.state == State::Done && fitness(run).is_some()).count()
}

/// The reference search in words.
fn reference(record: &ExperimentRecord) -> String {
    match read_config(&record.config) {
        Ok(experiment) if experiment.search.optimiser.is_some() => {
            match experiment.fitness.evaluator.target() {
                Target::Bound => "the lower bound".to_owned(),
                Target::Best => "the best known cost".to_owned(),
                Target::Reference => format!("that of the rule {}", experiment.fitness.reference),
            }
        }
        Ok(experiment) if experiment.fitness.reference == "blind" => "blind search".to_owned(),
        Ok(experiment) => format!("the search by {}", experiment.fitness.reference),
        // A configuration of another version may have unknown words.
        Err(_) => "the reference search".to_owned(),
    }
}
