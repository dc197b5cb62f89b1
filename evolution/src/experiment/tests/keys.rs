//! The rows of keys and the readers say the same.

use super::*;
use crate::experiment::keys::{Key, SectionInfo, sections};
use crate::fitness::OF_OPTIMISATION;
use std::collections::BTreeSet;

/// The experiment around a section that is written in full.
fn around(info: &SectionInfo, body: &str) -> String {
    let rules = info.path == "search" && (info.form == "optimisation problems" || info.form.starts_with("algorithm"))
        || OF_OPTIMISATION.iter().any(|name| info.form == format!("kind = \"{name}\""));
    let domain = match info.form.strip_prefix("domain = ") {
        Some(domain) => domain,
        None if rules => "\"tsp\"",
        None => "\"rush-hour\"",
    };
    let mut text = String::new();
    if info.path.is_empty() {
        text += body;
    } else {
        text += &format!("format = 1\nname = \"w\"\ndomain = {domain}");
    }
    let own = |path: &str| info.path.split('.').next() == Some(path);
    if !own("data") {
        text += "\n[data]\ntrain = [\"jam:1-20\"]\nvalidation = [\"jam:21-30\"]";
    } else if info.path == "data.train" {
        text += "\n[data]\nvalidation = [\"jam:21-30\"]";
    }
    if !own("genome") {
        let kind = if own("operators") { "policy" } else if info.form.contains("own") { "tree" } else { "weights" };
        text += &format!("\n[genome]\nkind = \"{kind}\"");
    }
    if info.form == "planning domains" {
        // The form of the section is not the only one with these keys.
        return format!("{text}\n{}", body.replacen("[genome]", "[genome]\nkind = \"tree\"", 1));
    }
    if !info.path.is_empty() {
        text += &format!("\n{body}");
    }
    text
}

/// The section with another value of a key.
fn with_value(info: &SectionInfo, key: &Key, value: &str) -> String {
    let table = toml::from_str::<toml::Table>(&info.example).expect("the example is TOML");
    let mut table = if info.path.is_empty() { toml::Value::Table(table) } else {
        let mut inner = toml::Value::Table(table);
        for part in info.path.split('.') {
            inner = inner.get(part).cloned().unwrap_or_else(|| toml::Value::Table(toml::Table::new()));
        }
        inner
    };
    let value: toml::Table = toml::from_str(&format!("it = {value}")).expect("a value");
    let path: Vec<&str> = key.name.split('.').collect();
    let mut inner = &mut table;
    for part in &path[..path.len() - 1] {
        let list = part.strip_suffix("[]");
        let tables = inner.as_table_mut().expect("a table");
        inner = tables.entry(list.unwrap_or(part)).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if list.is_some() {
            inner = &mut inner.as_array_mut().expect("a list")[0];
        }
    }
    inner.as_table_mut().expect("a table").insert((*path.last().unwrap()).to_owned(), value["it"].clone());
    let mut whole = table;
    for part in info.path.split('.').rev().filter(|part| !part.is_empty()) {
        whole = toml::Value::Table(std::iter::once((part.to_owned(), whole)).collect());
    }
    toml::to_string(&whole).expect("TOML")
}

fn error_of(text: &str) -> Option<String> {
    Experiment::read(text, &load).err().map(|error| error.to_string())
}

fn all() -> Vec<SectionInfo> {
    unstuck_domains::install();
    sections()
}

#[test]
fn every_key_is_described_once_and_completely() {
    let mut seen = BTreeSet::new();
    for info in all() {
        for key in &info.keys {
            assert!(seen.insert((info.path.clone(), info.form.clone(), key.name.clone())), "{} twice", key.name);
            assert!(!key.help.is_empty() && !key.kind.is_empty(), "{}.{}: {key:?}", info.path, key.name);
            assert!(!key.example.is_empty() || key.kind == "section", "{}.{} has no example", info.path, key.name);
        }
    }
}

#[test]
fn every_example_is_read() {
    for info in all() {
        let text = around(&info, &info.example);
        if let Some(error) = error_of(&text) {
            panic!("[{}] {}: {error}\n{text}", info.path, info.form);
        }
    }
}

/// A date is no value of any key, so a reader that accepts one does not read the key.
#[test]
fn every_key_is_read_and_has_its_bounds() {
    for info in all() {
        for key in &info.keys {
            let tried = |value: &str| error_of(&around(&info, &with_value(&info, key, value)));
            let place = format!("[{}] {}: {}", info.path, info.form, key.name);
            let last = key.name.rsplit('.').next().unwrap();
            let date = tried("2000-01-01").unwrap_or_else(|| panic!("{place} is not read"));
            assert!(date.contains(last), "{place}: {date}");
            assert!(!date.contains("unknown key"), "{place}: {date}");
        }
    }
}
