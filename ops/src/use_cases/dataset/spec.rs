//! What a dataset is made of, by the request.

use crate::request::Fields;
use crate::request::instances::Reading;
use crate::request::limits::Limits;
use crate::request::numbers::counted;
use crate::use_cases::generate::generator;
use crate::wording::{field, given};
use anyhow::{Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{Domain, GeneratorInfo, Settings};

/// What a dataset is to be made of.
#[derive(Debug, Clone, Default, Serialize, Deserialize, crate::ToSchema, Fields)]
pub struct Request {
    /// The domain.
    pub domain: String,
    /// The generator of fresh instances; the domain's first if none.
    #[serde(default)]
    pub generator: Option<String>,
    /// The generator's parameters; with `from`, `states` and `walk` may be among them.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    pub parameters: Settings,
    /// Instances to begin with, in place of fresh ones.
    #[serde(default)]
    pub from: Vec<String>,
    /// All solvable states that can be reached from each instance.
    #[serde(default)]
    pub all: bool,
    /// How many instances the generator makes.
    #[serde(default)]
    pub count: Option<u64>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// The features that become columns; all that a state alone determines without large tables if none.
    #[serde(default)]
    pub features: Vec<String>,
    /// The dataset's name; the domain's if none.
    #[serde(default)]
    pub name: Option<String>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of each search.
    #[serde(default)]
    pub limits: Limits,
    /// Number of threads; 0 for one per core.
    #[serde(default)]
    pub threads: usize,
    /// Refuses a dataset of more rows than that.
    #[serde(default)]
    pub most: Option<usize>,
}

/// What is made of the instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The rows are the instances.
    Themselves,
    /// All solvable states that can be reached.
    All,
    /// So many of those, drawn evenly.
    Drawn(usize),
    /// A number of states, up to a number of random moves from the goal.
    Walked(usize, usize),
}

/// What a dataset is made of.
pub struct Spec {
    /// The generator of the instances and how many it makes; `None` if they are named.
    pub generator: Option<(&'static str, usize)>,
    /// The generator's parameters.
    pub parameters: Settings,
    /// What is made of the instances.
    pub kind: Kind,
    from: String,
}

impl Spec {
    /// Reads the flags. Two of them, `--states` and `--walk`, mean something else to generators than to named
    /// instances.
    pub fn of(domain: &dyn Domain, request: &Request, reading: &Reading) -> Result<Self> {
        if request.from.is_empty() {
            let info = domain.info();
            let generator = generator(info, request.generator.as_deref())?;
            let parameters = parameters(domain, generator, request, reading)?;
            let count = request.count.unwrap_or(if request.all { 1 } else { 100 });
            if count == 0 {
                bail!("{} asks for nothing; write at least 1", given("count", "0"));
            }
            let kind = if request.all { Kind::All } else { Kind::Themselves };
            return Ok(Self {
                generator: Some((generator.name, usize::try_from(count)?)),
                parameters,
                kind,
                from: String::new(),
            });
        }
        let given = &request.parameters;
        let number = |name: &str, what: &str| {
            let number = |text: &String| {
                let number = text.parse::<usize>().ok().filter(|number| *number > 0);
                number.ok_or_else(|| {
                    let (from, name) = (field("from"), field(name));
                    anyhow!("with {from}, {name} is a number of {what} above 0, not '{text}'")
                })
            };
            given.get(name).map(number).transpose()
        };
        let own = ["states", "walk", "metric"];
        if let Some(name) =
            given.keys().find(|name| !own.contains(&name.as_str()) && !reading.settings.contains_key(*name))
        {
            bail!(
                "{} is for a generator, and {} names the instances; leave one of them out",
                field(name),
                field("from")
            );
        }
        let kind = match (request.all, number("states", "states")?, number("walk", "moves")?) {
            (true, None, None) => Kind::All,
            (true, ..) => bail!(
                "{} takes every state; leave out {} and {}",
                field("all"),
                field("states"),
                field("walk")
            ),
            (false, None, None) => Kind::Themselves,
            (false, Some(states), None) => Kind::Drawn(states),
            (false, states, Some(moves)) => Kind::Walked(states.unwrap_or(1), moves),
        };
        Ok(Self { generator: None, parameters: Settings::new(), kind, from: request.from.join(" ") })
    }

    /// One line about where the rows come from.
    pub fn description(&self, domain: &dyn Domain, reading: &Reading, seed: u64) -> String {
        let info = domain.info();
        let metric = info.metric(reading.metric.as_deref());
        let named = |settings: &Settings| {
            let parts: Vec<String> =
                settings.iter().map(|(name, value)| format!("{name} {value}").trim().to_owned()).collect();
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
        };
        let origin = match self.generator {
            Some((generator, count)) => {
                format!(
                    "{} of the generator {generator}{}",
                    counted(count as u64, "instances"),
                    named(&self.parameters)
                )
            }
            None => self.from.split('\n').map(str::trim).collect::<Vec<_>>().join(" "),
        };
        let what = match self.kind {
            Kind::Themselves => origin,
            Kind::All => format!("all states of {origin}"),
            Kind::Drawn(states) => format!("{states} states of each of {origin}"),
            Kind::Walked(states, moves) => {
                format!("{states} walks of up to {moves} moves from the goal of each of {origin}")
            }
        };
        let settings = named(&reading.settings);
        format!("{} in {metric}{settings}: {what}, seed {seed}", info.name)
    }
}

/// The parameters that a generator reads; refuses those of another.
fn parameters(
    domain: &dyn Domain,
    generator: &GeneratorInfo,
    request: &Request,
    reading: &Reading,
) -> Result<Settings> {
    let has = |name: &str| generator.parameters.iter().any(|(known, ..)| *known == name);
    let mut parameters = request.parameters.clone();
    // Metric and settings decide how instances are read; a generator may need them.
    parameters.retain(|name, _| has(name) || !(name == "metric" || reading.settings.contains_key(name)));
    generator.check(&domain.info().name, &parameters).map_err(|error| {
        match parameters.keys().map(String::as_str).find(|name| !has(name)) {
            Some(name @ ("walk" | "states")) => {
                anyhow!("{error}; with {}, {} is about the states of instances", field("from"), field(name))
            }
            _ => anyhow!(error),
        }
    })?;
    Ok(parameters)
}
