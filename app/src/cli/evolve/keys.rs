//! `unstuck evolve --keys`: the keys of an experiment's file, as Markdown. All of them are `docs/experiment-keys.md`.

use super::Screen;
use crate::sys::exit::Exit;
use anyhow::{Result, bail};
use serde_json::json;
use std::collections::BTreeSet;
use unstuck_core::suggest::nearest;
use unstuck_evolution::experiment::keys::{Key, SectionInfo, Since, sections};
use unstuck_ops::origin;

/// Above the sections.
const TITLE: &str = "\
# Keys of an experiment's file

`unstuck evolve --keys` prints this page, `unstuck evolve --keys fitness` one section of it; `unstuck evolve FILE
--print-config` prints a file with the values of all keys that it uses. A table in a section can be written on one line,
`limits = { nodes = 32 }`, or as a section of its own, `[genome.limits]`. Keys that name no version are as old as
version 0.2. `unstuck domains NAME` lists the settings of a domain,
its generators and their parameters, `unstuck operators` all operators by what they work on.";

/// Prints all sections, or one with the tables in it.
pub fn run(section: &str, as_json: bool, screen: &mut Screen<'_>) -> Result<Exit> {
    let wanted = section.trim_matches(['[', ']']);
    let mut list = sections();
    if !wanted.is_empty() {
        let paths: BTreeSet<String> = list.iter().map(|info| info.path.clone()).collect();
        let inner = format!("{wanted}.");
        list.retain(|info| info.path == wanted || info.path.starts_with(&inner));
        if list.is_empty() {
            let known: Vec<&str> = paths.iter().map(String::as_str).filter(|path| !path.is_empty()).collect();
            match nearest(wanted, known.iter().copied()) {
                Some(near) => bail!("unknown section '{wanted}'; did you mean '{near}'?"),
                None => bail!("unknown section '{wanted}'; available: {}", known.join(", ")),
            }
        }
    }
    if as_json {
        screen.json(&json!({ "sections": list, "unstuck": origin::json() }))?;
    } else {
        screen.line(page(&list, wanted.is_empty()))?;
    }
    Ok(Exit::Fine)
}

/// The page of some sections, with its title or without.
fn page(list: &[SectionInfo], titled: bool) -> String {
    let mut parts: Vec<String> = titled.then(|| TITLE.to_owned()).into_iter().collect();
    let mut last = None;
    for info in list {
        if last.replace(&info.path) != Some(&info.path) {
            let title = match &*info.path {
                "" => "Outside sections".to_owned(),
                path => format!("[{path}]"),
            };
            parts.push(format!("## {title}\n\n{}", info.about));
        }
        if !info.form.is_empty() {
            let mark = if info.form.contains(" = ") { "`" } else { "" };
            parts.push(format!("### {mark}{}{mark}", info.form));
        }
        if !info.keys.is_empty() {
            parts.push(info.keys.iter().map(line).collect::<Vec<_>>().join("\n"));
        }
        parts.push(format!("```toml\n{}\n```", info.example));
    }
    parts.join("\n\n")
}

/// A key: what it means, what it takes, and its default.
fn line(key: &Key) -> String {
    let help = key.help.trim_end_matches('.');
    if key.kind == "section" {
        return format!("- `[{}]`: {help}", key.name);
    }
    let code = |text: &String| format!("`{text}`");
    let default: Vec<String> =
        key.default.as_ref().map(code).into_iter().chain(key.depends.clone()).collect();
    let default = match &default[..] {
        [] => String::new(),
        some => format!("; default {}", some.join(", ")),
    };
    let since = match key.since {
        old if old == Since::default() => String::new(),
        Since(version) => format!("; since version {version}"),
    };
    format!("- `{}`: {help}. {}{default}{since}.", key.name, takes(key))
}

/// What a key takes.
fn takes(key: &Key) -> String {
    let words = || key.choices.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let what = match key.kind {
        "count" => "A whole number".to_owned(),
        "number" => "A number".to_owned(),
        "flag" => "`true` or `false`".to_owned(),
        "text" => "A text".to_owned(),
        "bytes" => "An amount of memory".to_owned(),
        "range" => "Two numbers".to_owned(),
        "list" => "A list".to_owned(),
        "table" => "A table".to_owned(),
        "choice" if !key.choices.is_empty() => words(),
        "choice" => "A name".to_owned(),
        "choice or list" => format!("{}, or a list of names", words()),
        "choice or table" => "A name or a table".to_owned(),
        "list or table" => "A list or a table".to_owned(),
        other => other.to_owned(),
    };
    let unit = key.unit.map_or_else(String::new, |unit| format!(" of {unit}"));
    // Larger bounds are those of a type.
    let bounds = match (key.min, key.max.filter(|max| *max < f64::from(u32::MAX))) {
        (Some(min), Some(max)) => format!(" from {} to {}", bound(min), bound(max)),
        (Some(min), None) => format!(", at least {}", bound(min)),
        _ => String::new(),
    };
    format!("{what}{unit}{bounds}")
}

/// A number without rows of zeros.
fn bound(number: f64) -> String {
    let short = number == 0.0 || (1e-6..1e7).contains(&number.abs());
    if short { number.to_string() } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_experiment_keys_is_the_printed_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/experiment-keys.md");
        let text = page(&sections(), true) + "\n";
        if std::env::var_os("UNSTUCK_WRITE_KEYS").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            stored == text,
            "write it again: UNSTUCK_WRITE_KEYS=1 cargo test -p unstuck --lib experiment_keys"
        );
    }
}
