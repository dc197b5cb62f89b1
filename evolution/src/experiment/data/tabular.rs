//! Instances from the rows of a dataset: a file for a role, or one file shared out over all roles.

use super::{DataKeys, Source, SourceKeys, Takes};
use crate::config::settings::{Settings as _, Word};
use crate::config::source::{Item, Section};
use crate::config::writer::{Writer, inline, quoted};
use crate::dataset::{Shares, Split};
use crate::role::{PerRole, Role};
use serde::{Deserialize, Serialize};
use unstuck_core::error::ParseError;

/// Rows of a dataset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tabular {
    /// The file.
    pub csv: String,
    /// How its rows are shared out over the roles; `None` if all are for one role.
    pub split: Option<Split>,
    /// Maximum number of the role's rows; the first ones are taken.
    pub take: Option<usize>,
}

/// How far the shares may be from 1 together.
const ROUNDING: f64 = 1e-6;

/// Most folds.
const FOLDS: u64 = 1_000;

impl Tabular {
    /// `{ csv = "FILE", take = 100 }`.
    pub(super) fn read(section: &Section<'_>) -> Result<Self, ParseError> {
        section.only(&["csv", "take"])?;
        Ok(Self { csv: file(section)?, split: None, take: SourceKeys::read(section)?.take })
    }

    pub(super) fn print(&self) -> String {
        let mut entries = vec![("csv", quoted(&self.csv))];
        entries.extend(self.take.map(|take| ("take", take.to_string())));
        inline(&entries)
    }

    /// Prints the whole section; `takes` are what the roles take of their shares.
    pub(super) fn print_shared(&self, takes: PerRole<Option<usize>>, out: &mut Writer) {
        out.text("csv", &self.csv);
        let Some(split) = &self.split else { return };
        match &split.shares {
            Shares::Parts(parts) => {
                let parts: Vec<String> = parts.iter().map(f64::to_string).collect();
                out.entry("split", format_args!("[{}]", parts.join(", ")));
            }
            Shares::Fold { number, of } => out.entry("fold", format_args!("[{number}, {of}]")),
        }
        out.text("order", split.order.word());
        out.entry("seed", split.seed);
        let takes: Vec<(&str, usize)> =
            Role::ALL.into_iter().filter_map(|role| Some((role.name(), takes[role]?))).collect();
        out.option("take", (!takes.is_empty()).then(|| inline(&takes)));
    }

    /// Whether some of the rows are for the test.
    pub(super) fn shares_test(&self) -> bool {
        self.split.as_ref().is_some_and(|split| match &split.shares {
            Shares::Parts(parts) => parts.len() == 3,
            Shares::Fold { .. } => true,
        })
    }
}

fn file(section: &Section<'_>) -> Result<String, ParseError> {
    let item = section.get("csv");
    let item = section.require("csv", item, "csv = \"boards.csv\"")?;
    let file = item.text()?;
    if file.is_empty() { Err(item.refuse(format!("{} names no file", item.path))) } else { Ok(file) }
}

/// A whole section that shares one file out: the sources for training, validation and, if it has a share, test.
pub(super) fn shared(
    section: &Section<'_>,
    keys: &DataKeys,
) -> Result<(Source, Source, Option<Source>), ParseError> {
    for key in ["train", "validation"] {
        if let Some(item) = section.get(key) {
            let wrong = format!("csv shares its rows out over the roles, so {key} has its instances already");
            return Err(item
                .refuse(wrong)
                .help(format!("write {key} = {{ csv = \"FILE\" }} and no csv for all roles")));
        }
    }
    section.only(&["csv", "split", "fold", "order", "seed", "take", "test", "unsolved"])?;
    let shares = match (section.get("split"), section.get("fold")) {
        (Some(_), Some(fold)) => {
            return Err(fold.refuse("split and fold both share the rows out").help("leave one of them out"));
        }
        (Some(split), None) => parts(&split)?,
        (None, Some(fold)) => fold_of(&fold)?,
        (None, None) => section.require("split", None, "split = [0.6, 0.2, 0.2]")?,
    };
    let split = Split { shares, order: keys.order, seed: keys.seed };
    let rows = Tabular { csv: file(section)?, split: Some(split), take: None };
    let test = rows.shares_test();
    if let Some(item) = section.get("test").filter(|_| test) {
        let wrong = "the test has a share of the csv, so its instances are known already";
        return Err(item.refuse(wrong).help("leave it out, or write two shares, such as split = [0.8, 0.2]"));
    }
    let Takes { train, validation, test: tested } = keys.take;
    if !test {
        section.section("take")?.only(&Takes::KEYS[..2])?;
    }
    let of = |take| Source::Tabular(Tabular { take, ..rows.clone() });
    Ok((of(train), of(validation), test.then(|| of(tested))))
}

/// What belongs to a csv for all roles makes no sense without one.
pub(super) fn refuse_split(section: &Section<'_>) -> Result<(), ParseError> {
    for key in ["split", "fold", "order", "seed", "take"] {
        if let Some(item) = section.get(key) {
            let wrong = format!("{key} shares out the rows of a csv, and the section names none");
            return Err(item.refuse(wrong).help("write csv = \"FILE\" as well"));
        }
    }
    Ok(())
}

fn parts(item: &Item<'_>) -> Result<Shares, ParseError> {
    let list = item.list()?;
    if !(2..=3).contains(&list.len()) {
        let wrong = format!("{} must be two or three shares, not {}", item.path, list.len());
        return Err(item.refuse(wrong).help("for training, validation and test, such as [0.6, 0.2, 0.2]"));
    }
    let parts = list.iter().map(|share| share.number_in(0.0, 1.0)).collect::<Result<Vec<f64>, _>>()?;
    if let Some((_, share)) = parts.iter().zip(&list).find(|(part, _)| **part == 0.0) {
        let wrong = "a share of 0 leaves a role without instances";
        return Err(share.refuse(wrong).help("leave the test out, or give every role a share"));
    }
    let sum: f64 = parts.iter().sum();
    if (sum - 1.0).abs() > ROUNDING {
        return Err(item.refuse(format!("the shares make {sum}, not 1")));
    }
    Ok(Shares::Parts(parts))
}

fn fold_of(item: &Item<'_>) -> Result<Shares, ParseError> {
    let [number, of] = &item.list()?[..] else {
        let wrong = format!("{} must be the fold of the test and how many there are", item.path);
        return Err(item.refuse(wrong).help("such as [1, 5]"));
    };
    let of = of.count_in(3, FOLDS)?;
    Ok(Shares::Fold { number: number.count_in(1, of)? as usize, of: of as usize })
}
