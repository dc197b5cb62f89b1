//! What can be asked for. Requests that the command line and Python make as well are those of `unstuck_ops`.

use super::{MEMORY, NODES, SECONDS};
use crate::server::access::reading;
use serde::Deserialize;
use unstuck_core::domain::Settings;
use unstuck_core::search;
use unstuck_evolution::role::Role;
use unstuck_ops::instances::Reading;
use unstuck_ops::limits::Limits;
use unstuck_ops::method::Method;
use unstuck_ops::{audit, compare, explore, solve};

/// A job, by its kind.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Request {
    Solve(solve::Request),
    Table(compare::Request),
    Race(RaceRequest),
    Trace(TraceRequest),
    Explore(explore::Request),
    Grade(GradeRequest),
    Vary(VaryRequest),
    Generate(GenerateRequest),
    Audit(audit::Request),
    Profile(ProfileRequest),
    Ablation(AblationRequest),
    Dataset(DatasetRequest),
}

impl Request {
    /// Its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Solve(_) => "solve",
            Self::Table(_) => "table",
            Self::Race(_) => "race",
            Self::Trace(_) => "trace",
            Self::Explore(_) => "explore",
            Self::Grade(_) => "grade",
            Self::Vary(_) => "vary",
            Self::Generate(_) => "generate",
            Self::Audit(_) => "audit",
            Self::Profile(_) => "profile",
            Self::Ablation(_) => "ablation",
            Self::Dataset(_) => "dataset",
        }
    }
}

/// Limits, lowered to the server's own.
pub fn lowered(asked: Limits) -> search::Limits {
    search::Limits {
        expanded: Some(asked.nodes.unwrap_or(NODES).min(NODES)),
        seconds: Some(asked.seconds.filter(|seconds| *seconds > 0.0).unwrap_or(SECONDS).min(SECONDS)),
        memory: Some(asked.memory.unwrap_or(MEMORY).min(MEMORY)),
    }
}

/// A request of the server alone: metric, settings and limits, which all have, and its own fields.
macro_rules! request {
    ($(#[$about:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            pub metric: Option<String>,
            #[serde(default)]
            pub settings: Settings,
            #[serde(default)]
            pub limits: Limits,
            $($(#[$attribute])* pub $field: $kind,)*
        }

        impl $name {
            /// Metric and settings.
            pub fn reading(&self) -> Reading {
                reading(self.metric.as_deref(), &self.settings)
            }
        }
    };
}

/// Look at a small search step by step.
#[derive(Debug, Clone, Deserialize)]
pub struct TraceRequest {
    pub instance: String,
    pub expansions: Option<usize>,
    pub metric: Option<String>,
    #[serde(default)]
    pub settings: Settings,
    #[serde(default)]
    pub limits: Limits,
    #[serde(flatten)]
    pub method: Method,
}

request! {
    /// Several methods on one board.
    RaceRequest {
        instance: String,
        methods: Vec<Method>,
    }
}

request! {
    /// How hard a board is.
    GradeRequest {
        instance: String,
        needless: Option<bool>,
    }
}

request! {
    /// Boards a little harder or easier.
    VaryRequest {
        instance: String,
        direction: Direction,
        seed: u64,
        count: Option<usize>,
    }
}

/// Which way a board is to change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Harder,
    Easier,
}

request! {
    /// How a heuristic behaves over states.
    ProfileRequest {
        domain: String,
        heuristic: String,
        data: Data,
        states: Option<usize>,
    }
}

request! {
    /// What a heuristic is without each of its parts.
    AblationRequest {
        domain: String,
        heuristic: String,
        data: Data,
        method: Option<Method>,
    }
}

request! {
    /// Make a dataset.
    DatasetRequest {
        name: String,
        description: Option<String>,
        domain: String,
        source: Source,
        #[serde(default)]
        instances: Vec<String>,
        generator: Option<String>,
        #[serde(default)]
        parameters: Settings,
        count: Option<usize>,
        states: Option<usize>,
        seed: Option<u64>,
    }
}

/// Where the rows of a dataset come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    All,
    Walk,
    Random,
    Sample,
}

/// Make instances.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GenerateRequest {
    pub domain: String,
    pub generator: String,
    #[serde(default)]
    pub parameters: Settings,
    pub count: usize,
    pub seed: u64,
    #[serde(default)]
    pub grade: bool,
    pub metric: Option<String>,
    #[serde(default)]
    pub limits: Limits,
}

/// Which instances: those of a run's experiment, named ones, or a dataset's.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    pub run: Option<i64>,
    pub role: Option<Role>,
    #[serde(default)]
    pub instances: Vec<String>,
    pub dataset: Option<String>,
}
