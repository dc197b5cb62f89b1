//! Makes new instances.

use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Kind, Result};
use crate::system::origin::Origin;
use crate::system::watch::Watch;
use crate::wording::given;
use crate::wording::limit_name;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{self, DomainInfo, DomainRef, GenerateError, GeneratorInfo, Settings};
use unstuck_core::search::{Limit, Limits};
use unstuck_core::suggest::nearest;

/// What to make.
#[derive(Debug, Clone, Serialize, Deserialize, crate::ToSchema, Fields)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The domain.
    pub domain: String,
    /// The generator; the domain's first if none.
    #[serde(default)]
    pub generator: Option<String>,
    /// Its parameters.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub parameters: Settings,
    /// How many instances.
    pub count: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Most seconds to take.
    #[serde(default)]
    pub limit_seconds: Option<f64>,
}

/// A request whose names are resolved.
pub struct Generation<'a> {
    /// The domain.
    pub domain: DomainRef,
    /// The generator.
    pub generator: &'static GeneratorInfo,
    request: &'a Request,
}

/// A new instance as plain data.
#[derive(Debug, Clone, Serialize)]
pub struct Made<'a> {
    /// What names it.
    pub instance: String,
    /// The domain.
    pub domain: String,
    /// The generator.
    pub generator: &'static str,
    /// The generator's parameters.
    pub parameters: &'a Settings,
    /// The seed.
    pub seed: u64,
    /// Its place among those of the seed.
    pub index: usize,
    /// Its text.
    pub text: String,
    /// What it was made with.
    pub unstuck: Origin,
}

impl<'a> Generation<'a> {
    /// Resolves names.
    pub fn new(request: &'a Request, context: &Context<'_>) -> Result<Self> {
        let domain = context.domain(&request.domain)?;
        let generator = generator(domain.info(), request.generator.as_deref())?;
        if request.count == 0 {
            return Err(Error::request(format!(
                "{} asks for nothing; write at least 1",
                given("count", "0")
            ))
            .field("count"));
        }
        Ok(Self { domain, generator, request })
    }

    /// Makes the instances and hands over each text. An error of the kinds [`Limit`](Kind::Limit),
    /// [`GaveUp`](Kind::GaveUp) and [`Cancelled`](Kind::Cancelled) explains why there are not more.
    pub fn run(&self, context: &Context<'_>, made: &mut dyn FnMut(String)) -> Result<()> {
        let Request { parameters, count, seed, limit_seconds, .. } = self.request;
        let request =
            domain::Request { generator: self.generator.name, parameters, count: *count, seed: *seed };
        let limits = Limits { seconds: *limit_seconds, ..Limits::default() };
        let mut watch = Watch::new(context.activity, limits);
        domain::generate(&*self.domain, &request, &mut watch, made).map_err(failed)
    }

    /// An instance as plain data.
    pub fn describe(&self, index: usize, text: String) -> Made<'a> {
        let Request { parameters, seed, .. } = self.request;
        let domain = self.domain.info().name.to_string();
        Made {
            instance: format!("{domain}:{text}"),
            domain,
            generator: self.generator.name,
            parameters,
            seed: *seed,
            index,
            text,
            unstuck: Origin::here(),
        }
    }
}

/// Why a generator ended.
pub fn failed(error: GenerateError) -> Error {
    match error {
        GenerateError::Request(error) => Error::from(error).field("parameters"),
        GenerateError::Stopped(limit) => {
            let kind = if limit == Limit::Cancelled { Kind::Cancelled } else { Kind::Limit };
            Error::new(kind, format!("stopped by {}", limit_name(limit)))
        }
        GenerateError::StoppedNear { limit, nearest } => Error::new(
            Kind::Limit,
            format!(
                "stopped by {} before the request was met; the best so far: {nearest}",
                limit_name(limit)
            ),
        ),
        GenerateError::Impossible(why) => Error::new(Kind::GaveUp, why),
    }
}

/// The generator of that name, or the domain's first.
pub fn generator(info: &DomainInfo, name: Option<&str>) -> Result<&'static GeneratorInfo> {
    let all = info.generators;
    let found = match name {
        Some(name) => all.iter().find(|generator| generator.name == name),
        None => all.first(),
    };
    if let Some(generator) = found {
        return Ok(generator);
    }
    let names: Vec<&str> = all.iter().map(|generator| generator.name).collect();
    let message = match (name, &names[..]) {
        (_, []) | (None, _) => format!("{} has no generator", info.name),
        (Some(name), _) => match nearest(name, names.iter().copied()) {
            Some(near) => format!("{} has no generator '{name}'; did you mean '{near}'?", info.name),
            None => format!("{} has no generator '{name}'; it has {}", info.name, names.join(", ")),
        },
    };
    Err(Error::input(message).field("generator"))
}
