//! `[data]`: which instances are for what.

use super::source::{Item, Section, suggestion};
use super::writer::{Writer, inline, quoted, quoted_list};
use crate::task::Role;
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;
use unstuck_core::registry::{Family, GeneratorInfo, Settings};

/// Where the instances of each role come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DataSettings {
    /// To be learned from.
    pub train: Source,
    /// To choose the champion by.
    pub validation: Source,
    /// To be touched once, at the end.
    pub test: Option<Source>,
}

/// Where instances come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Source {
    /// Named ones.
    Named {
        /// Names as on a command line: `jam:1-40`.
        names: Vec<String>,
        /// Only so many of them, the first ones.
        take: Option<usize>,
    },
    /// Fresh ones.
    Generated(Generated),
}

/// Instances that a generator makes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generated {
    /// The generator.
    pub generator: String,
    /// How many.
    pub count: usize,
    /// Seed.
    pub seed: u64,
    /// Parameters of the generator.
    pub parameters: Settings,
    /// For generators without such a parameter: the length of a cheapest plan.
    pub length: Option<(u64, u64)>,
}

/// Most instances of a role.
const MOST: u32 = 1_000_000;

impl DataSettings {
    pub(super) fn read(
        section: &Section<'_>,
        family: &'static dyn Family,
        metric: &str,
    ) -> Result<Self, ParseError> {
        for key in ["csv", "split"] {
            if let Some(item) = section.get(key) {
                return Err(no_csv(&item));
            }
        }
        section.only(&["train", "validation", "test"])?;
        let role = |key| {
            let item = section.get(key);
            item.map(|item| Source::read(&item, family, metric)).transpose()
        };
        let (train, validation, test) = (role("train")?, role("validation")?, role("test")?);
        let example = |key| {
            let set = family.info().sets.first().map_or("FILE", |set| set.name);
            format!("{key} = [\"{set}:1-20\"]")
        };
        Ok(Self {
            train: section.require("train", train, &example("train"))?,
            validation: section.require("validation", validation, &example("validation"))?,
            test,
        })
    }

    /// The source of a role.
    pub fn source(&self, role: Role) -> Option<&Source> {
        match role {
            Role::Train => Some(&self.train),
            Role::Validation => Some(&self.validation),
            Role::Test => self.test.as_ref(),
        }
    }

    pub(super) fn print(&self, out: &mut Writer) {
        out.section("data");
        out.entry("train", self.train.print());
        out.entry("validation", self.validation.print());
        out.option("test", self.test.as_ref().map(Source::print));
    }
}

fn no_csv(item: &Item<'_>) -> ParseError {
    item.refuse("tables of instances (csv) cannot be read yet").help(
        "name instances, as in [\"jam:1-20\"], or generate them: { generate = \"random\", count = 100 }",
    )
}

impl Source {
    fn read(item: &Item<'_>, family: &'static dyn Family, metric: &str) -> Result<Self, ParseError> {
        if !item.is_table() {
            if !item.is_list() {
                let wrong = format!("{} must be a list of names or a table", item.path);
                return Err(item
                    .refuse(wrong)
                    .help("such as [\"jam:1-20\"] or { generate = \"random\", count = 100 }"));
            }
            return Ok(Self::Named { names: names(item)?, take: None });
        }
        let section = item.section()?;
        if let Some(item) = section.get("csv") {
            return Err(no_csv(&item));
        }
        if let Some(list) = section.get("names") {
            section.only(&["names", "take"])?;
            return Ok(Self::Named { names: names(&list)?, take: section.size("take", 1, MOST)? });
        }
        let Some(name) = section.get("generate") else {
            section.only(&["generate", "names", "csv", "count", "seed", "take"])?;
            let wrong = format!("{} says neither 'generate' nor 'names'", item.path);
            return Err(item.refuse(wrong).help("such as { generate = \"random\", count = 100, seed = 7 }"));
        };
        Generated::read(&section, &name, family, metric).map(Self::Generated)
    }

    fn print(&self) -> String {
        match self {
            Self::Named { names, take: None } => quoted_list(names),
            Self::Named { names, take: Some(take) } => {
                inline(&[("names", quoted_list(names)), ("take", take.to_string())])
            }
            Self::Generated(generated) => generated.print(),
        }
    }

    /// Keeps at most so many instances.
    pub(super) fn keep(&mut self, most: usize) {
        match self {
            Self::Named { take, .. } => *take = Some(take.map_or(most, |take| take.min(most))),
            Self::Generated(generated) => generated.count = generated.count.min(most),
        }
    }
}

fn names(item: &Item<'_>) -> Result<Vec<String>, ParseError> {
    let names: Vec<String> = item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?;
    if names.is_empty() { Err(item.refuse(format!("{} names no instance", item.path))) } else { Ok(names) }
}

impl Generated {
    fn read(
        section: &Section<'_>,
        name: &Item<'_>,
        family: &'static dyn Family,
        metric: &str,
    ) -> Result<Self, ParseError> {
        let info = family.info();
        let generators = info.generators;
        let text = name.text()?;
        let generator: &GeneratorInfo =
            generators.iter().find(|generator| generator.name == text).ok_or_else(|| {
                let known = generators.iter().map(|generator| generator.name);
                name.refuse(format!("{} has no generator '{text}'", info.name)).help(suggestion(&text, known))
            })?;
        let has = |name: &str| generator.parameters.iter().any(|(known, ..)| *known == name);
        let own = ["generate", "count", "seed", "length"];
        let known: Vec<&str> =
            own.into_iter().chain(generator.parameters.iter().map(|(name, ..)| *name)).collect();
        section.only(&known)?;
        let mut parameters = Settings::new();
        let mut length = None;
        for (key, item) in section.entries() {
            if has(&key) {
                parameters.insert(key, parameter(&item)?);
            } else if key == "length" {
                let (low, high) = item.range()?;
                length = Some((low as u64, high as u64));
            }
        }
        if has("metric") {
            parameters.entry("metric".into()).or_insert_with(|| metric.into());
        }
        let count = section.size("count", 1, MOST)?;
        Ok(Self {
            generator: text,
            count: section.require("count", count, "count = 100")?,
            seed: section.count("seed", 0, i64::MAX as u64)?.unwrap_or(1),
            parameters,
            length,
        })
    }

    fn print(&self) -> String {
        let mut entries = vec![
            ("generate", quoted(&self.generator)),
            ("count", self.count.to_string()),
            ("seed", self.seed.to_string()),
        ];
        entries.extend(self.parameters.iter().map(|(name, value)| (name.as_str(), quoted(value))));
        entries.extend(self.length.map(|(low, high)| ("length", format!("[{low}, {high}]"))));
        inline(&entries)
    }
}

/// A parameter as a generator reads it: a text, a number, or a range.
fn parameter(item: &Item<'_>) -> Result<String, ParseError> {
    if item.is_list() {
        let (low, high) = item.range()?;
        return Ok(format!("{low}-{high}"));
    }
    if item.is_text() { item.text() } else { item.number().map(|number| number.to_string()) }
}
