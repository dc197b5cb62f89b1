//! The ways to evolve: each asks for measurements and makes the next generation of what came out.
//!
//! | file | algorithm |
//! |---|---|
//! | [`generational`] | one population, replaced in each generation but for the elite |
//! | [`islands`] | several, with migrants now and then |
//! | [`alps`] | several, apart by the age of their genes; the youngest made afresh |
//! | [`offspring_selection`] | children must be better than their parents to stay |
//! | [`nsga2`] | several objectives at once |
//! | [`cma_es`] | a normal distribution of weights that follows success |
//! | [`random_search`] | the control: fresh genomes for ever |
//! | [`coevolution`] | heuristics against groups of instances that get harder |
//!
//! An algorithm is plain data that can be stored at any moment between two batches of measurements. It draws random
//! numbers from streams named by the generation and the place of the individual, and from nothing else.

pub mod alps;
pub mod cma_es;
pub mod coevolution;
mod front;
pub mod generational;
mod individual;
pub mod islands;
pub mod nsga2;
pub mod offspring_selection;
mod operator_stats;
mod population;
pub mod random_search;

pub use individual::Individual;
pub use operator_stats::{OperatorStats, OperatorUse};
pub use population::{Breeding, ranked};

use crate::context::EvaluationContext;
use crate::fitness::{Evaluator, Score};
use crate::genome::{Genome, Space};
use crate::operators::Toolbox;
use crate::task::{Answer, Work};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;

/// One measurement that an algorithm asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The genome to be measured.
    pub genome: Genome,
    /// How.
    pub work: Work,
}

/// What an algorithm sees of its experiment.
pub struct GenerationContext<'a> {
    /// The seed of the run.
    pub seed: u64,
    /// What genomes may consist of.
    pub space: &'a Space,
    /// The operators.
    pub tools: &'a Toolbox,
    /// The instances and rows.
    pub context: &'a EvaluationContext,
    /// The evaluator of this generation.
    pub evaluator: &'a Evaluator,
    /// What is measured in this generation.
    pub work: &'a Work,
    /// Whether the last generation was measured in another way, so that its scores do not count any more.
    pub changed: bool,
    /// The number of the generation, from 0.
    pub number: u32,
    /// The share of the run that is over.
    pub progress: f64,
    /// Genomes for the first population.
    pub initial: &'a [Genome],
    /// Among nearly equal ones the smaller wins.
    pub parsimony: bool,
    /// The operators of all children that were measured in this generation, whether or not they stay.
    pub operator_stats: &'a RefCell<OperatorStats>,
}

impl GenerationContext<'_> {
    /// A request for this generation's measurement.
    pub fn request(&self, genome: Genome) -> Request {
        Request { genome, work: self.work.clone() }
    }

    /// What this generation's answer is worth.
    pub fn score(&self, answer: &Answer) -> Score {
        self.evaluator.score(self.context, self.work, answer)
    }
}

/// What comes after a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Another batch of the same generation.
    More,
    /// The generation is complete.
    Complete,
    /// The generation is complete, and nothing better can come.
    Exhausted,
}

/// A way to evolve.
pub trait EvolutionaryAlgorithm {
    /// The measurements that come next; at least one.
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request>;
    /// Takes the answers, in the order of the requests.
    fn absorb(
        &mut self,
        generation: &GenerationContext<'_>,
        requests: Vec<Request>,
        answers: &[Answer],
    ) -> Step;
    /// The individuals of the present generation, measured, in any order.
    fn individuals(&self) -> Vec<&Individual>;
    /// Makes a generation of what it has, for a run that ends between two batches.
    fn wrap_up(&mut self) {}
}

/// Every algorithm, each in a module of its own: its type, the name of its settings, and its documentation.
macro_rules! algorithms {
    ($($module:ident $type:ident),* $(,)?) => {
        /// An algorithm in the middle of its work.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum Algorithm {
            $($type($module::$type)),*
        }

        impl Algorithm {
            /// The algorithm, to be told and asked.
            pub fn algorithm(&mut self) -> &mut dyn EvolutionaryAlgorithm {
                match self {
                    $(Self::$type(algorithm) => algorithm),*
                }
            }

            /// The algorithm, to be looked at.
            pub fn view(&self) -> &dyn EvolutionaryAlgorithm {
                match self {
                    $(Self::$type(algorithm) => algorithm),*
                }
            }
        }

        /// Names and explanations of all algorithms.
        pub static ALGORITHMS: &[(&str, &str)] = &[$($module::ABOUT),*];
    };
}

algorithms! {
    generational Generational,
    islands Islands,
    alps Alps,
    offspring_selection OffspringSelection,
    nsga2 Nsga2,
    cma_es CmaEs,
    random_search RandomSearch,
    coevolution Coevolution,
}
