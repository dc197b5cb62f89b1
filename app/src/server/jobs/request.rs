//! What can be asked for.

use super::{MEMORY, NODES, SECONDS};
use crate::instances::Reading;
use crate::method::{self, Choice, Parameters};
use crate::server::failure::Failure;
use crate::server::positions::switches;
use serde::Deserialize;
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::instance::SearchRequest;
use unstuck_core::search;
use unstuck_evolution::role::Role;

/// A job, by its kind.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Request {
    Solve(SolveRequest),
    Table(TableRequest),
    Race(RaceRequest),
    Trace(TraceRequest),
    Explore(ExploreRequest),
    Grade(GradeRequest),
    Vary(VaryRequest),
    Generate(GenerateRequest),
    Audit(AuditRequest),
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

/// Bounds; beyond the server's own they are lowered to those.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    nodes: Option<u64>,
    seconds: Option<f64>,
    memory: Option<u64>,
}

impl Limits {
    /// As the core wants them.
    pub fn lowered(self) -> search::Limits {
        search::Limits {
            expanded: Some(self.nodes.unwrap_or(NODES).min(NODES)),
            seconds: Some(self.seconds.filter(|seconds| *seconds > 0.0).unwrap_or(SECONDS).min(SECONDS)),
            memory: Some(self.memory.unwrap_or(MEMORY).min(MEMORY)),
        }
    }
}

/// An algorithm with a heuristic and parameters.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodRequest {
    pub algorithm: Option<String>,
    pub heuristic: Option<String>,
    pub weight: Option<f64>,
    pub width: Option<u64>,
    pub horizon: Option<u32>,
    pub table: Option<u64>,
    pub order: Option<Order>,
}

/// Order of children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    Domain,
    H,
}

/// Refuses what the command line would read from a file; `field` is where it stands in the request.
pub fn no_file(heuristic: &str, field: &'static str) -> Result<(), Failure> {
    if heuristic.trim_start().starts_with('@') {
        let wrong = "files cannot be read here; paste the heuristic itself";
        return Err(Failure::unreadable(wrong).field(field));
    }
    Ok(())
}

impl MethodRequest {
    /// What to run on instances of a domain.
    pub fn request(&self, domain: &dyn Domain, limits: search::Limits) -> Result<SearchRequest, Failure> {
        self.choose(domain, limits).map(|(_, request)| request)
    }

    /// [`request`](Self::request), with what of it are defaults of the domain.
    pub fn choose(
        &self,
        domain: &dyn Domain,
        limits: search::Limits,
    ) -> Result<(Choice, SearchRequest), Failure> {
        let (algorithm, heuristic) = (self.algorithm.as_deref(), self.heuristic.as_deref());
        heuristic.map_or(Ok(()), |text| no_file(text, "heuristic"))?;
        let parameters = self.parameters()?;
        if let Some(name) = algorithm {
            method::algorithm(name).map_err(|error| Failure::from(error).or_field("algorithm"))?;
        }
        let choice = method::choose(domain, algorithm, heuristic)
            .map_err(|error| Failure::from(error).or_field("heuristic"))?;
        parameters.check(&[choice.algorithm]).map_err(|error| Failure::from(error).or_field("algorithm"))?;
        let request = parameters.request(&choice, limits);
        Ok((choice, request))
    }

    /// The parameters that are given.
    fn parameters(&self) -> Result<Parameters, Failure> {
        let mut found = Parameters::default();
        let mut give = |name: &'static str, value: Option<String>| {
            found.give(name, value).map_err(|wrong| Failure::bad(wrong).field(name))
        };
        give("weight", self.weight.map(|weight| weight.to_string()))?;
        give("width", self.width.map(|width| width.to_string()))?;
        give("horizon", self.horizon.map(|horizon| horizon.to_string()))?;
        // The table counts as memory of the job.
        give("table", self.table.map(|bytes| bytes.min(MEMORY).to_string()))?;
        // The domain's order is every algorithm's, also of those that know no other.
        give("order", (self.order == Some(Order::H)).then(|| "h".to_owned()))?;
        Ok(found)
    }
}

/// A request: metric, settings and limits, which all have, and its own fields; with a method, whose fields lie beside
/// the others in the body. (Deriving alone cannot do it: fields of an inner struct and the refusal of unknown fields
/// exclude each other.)
macro_rules! request {
    ($(#[$about:meta])* $name:ident with a method { $($fields:tt)* }) => {
        request! {
            $(#[$about])*
            $name {
                algorithm: Option<String>,
                heuristic: Option<String>,
                weight: Option<f64>,
                width: Option<u64>,
                horizon: Option<u32>,
                table: Option<u64>,
                order: Option<Order>,
                $($fields)*
            }
        }

        impl $name {
            /// Its method.
            pub fn method(&self) -> MethodRequest {
                let Self { algorithm, heuristic, weight, width, horizon, table, order, .. } = self.clone();
                MethodRequest { algorithm, heuristic, weight, width, horizon, table, order }
            }
        }
    };
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
                Reading { metric: self.metric.clone(), settings: switches(&self.settings) }
            }
        }
    };
}

request! {
    /// Solve one instance.
    SolveRequest with a method {
        instance: String,
        #[serde(default)]
        optimal: bool,
    }
}

request! {
    /// Look at a small search step by step.
    TraceRequest with a method {
        instance: String,
        expansions: Option<usize>,
    }
}

request! {
    /// Several methods on one board.
    RaceRequest {
        instance: String,
        methods: Vec<MethodRequest>,
    }
}

request! {
    /// Enumerate all that can be reached.
    ExploreRequest {
        instance: String,
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
    /// Every method on every instance.
    TableRequest {
        instances: Vec<String>,
        methods: Vec<MethodRequest>,
    }
}

request! {
    /// Report cards of heuristics.
    AuditRequest {
        domain: String,
        #[serde(default)]
        instances: Vec<String>,
        #[serde(default)]
        heuristics: Vec<String>,
    }
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
        method: Option<MethodRequest>,
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
