//! The rows of keys and the readers say the same.

use super::*;
use crate::experiment::keys::{Key, SectionInfo, sections};
use crate::fitness::OF_OPTIMISATION;
use std::collections::BTreeSet;
use toml::{Table, Value};

fn all() -> Vec<SectionInfo> {
    unstuck_domains::install();
    sections()
}

/// A section as a whole experiment: what it needs around it is added.
fn whole(info: &SectionInfo, body: Table) -> Table {
    let is_form = |name: &&str| info.form == format!("kind = \"{name}\"");
    let algorithm = info.path == "search" && info.form.starts_with("algorithm");
    let rules = algorithm || info.form == "Optimisation problems" || OF_OPTIMISATION.iter().any(is_form);
    let domain = if rules { "tsp" } else { "rush-hour" };
    let functions = info.path.starts_with("operators") && info.form.starts_with("functions");
    let kind = if info.form == "Planning domains" || functions {
        "tree"
    } else if info.path.starts_with("operators") || info.path == "grid" {
        "policy"
    } else {
        "weights"
    };
    let rest = format!(
        "format = 1\nname = \"w\"\ndomain = \"{domain}\"\ngenome.kind = \"{kind}\"\n\
         data.train = [\"jam:1-20\"]\ndata.validation = [\"jam:21-30\"]"
    );
    let defined = if functions { "\ngenome.defined = {}" } else { "" };
    let mut whole: Table = toml::from_str(&(rest + defined)).expect("TOML");
    let shared = body.get("data").and_then(|data| data.get("csv").or(data.get("folder"))).is_some();
    if body.get("operators").and_then(|all| all.get("selection")?.get("crowded_tournament")).is_some() {
        whole.insert(
            "algorithm".to_owned(),
            toml::from_str::<Table>("kind = \"nsga2\"").expect("TOML").into(),
        );
    }
    for (key, value) in body {
        match (whole.get_mut(&key).and_then(Value::as_table_mut), value) {
            (Some(around), Value::Table(inner)) if !shared => around.extend(inner),
            (_, value) => drop(whole.insert(key, value)),
        }
    }
    whole
}

fn error_of(file: &Table) -> Option<String> {
    let text = toml::to_string(file).expect("TOML");
    Experiment::read(&text, &load).err().map(|error| error.to_string())
}

/// The example of a section with another value of a key.
fn with_value(info: &SectionInfo, key: &Key, value: &str) -> Table {
    // An experiment has one selection.
    let example = if info.path == "operators.selection" { "" } else { &info.example };
    let mut table: Table = toml::from_str(example).expect("the example is TOML");
    let value: Table = toml::from_str(&format!("it = {value}")).expect("a value");
    let path: Vec<&str> =
        info.path.split('.').filter(|part| !part.is_empty()).chain(key.name.split('.')).collect();
    let (last, parts) = path.split_last().expect("a name");
    let mut inner = &mut table;
    for part in parts {
        let next = inner.entry(part.trim_end_matches("[]")).or_insert_with(|| Table::new().into());
        let next = if part.ends_with("[]") { &mut next.as_array_mut().expect("a list")[0] } else { next };
        inner = next.as_table_mut().expect("a table");
    }
    inner.insert((*last).to_owned(), value["it"].clone());
    table
}

#[test]
fn every_key_is_described_once_and_completely() {
    let mut seen = BTreeSet::new();
    for info in all() {
        for key in info.keys {
            let place = format!("[{}] {}: {}", info.path, info.form, key.name);
            assert!(!key.help.is_empty() && !key.kind.is_empty(), "{place}: {key:?}");
            assert!(!key.example.is_empty() || key.kind == "section", "{place} has no example");
            assert!(seen.insert(place.clone()), "{place} is there twice");
        }
    }
}

#[test]
fn every_example_is_read() {
    let refused = |info: &SectionInfo| {
        let error = error_of(&whole(info, toml::from_str(&info.example).expect("TOML")))?;
        Some(format!("[{}] {}: {error}\n{}", info.path, info.form, info.example))
    };
    let refused: Vec<String> = all().iter().filter_map(refused).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

/// A date is no value of any key, so that a reader that accepts one does not read the key.
#[test]
fn every_key_is_read_within_its_bounds_and_choices() {
    let mut wrong = Vec::new();
    for info in all() {
        for key in &info.keys {
            let tried =
                |value: &str| error_of(&whole(&info, with_value(&info, key, value))).unwrap_or_default();
            let mut refused = |value: &str| {
                let (error, last) = (tried(value), key.name.rsplit('.').next().unwrap_or_default());
                let blamed =
                    error.contains(last) && !error.contains("unknown key") && !error.contains("missing");
                if !blamed {
                    wrong.push(format!("[{}] {}: {} = {value}: {error}", info.path, info.form, key.name));
                }
            };
            refused("2000-01-01");
            if !key.choices.is_empty() {
                refused("\"no-such-word\"");
            }
            if let (Some(min), Some(max)) = (key.min, key.max) {
                let (below, above) = (min - 1.0 - min.abs() / 2.0, max * 1.5 + 1.0);
                match key.kind {
                    "range" => {
                        refused(&format!("[{below:?}, {max:?}]"));
                        refused(&format!("[{min:?}, {above:?}]"));
                    }
                    "number" => {
                        refused(&format!("{below:?}"));
                        refused(&format!("{above:?}"));
                    }
                    "count" => {
                        refused(&format!("{}", min as i64 - 1));
                        if max < 1e15 {
                            refused(&format!("{}", max as i64 + 1));
                        }
                    }
                    _ => {}
                }
            }
            for word in &key.choices {
                let error = tried(&format!("\"{word}\""));
                if error.contains("unknown") {
                    wrong.push(format!("[{}] {}: {} = {word}: {error}", info.path, info.form, key.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
