//! Evolutionary algorithms: each asks for measurements and makes the next generation of them.
//!
//! | file | algorithm |
//! |---|---|
//! | [`generational`] | one population, replaced in each generation but for the elite |
//! | [`islands`] | several, with migrants every few generations |
//! | [`alps`] | several, apart by the age of their genes; the youngest is created again every few generations |
//! | [`offspring_selection`] | children must be better than their parents to stay |
//! | [`nsga2`] | several objectives at once |
//! | [`cma_es`] | a normal distribution of weights that follows success |
//! | [`random_search`] | the baseline: new genomes in every generation |
//! | [`coevolution`] | heuristics against groups of instances that get harder |
//! | [`own`] | a function of the caller's |
//!
//! An algorithm is plain data that can be stored at any moment between two batches of measurements. It draws random
//! numbers from streams named by the generation and the place of the individual, and from nothing else.
//!
//! A new algorithm is a file and its line in `algorithms!`. The file has a name and explanation (`ABOUT`), `Settings`
//! that implement [`AlgorithmInfo`], and the algorithm itself, which implements [`EvolutionaryAlgorithm`].

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
pub mod own;
mod population;
pub mod random_search;

pub use individual::Individual;
pub use operator_stats::{OperatorStats, OperatorUse};
pub use population::{Breeding, ranked};

use crate::config::keys::Key;
use crate::config::settings::{Entries, Settings as _};
use crate::config::source::Section;
use crate::context::EvaluationContext;
use crate::fitness::{Evaluator, Score};
use crate::genome::{Candidate, Form, Space};
use crate::operators::Toolbox;
use crate::stored;
use crate::task::{Measurement, Work};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use unstuck_core::error::ParseError;

/// One measurement that an algorithm asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// What is to be measured.
    #[serde(with = "stored::candidate")]
    pub candidate: Candidate,
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
    /// For the first population.
    pub initial: &'a [Candidate],
    /// Among nearly equal ones the smaller wins.
    pub parsimony: bool,
    /// The algorithm of the caller's, if there is one.
    pub plan: Option<&'a own::Plan>,
    /// The operators of all children that were measured in this generation, whether or not they stay.
    pub operator_stats: &'a RefCell<OperatorStats>,
}

impl GenerationContext<'_> {
    /// A request for this generation's measurement.
    pub fn request(&self, candidate: Candidate) -> Request {
        Request { candidate, work: self.work.clone() }
    }

    /// The score of a measurement of this generation.
    pub fn score(&self, measurement: &Measurement<'_>) -> Score {
        self.evaluator.score(self.context, measurement)
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

/// An algorithm while it runs.
pub trait EvolutionaryAlgorithm {
    /// The measurements that come next; at least one.
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request>;
    /// Takes the measurements, in the order of the requests.
    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step;
    /// The individuals of the present generation, measured, in any order.
    fn individuals(&self) -> Vec<&Individual>;
    /// Completes the generation with what there is, for a run that ends between two batches.
    fn wrap_up(&mut self) {}
    /// Where there are several objectives: the individuals of the Pareto front, each once, by ascending nodes.
    fn front(&self) -> Vec<&Individual> {
        Vec::new()
    }
    /// Training instances that evolve against the individuals: each with the number of groups that hold it.
    fn opponents(&self) -> BTreeMap<u32, u32> {
        BTreeMap::new()
    }
}

/// What an algorithm needs to know of the rest of an experiment, to refuse what cannot work.
pub struct Combination<'a> {
    /// Individuals of a generation.
    pub population: usize,
    /// What evolves.
    pub form: Form,
    /// Search parameters evolve with it.
    pub evolves_search: bool,
    /// The fitness.
    pub evaluator: &'a Evaluator,
    /// The experiment sets how many instances a generation is measured on.
    pub sets_sample: bool,
    /// The name of the selection.
    pub selection: &'a str,
    /// Whether the selection compares single cases.
    pub compares_cases: bool,
    /// Only the clock ends the run, so that its progress is not known.
    pub ends_by_clock: bool,
}

/// Why an experiment cannot work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The key to blame.
    pub path: &'static str,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: &'static str,
}

/// Why something that changes over a run cannot be used.
pub(crate) const NO_PROGRESS: &str = "it changes over the run, and only the clock ends this run";
pub(crate) const PROGRESS_HELP: &str = "give [stop] generations or evaluations as well";

impl Combination<'_> {
    /// Refuses selections that compare single cases, for algorithms whose individuals have none in common.
    fn check_cases(&self, name: &str) -> Result<(), Conflict> {
        if !self.compares_cases {
            return Ok(());
        }
        let wrong = format!("{} compares single cases, and {name} has none in common", self.selection);
        Err(Conflict::new("operators.selection", wrong, "write selection = { tournament = 3 }"))
    }
}

impl Conflict {
    /// A conflict at a key.
    pub fn new(path: &'static str, message: impl Into<String>, help: &'static str) -> Self {
        Self { path, message: message.into(), help }
    }
}

/// The properties of an algorithm, by its settings.
pub trait AlgorithmInfo {
    /// Individuals of a generation by default, and the fewest that it works with.
    fn population(&self) -> (usize, usize) {
        (100, 2)
    }
    /// Whether some of the best stay as they are.
    fn keeps_elite(&self) -> bool {
        true
    }
    /// Into how many parts the population is divided, and the word for them.
    fn parts(&self) -> Option<(usize, &'static str)> {
        None
    }
    /// How many given genomes the first population has room for.
    fn initial_capacity(&self, population: usize) -> usize {
        population
    }
    /// The kinds of operators that it has no use for.
    fn unused_operators(&self) -> &'static [&'static str] {
        &[]
    }
    /// Whether it compares individuals by several objectives.
    fn is_multi_objective(&self) -> bool {
        false
    }
    /// Whether it is the random search that others are compared with.
    fn is_random_search(&self) -> bool {
        false
    }
    /// Searches per measurement, where the algorithm itself chooses the instances. It chooses among those that the
    /// reference search solves.
    fn own_instances(&self) -> Option<usize> {
        None
    }
    /// How many of a generation racing has to measure in full; `None` where candidates cannot be stopped, because
    /// they are compared with others than the whole generation, or by several objectives.
    fn survivors(&self, _population: usize) -> Option<usize> {
        None
    }
    /// Adapts the settings to a smaller population.
    fn shrink(&mut self, _population: usize) {}
    /// Refuses what cannot work.
    ///
    /// # Errors
    ///
    /// What is wrong, and where.
    fn check(&self, _rest: &Combination<'_>) -> Result<(), Conflict> {
        Ok(())
    }
}

/// Every algorithm, each in its module: its settings, the algorithm, and its name and explanation.
macro_rules! algorithms {
    ($($module:ident $type:ident),* $(,)?) => {
        /// An algorithm in the middle of its work.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum Algorithm {
            $($type($module::$type)),*
        }

        impl Algorithm {
            /// The algorithm, to be run.
            pub fn inner_mut(&mut self) -> &mut dyn EvolutionaryAlgorithm {
                match self {
                    $(Self::$type(inner) => inner),*
                }
            }

            /// The algorithm, to be looked at.
            pub fn inner(&self) -> &dyn EvolutionaryAlgorithm {
                match self {
                    $(Self::$type(inner) => inner),*
                }
            }
        }

        /// An algorithm by its settings.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum AlgorithmKind {
            $($type($module::Settings)),*
        }

        impl AlgorithmKind {
            /// The name in experiment files.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$type(_) => $module::ABOUT.0),*
                }
            }

            /// All of them with their default settings, each after its explanation.
            pub fn all() -> Vec<(&'static str, Self)> {
                vec![$(($module::ABOUT.1, Self::$type($module::Settings::default()))),*]
            }

            /// Its properties.
            pub fn info(&self) -> &dyn AlgorithmInfo {
                match self {
                    $(Self::$type(settings) => settings),*
                }
            }

            /// Its properties, to be changed.
            pub fn info_mut(&mut self) -> &mut dyn AlgorithmInfo {
                match self {
                    $(Self::$type(settings) => settings),*
                }
            }

            /// The algorithm before its first generation.
            pub fn start(&self, population: usize, elites: usize) -> Algorithm {
                match self {
                    $(Self::$type(settings) => {
                        Algorithm::$type($module::$type::new(population, elites, settings.clone()))
                    })*
                }
            }

            /// Reads the settings of the algorithm of a name; the default one's for other names.
            pub(crate) fn read(name: &str, section: &Section<'_>) -> Result<Self, ParseError> {
                $(if name == $module::ABOUT.0 {
                    return $module::Settings::read_all(section).map(Self::$type);
                })*
                Ok(Self::default())
            }

            /// Keys and values of its settings.
            pub(crate) fn entries(&self) -> Entries {
                match self {
                    $(Self::$type(settings) => settings.entries()),*
                }
            }
        }

        /// Names and explanations of all algorithms.
        pub static ALGORITHMS: &[(&str, &str)] = &[$($module::ABOUT),*];

        /// The keys of all algorithms as data, by their names.
        pub(crate) fn rows() -> Vec<(&'static str, Vec<Key>)> {
            vec![$(($module::ABOUT.0, $module::Settings::rows())),*]
        }

        /// The names of those that have settings.
        pub(crate) fn with_settings() -> Vec<&'static str> {
            let all = [$(($module::ABOUT.0, $module::Settings::KEYS)),*];
            all.into_iter().filter(|(_, keys)| !keys.is_empty()).map(|(name, _)| name).collect()
        }
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
    own Own,
}

impl Default for AlgorithmKind {
    fn default() -> Self {
        Self::Generational(generational::Settings::default())
    }
}
