//! `[data]`: which instances are for what.

mod generated;
mod tabular;

pub use generated::Generated;
pub use tabular::Tabular;

use crate::config::settings::{ByHand, Settings as _, Word, settings};
use crate::config::source::{Item, Section};
use crate::config::writer::{Writer, inline, quoted, quoted_list};
use crate::dataset::Order;
use crate::role::{PerRole, Role};
use serde::{Deserialize, Serialize};
use unstuck_core::domain::{Domain, Settings};
use unstuck_core::error::ParseError;

/// Where the instances of each role come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DataSettings {
    /// Fitness is measured on them.
    pub train: Source,
    /// The champion is chosen by them.
    pub validation: Source,
    /// Used once, at the end.
    pub test: Option<Source>,
    /// What happens to instances that neither the reference nor the optimal search solves.
    #[serde(default)]
    pub unsolved: Unsolved,
}

/// What happens to instances that neither the reference nor the optimal search solves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unsolved {
    /// They stay, so that solving more of them is a gain: the limit of the reference search is what nodes are compared
    /// with, and lengths are not compared.
    #[default]
    Keep,
    /// They are left out, and listed.
    Drop,
}

impl Word for Unsolved {
    const NAMES: &'static [(&'static str, Self)] = &[("keep", Self::Keep), ("drop", Self::Drop)];
}

settings! {
    /// The keys of `[data]`.
    pub(super) struct DataKeys {
        /// Instances that fitness is measured on: a list of names, or a table.
        train: ByHand = ByHand, kind "list or table", example "[\"jam:1-20\"]";
        /// Instances that the champion is chosen by: a list of names, or a table.
        validation: ByHand = ByHand, kind "list or table", example "[\"jam:21-30\"]";
        /// Instances that are used once, at the end: a list of names, or a table.
        test: ByHand = ByHand, kind "list or table", example "[\"jam:31-40\"]";
        /// Dataset that is shared out over the roles: instead of train and validation.
        csv: ByHand = ByHand, kind "text", example "\"boards.csv\"";
        /// Folder of planning tasks for all roles: instead of train and validation.
        folder: ByHand = ByHand, kind "text", example "\"@tasks\"";
        /// Shares of a csv: for training, validation and, if there is a third, test.
        split: ByHand = ByHand, in 0.0..=1.0, kind "list", example "[0.6, 0.2, 0.2]";
        /// Fold of a csv that is for the test, and the number of folds: instead of split.
        fold: ByHand = ByHand, in 1.0..=1_000.0, kind "list", example "[1, 5]";
        /// Order in which the rows of a csv are taken.
        order: Order = Order::Shuffled;
        /// Seed of that order.
        seed: u64 = 1, in 0..=i64::MAX as u64;
        /// Rows of each role.
        take: Takes = Takes::default();
        /// Instances that neither the reference nor the optimal search solves: they stay, or are left out.
        unsolved: Unsolved = Unsolved::Keep;
    }
}

settings! {
    /// How many rows of its share a role has.
    pub(super) struct Takes {
        /// Max. rows for training: the first ones of its share of a csv.
        train: Option<usize> = None, in 1..=MAX_INSTANCES, unit "rows", example "1000";
        /// Max. rows for validation.
        validation: Option<usize> = None, in 1..=MAX_INSTANCES, unit "rows", example "300";
        /// Max. rows for the test.
        test: Option<usize> = None, in 1..=MAX_INSTANCES, unit "rows", example "300";
    }
}

settings! {
    /// The keys of a role's table.
    pub(super) struct SourceKeys {
        /// Generator of fresh instances: one of the domain's; its parameters are keys as well.
        generate: ByHand = ByHand, kind "text", example "\"random\"";
        /// Names of instances.
        names: ByHand = ByHand, kind "list", example "[\"jam:1-20\"]";
        /// Dataset.
        csv: ByHand = ByHand, kind "text", example "\"boards.csv\"";
        /// Folder of planning tasks.
        folder: ByHand = ByHand, kind "text", example "\"@tasks\"";
        /// How many instances are generated.
        count: Option<usize> = None, in 1..=MAX_INSTANCES, unit "instances", example "100";
        /// Seed of the generator.
        seed: u64 = 1, in 0..=i64::MAX as u64;
        /// Max. instances: the first ones are taken, of a folder the smallest.
        take: Option<usize> = None, in 1..=MAX_INSTANCES, unit "instances", example "20";
        /// Shortest and longest plans of generated instances.
        length: ByHand = ByHand, kind "range", unit "steps", example "[10, 30]";
    }
}

/// Where instances come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Source {
    /// Named ones.
    Named {
        /// Names as on a command line: `jam:1-40`.
        names: Vec<String>,
        /// Maximum number; the first ones are taken.
        take: Option<usize>,
    },
    /// The planning tasks of a folder that are for a role: `training/` and `testing/` below it, or all of it for
    /// training. Every fifth task of training, by size, is for validation.
    Folder {
        /// Its path, without the `@`.
        folder: String,
        /// Which of its tasks.
        role: Role,
        /// Maximum number; the smallest are taken.
        take: Option<usize>,
    },
    /// The rows of a dataset.
    Tabular(Tabular),
    /// Fresh ones.
    Generated(Generated),
}

/// Most instances of a role.
const MAX_INSTANCES: usize = 1_000_000;

impl DataSettings {
    pub(super) fn read(
        section: &Section<'_>,
        domain: &dyn Domain,
        variant: (&str, &Settings),
    ) -> Result<Self, ParseError> {
        let read = |role: Role| {
            let item = section.get(role.name());
            item.map(|item| Source::read(&item, role, domain, variant)).transpose()
        };
        if section.get("csv").is_none() {
            tabular::refuse_split(section)?;
        }
        let keys = DataKeys::read(section)?;
        let unsolved = keys.unsolved;
        if section.get("csv").is_some() {
            let (train, validation, test) = tabular::shared(section, &keys)?;
            let test = match test {
                Some(test) => Some(test),
                None => read(Role::Test)?,
            };
            return Ok(Self { train, validation, test, unsolved });
        }
        if let Some(item) = section.get("folder") {
            section.only(&["folder", "test", "unsolved"])?;
            let folder = folder(&item)?;
            let of = |role| Source::Folder { folder: folder.clone(), role, take: None };
            let test = read(Role::Test)?.unwrap_or_else(|| of(Role::Test));
            return Ok(Self {
                train: of(Role::Train),
                validation: of(Role::Validation),
                test: Some(test),
                unsolved,
            });
        }
        section.only(&["train", "validation", "test", "csv", "folder", "unsolved"])?;
        let (train, validation, test) = (read(Role::Train)?, read(Role::Validation)?, read(Role::Test)?);
        let example = |key| {
            let set = domain.info().sets.first().map_or("FILE", |set| set.name);
            format!("{key} = [\"{set}:1-20\"]")
        };
        Ok(Self {
            train: section.require("train", train, &example("train"))?,
            validation: section.require("validation", validation, &example("validation"))?,
            test,
            unsolved,
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
        let (mut test, mut shares_test) = (self.test.as_ref(), false);
        match &self.train {
            Source::Tabular(train) if train.split.is_some() => {
                let take = |role| match self.source(role) {
                    Some(Source::Tabular(rows)) if rows.split.is_some() => rows.take,
                    _ => None,
                };
                train.print_shared(PerRole::from_fn(take), out);
                // The third share is the source of the test.
                test = test.filter(|test| !matches!(test, Source::Tabular(test) if test.split.is_some()));
                shares_test = train.shares_test();
            }
            Source::Folder { folder, take: None, .. } => {
                out.text("folder", &format!("@{folder}"));
                test = test.filter(|test| !matches!(test, Source::Folder { .. }));
            }
            _ => {
                out.entry("train", self.train.print());
                out.entry("validation", self.validation.print());
            }
        }
        if !shares_test {
            out.option("test", test.map(Source::print));
        }
        out.text("unsolved", self.unsolved.word());
    }
}

impl Source {
    fn read(
        item: &Item<'_>,
        role: Role,
        domain: &dyn Domain,
        variant: (&str, &Settings),
    ) -> Result<Self, ParseError> {
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
        let take = || SourceKeys::read(&section).map(|keys| keys.take);
        if section.get("csv").is_some() {
            return Tabular::read(&section).map(Self::Tabular);
        }
        if let Some(item) = section.get("folder") {
            section.only(&["folder", "take"])?;
            return Ok(Self::Folder { folder: folder(&item)?, role, take: take()? });
        }
        if let Some(list) = section.get("names") {
            section.only(&["names", "take"])?;
            return Ok(Self::Named { names: names(&list)?, take: take()? });
        }
        let Some(name) = section.get("generate") else {
            section.only(SourceKeys::KEYS)?;
            let wrong = format!("{} has neither 'generate' nor 'names' nor 'csv'", item.path);
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
            Self::Folder { folder, take, .. } => {
                let mut entries = vec![("folder", quoted(&format!("@{folder}")))];
                entries.extend(take.map(|take| ("take", take.to_string())));
                inline(&entries)
            }
            Self::Tabular(tabular) => tabular.print(),
            Self::Generated(generated) => generated.print(),
        }
    }

    /// Keeps at most this many instances.
    pub(super) fn keep(&mut self, max: usize) {
        match self {
            Self::Named { take, .. } | Self::Folder { take, .. } | Self::Tabular(Tabular { take, .. }) => {
                *take = Some(take.map_or(max, |take| take.min(max)));
            }
            Self::Generated(generated) => generated.count = generated.count.min(max),
        }
    }
}

/// The path of a folder, which is written with an `@`.
fn folder(item: &Item<'_>) -> Result<String, ParseError> {
    let text = item.text()?;
    match text.strip_prefix('@') {
        Some(folder) if !folder.is_empty() => Ok(folder.to_owned()),
        _ => Err(item
            .refuse(format!("{} is written with an @", item.path))
            .help(format!("folder = \"@{text}\""))),
    }
}

fn names(item: &Item<'_>) -> Result<Vec<String>, ParseError> {
    let names: Vec<String> = item.list()?.iter().map(Item::text).collect::<Result<_, _>>()?;
    if names.is_empty() { Err(item.refuse(format!("{} names no instance", item.path))) } else { Ok(names) }
}
