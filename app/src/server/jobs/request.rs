//! What can be asked for: the requests of `unstuck_ops`, and those of the server alone.

use super::{MEMORY, NODES, SECONDS};
use serde::Deserialize;
use unstuck_core::domain::Settings;
use unstuck_core::search;
use unstuck_ops::ToSchema;
use unstuck_ops::instances::Reading;
use unstuck_ops::limits::Limits;
use unstuck_ops::request::{Fields, Given};
use unstuck_ops::{ablation, audit, compare, explore, grade, profile, race, sheet, solve, trace};

/// The kinds of jobs: each with its word and its request.
macro_rules! kinds {
    ($($kind:ident $word:literal $request:ty,)*) => {
        /// A job, by its kind.
        #[derive(Debug, Deserialize, ToSchema)]
        #[serde(tag = "kind", rename_all = "lowercase")]
        #[schema(as = JobRequest)]
        pub enum Request {
            $(#[doc = concat!("`", $word, "`.")] $kind($request),)*
        }

        impl Fields for Request {
            fn fields(given: &Given) -> Option<Vec<&'static str>> {
                let mut names = match given.get("kind")?.as_str()? {
                    $($word => <$request>::fields(given),)*
                    _ => None,
                }?;
                names.push("kind");
                Some(names)
            }
        }

        impl Request {
            /// Its kind.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$kind(_) => $word,)*
                }
            }
        }
    };
}

kinds! {
    Solve "solve" solve::Request,
    Table "table" compare::Request,
    Race "race" race::Request,
    Trace "trace" trace::Request,
    Explore "explore" explore::Request,
    Grade "grade" grade::Request,
    Vary "vary" grade::VaryRequest,
    Generate "generate" GenerateRequest,
    Sheet "sheet" sheet::Request,
    Audit "audit" audit::Request,
    Profile "profile" profile::Request,
    Ablation "ablation" ablation::Request,
    Dataset "dataset" DatasetRequest,
}

/// Limits, lowered to the server's own.
pub fn lowered(asked: Limits) -> search::Limits {
    search::Limits {
        expanded: Some(asked.nodes.unwrap_or(NODES).min(NODES)),
        seconds: Some(asked.seconds.unwrap_or(SECONDS).min(SECONDS)),
        memory: Some(asked.memory.unwrap_or(MEMORY).min(MEMORY)),
        effort: asked.effort,
    }
}

/// Make a dataset.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
pub struct DatasetRequest {
    /// Its name.
    pub name: String,
    /// What it is.
    pub description: Option<String>,
    /// The domain.
    pub domain: String,
    /// Where its rows come from.
    pub source: Source,
    /// Names of instances.
    #[serde(default)]
    pub instances: Vec<String>,
    /// A generator, where no instances are named.
    pub generator: Option<String>,
    /// Its parameters.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub parameters: Settings,
    /// For random the instances; for walk the states per instance.
    pub count: Option<usize>,
    /// For sample the states per instance; for walk the moves of a walk, at most.
    pub states: Option<usize>,
    /// Seed of the random numbers.
    pub seed: Option<u64>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits.
    #[serde(default)]
    pub limits: Limits,
}

/// Where the rows of a dataset come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DatasetSource)]
pub enum Source {
    /// All states of the instances.
    All,
    /// Random walks from the goal.
    Walk,
    /// Instances of the generator.
    Random,
    /// States drawn from those that the instances reach.
    Sample,
}

/// Make instances.
#[derive(Debug, Deserialize, ToSchema, Fields)]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    /// The domain.
    pub domain: String,
    /// The generator.
    pub generator: String,
    /// Its parameters.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub parameters: Settings,
    /// How many.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Also tell length and class.
    #[serde(default)]
    pub grade: bool,
    /// The metric; the domain's default if none.
    pub metric: Option<String>,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
}
