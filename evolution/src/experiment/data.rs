//! `[data]`: which instances are for what.

mod generated;
mod tabular;

pub use generated::Generated;
pub use tabular::Tabular;

use super::source::{Item, Section};
use super::writer::{Writer, inline, quoted_list};
use crate::task::Role;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::error::ParseError;

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
    /// The rows of a dataset.
    Tabular(Tabular),
    /// Fresh ones.
    Generated(Generated),
}

/// Most instances of a role.
const MOST: u32 = 1_000_000;

impl DataSettings {
    pub(super) fn read(
        section: &Section<'_>,
        domain: &dyn Domain,
        variant: (&str, &Settings),
    ) -> Result<Self, ParseError> {
        let role = |key| {
            let item = section.get(key);
            item.map(|item| Source::read(&item, domain, variant)).transpose()
        };
        if section.get("csv").is_some() {
            let (train, validation, test) = tabular::shared(section)?;
            let test = match test {
                Some(test) => Some(test),
                None => role("test")?,
            };
            return Ok(Self { train, validation, test });
        }
        tabular::refuse_split(section)?;
        section.only(&["train", "validation", "test", "csv"])?;
        let (train, validation, test) = (role("train")?, role("validation")?, role("test")?);
        let example = |key| {
            let set = domain.info().sets.first().map_or("FILE", |set| set.name);
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
        let mut test = self.test.as_ref();
        match &self.train {
            Source::Tabular(train) if train.split.is_some() => {
                let take = |role| match self.source(role) {
                    Some(Source::Tabular(rows)) if rows.split.is_some() => rows.take,
                    _ => None,
                };
                train.print_shared(Role::ALL.map(take), out);
                // The third share says where the test comes from.
                test = test.filter(|test| !matches!(test, Source::Tabular(test) if test.split.is_some()));
                if train.shares_test() {
                    return;
                }
            }
            _ => {
                out.entry("train", self.train.print());
                out.entry("validation", self.validation.print());
            }
        }
        out.option("test", test.map(Source::print));
    }
}

impl Source {
    fn read(item: &Item<'_>, domain: &dyn Domain, variant: (&str, &Settings)) -> Result<Self, ParseError> {
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
        if section.get("csv").is_some() {
            return Tabular::read(&section).map(Self::Tabular);
        }
        if let Some(list) = section.get("names") {
            section.only(&["names", "take"])?;
            return Ok(Self::Named { names: names(&list)?, take: section.size("take", 1, MOST)? });
        }
        let Some(name) = section.get("generate") else {
            section.only(&["generate", "names", "csv", "count", "seed", "take"])?;
            let wrong = format!("{} says neither 'generate' nor 'names' nor 'csv'", item.path);
            return Err(item.refuse(wrong).help("such as { generate = \"random\", count = 100, seed = 7 }"));
        };
        Generated::read(&section, &name, domain, variant).map(Self::Generated)
    }

    fn print(&self) -> String {
        match self {
            Self::Named { names, take: None } => quoted_list(names),
            Self::Named { names, take: Some(take) } => {
                inline(&[("names", quoted_list(names)), ("take", take.to_string())])
            }
            Self::Tabular(tabular) => tabular.print(),
            Self::Generated(generated) => generated.print(),
        }
    }

    /// Keeps at most so many instances.
    pub(super) fn keep(&mut self, max: usize) {
        match self {
            Self::Named { take, .. } | Self::Tabular(Tabular { take, .. }) => {
                *take = Some(take.map_or(max, |take| take.min(max)));
            }
            Self::Generated(generated) => generated.count = generated.count.min(max),
        }
    }
}

fn names(item: &Item<'_>) -> Result<Vec<String>, ParseError> {
    let names: Vec<String> = item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?;
    if names.is_empty() { Err(item.refuse(format!("{} names no instance", item.path))) } else { Ok(names) }
}
