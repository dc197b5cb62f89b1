//! Every section of an experiment's file with its keys, as data: manual, form and tests are made from it.
//!
//! The rows come from the readers: `settings!` declares them where they are read, and the
//! registries of searches, operators and evaluators add theirs. A section whose keys depend on a choice has a form for
//! each.
//!
//! ```
//! unstuck_domains::install();
//! let sections = unstuck_evolution::experiment::keys::sections();
//! let islands = sections.iter().find(|section| section.form == "kind = \"islands\"").unwrap();
//! assert_eq!(islands.keys[0].name, "islands.count");
//! assert!(islands.example.ends_with("islands = { count = 5, every = 20, share = 0.15 }"));
//! ```

pub use crate::config::keys::{Key, Since};

use super::FileKeys;
use super::algorithm::AlgorithmKeys;
use super::data::{DataKeys, SourceKeys};
use super::ending::{ChampionSettings, StopKeys};
use super::fitness::FitnessKeys;
use super::genome::GenomeKeys;
use super::operators::{MAX_WEIGHT, OperatorKeys, RateKeys};
use super::search::{OptimiserKeys, SearchKeys};
use crate::config::settings::Settings as _;
use crate::config::writer::{Writer, inline, quoted};
use crate::operators::{Listed, Parameter, Part, all};
use crate::{algorithms, fitness};
use serde::Serialize;
use unstuck_core::local_search::{self, ParameterRow};
use unstuck_core::search::{IDA, PARAMETERS, ParameterKind, SearchParameters};

/// A section, or one of its forms.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ExperimentSection))]
pub struct SectionInfo {
    /// Its path, `data.train`; empty for the keys outside sections.
    pub path: String,
    /// Which form: what is written in it, or what it is for; empty for the keys that all forms have.
    pub form: String,
    /// One line of explanation.
    pub about: String,
    /// Its keys, without those that all forms have.
    pub keys: Vec<Key>,
    /// The section with a value for every key that can be written together.
    pub example: String,
}

/// A fitness of several evaluators.
const MULTI: &str = "\
[fitness]
kind = \"multi\"
parts = [
  { kind = \"search\", sample = 10, weights = { length = 2 }, probability = 0.7 },
  { kind = \"least_squares\", loss = \"mae\", probability = 0.3 },
]";

/// A variant of Rush Hour.
const SETTINGS: &str = "[settings]\nexit = \"right\"";

/// Settings that are tried in all combinations.
const GRID: &str = "\
[grid]
\"genome.rules\" = [3, 5]
\"algorithm.kind\" = [\"generational\", \"islands\"]";

/// Which form of a section.
#[derive(Clone, Copy)]
enum Form<'a> {
    /// The keys that all forms have.
    All,
    /// In words.
    For(&'a str),
    /// By a key with its value.
    Where(&'a str, &'a str),
}

use Form::{All, For, Where};

/// Every section, in the order in which a file is written.
pub fn sections() -> Vec<SectionInfo> {
    let mut list = vec![section_but("", All, FileKeys::rows(), &["pddl"])];
    list.push(SectionInfo { example: SETTINGS.to_owned(), ..section("settings", All, Vec::new()) });
    data(&mut list);
    search(&mut list);
    let (tree, rest) = parted(GenomeKeys::rows(), &["defined"]);
    let (concepts, genome) = parted(rest, &["concepts"]);
    list.push(section("genome", All, genome));
    list.push(section("genome", Where("kind", "tree"), tree));
    list.push(section("genome", For("Planning domains"), concepts));
    list.push(section("algorithm", All, AlgorithmKeys::rows()));
    for (name, rows) in algorithms::rows().into_iter().filter(|(_, rows)| !rows.is_empty()) {
        let table = Key { name: name.into(), ..Key::default() };
        list.push(section("algorithm", Where("kind", name), table.table(rows, false)));
    }
    list.push(section("operators", All, OperatorKeys::rows()));
    for folder in all().chunk_by(|one, two| one.folder == two.folder) {
        let path = format!("operators.{}", folder[0].folder);
        if matches!(folder[0].folder, "crossover" | "mutation") {
            list.push(section(&path, All, RateKeys::rows()));
        }
        for listed in folder.chunk_by(|one, two| one.part == two.part) {
            let rows = listed.iter().flat_map(operator).collect();
            // An experiment has one selection.
            let others: Vec<&str> = listed[1..].iter().map(|listed| listed.name).collect();
            let others = if listed[0].part == Part::Any { &others[..] } else { &[] };
            let part = if listed[0].part == Part::Any { "populations" } else { listed[0].part.name() };
            list.push(section_but(&path, For(part), rows, others));
        }
    }
    list.push(section("fitness", All, FitnessKeys::rows()));
    for (name, rows) in fitness::rows() {
        let form = section_but("fitness", Where("kind", name), rows, &["beyond"]);
        list.push(if name == "multi" { SectionInfo { example: MULTI.to_owned(), ..form } } else { form });
    }
    list.push(section("champion", All, ChampionSettings::rows()));
    list.push(section("stop", All, StopKeys::rows()));
    list.push(SectionInfo { example: GRID.to_owned(), ..section("grid", All, Vec::new()) });
    list
}

fn data(list: &mut Vec<SectionInfo>) {
    let (roles, rest) = parted(DataKeys::rows(), &["train", "validation", "test", "unsolved"]);
    let (folder, shared) = parted(rest, &["folder"]);
    list.push(section("data", For("Instances of each role"), roles));
    list.push(section_but("data", For("One dataset for all roles"), shared, &["fold"]));
    list.push(section("data", For("One folder for all roles"), folder));
    let (named, rest) = parted(SourceKeys::rows(), &["names", "take"]);
    let (csv, rest) = parted(rest, &["csv"]);
    let (folder, generated) = parted(rest, &["folder"]);
    let first = list.len();
    list.push(section("data.train", For("Names"), named));
    list.push(section("data.train", For("A generator"), generated));
    list.push(section("data.train", For("A dataset"), csv));
    list.push(section("data.train", For("A folder"), folder));
    for info in &mut list[first..] {
        info.about =
            "Instances of a role; `[data.validation]` and `[data.test]` have the same keys.".to_owned();
    }
}

fn search(list: &mut Vec<SectionInfo>) {
    let defaults = SearchParameters::new(&IDA);
    let parameters =
        PARAMETERS.iter().map(|row| parameter(row.name, row.about, row.kind, &row.text(&defaults)));
    let unread = PARAMETERS.iter().filter(|row| !IDA.parameters.contains(&row.parameter));
    let unread: Vec<&str> = unread.map(|row| row.name).collect();
    let rows = SearchKeys::rows().into_iter().chain(parameters).collect();
    list.push(section_but("search", All, rows, &unread));
    list.push(section("search", For("Optimisation problems"), OptimiserKeys::rows()));
    for info in local_search::ALGORITHMS.iter().filter(|info| !info.parameters.is_empty()) {
        let row = |row: &ParameterRow| parameter(row.name, row.about, row.kind, &row.kind.text(row.default));
        let rows = info.parameters.iter().map(row).collect();
        list.push(section("search", Where("algorithm", info.name), rows));
    }
}

/// The rows of some keys, and the others.
fn parted(rows: Vec<Key>, names: &[&str]) -> (Vec<Key>, Vec<Key>) {
    rows.into_iter().partition(|row| names.contains(&head(row)))
}

/// The first part of a key's name: what is in the section itself.
fn head(row: &Key) -> &str {
    row.name.split(['.', '[']).next().unwrap_or(&row.name)
}

fn section(path: &str, form: Form<'_>, keys: Vec<Key>) -> SectionInfo {
    section_but(path, form, keys, &[])
}

/// A section or a form of it, some of whose keys cannot be written with the others.
fn section_but(path: &str, form: Form<'_>, keys: Vec<Key>, others: &[&str]) -> SectionInfo {
    let keys: Vec<Key> = keys.into_iter().map(Key::valued).collect();
    let abouts = FileKeys::rows();
    let top = path.split('.').next().unwrap_or(path);
    let about = abouts.iter().find(|row| row.name == top).map_or("The experiment itself.", |row| row.help);
    let mut out = Writer::default();
    if !path.is_empty() {
        out.section(path);
    }
    let form = match form {
        All => String::new(),
        For(what) => what.to_owned(),
        Where(key, value) => {
            out.text(key, value);
            format!("{key} = {}", quoted(value))
        }
    };
    let shown: Vec<&Key> =
        keys.iter().filter(|row| row.kind != "section" && !others.contains(&head(row))).collect();
    for rows in shown.chunk_by(|one, two| head(one) == head(two)) {
        match rows {
            [row] if !row.name.contains('.') => out.entry(&row.name, &row.example),
            _ => {
                let table = head(rows[0]);
                let inner = rows.iter().map(|row| (&row.name[table.len() + 1..], &row.example));
                out.entry(table, inline(&inner.collect::<Vec<_>>()));
            }
        }
    }
    let example = out.finish().trim().to_owned();
    SectionInfo { path: path.to_owned(), form, about: about.to_owned(), keys, example }
}

/// A parameter of searches.
fn parameter(name: &str, about: &'static str, kind: ParameterKind, default: &str) -> Key {
    let row = Key { name: name.into(), help: about, default: Some(default.to_owned()), ..Key::default() };
    let row = match kind {
        ParameterKind::Number { min, max } => Key { kind: "number", min: Some(min), max: Some(max), ..row },
        ParameterKind::Count { min, max } => {
            let row = match default.parse() == Ok(max) {
                true => Key { default: None, depends: Some("no limit".into()), example: "100".into(), ..row },
                false => row,
            };
            Key { kind: "count", min: Some(min as f64), max: Some(max as f64), ..row }
        }
        ParameterKind::Bytes => Key { kind: "bytes", default: Some(quoted(default)), ..row },
        ParameterKind::Choice { words } => {
            Key { kind: "choice", choices: words.to_vec(), default: Some(quoted(default)), ..row }
        }
    };
    row.complete()
}

/// An operator: its weight among those that are drawn, and its parameters.
fn operator(listed: &Listed) -> Vec<Key> {
    let named = |parameter: &str| format!("{}.{parameter}", listed.name);
    let drawn = listed.folder != "selection";
    let whole = Key { help: listed.about, ..Key::default() };
    let whole = match (drawn, listed.parameters.is_empty()) {
        (true, none) => Some(Key {
            name: if none { listed.name.into() } else { named("weight") },
            kind: "number",
            min: Some(0.0),
            max: Some(MAX_WEIGHT),
            default: Some(listed.weight.to_string()),
            example: "1".into(),
            ..whole
        }),
        (false, true) => Some(Key { name: listed.name.into(), kind: "table", example: "{}".into(), ..whole }),
        (false, false) => None,
    };
    let parameter = |parameter: &Parameter| {
        let (min, max) = parameter.range;
        Key {
            name: named(parameter.name),
            kind: "number",
            min: Some(min),
            max: Some(max),
            default: Some(parameter.default.to_string()),
            help: parameter.about,
            ..Key::default()
        }
        .complete()
    };
    whole.into_iter().chain(listed.parameters.iter().map(parameter)).collect()
}
