//! Python 3, without packages.

use super::ExportInfo;
use super::portable::{Language, Portable};
use super::source::{Syntax, definitions, given, heading, names, statements, statements_with};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "python",
    ending: "py",
    about: "a Python function over a dictionary of features",
    write: |formula, words| write(formula, words),
    write_with_features: Some(write_with_features),
};

const SYNTAX: Syntax = Syntax {
    comment: "#",
    assign: |name, value| format!("{name} = {value}"),
    feature: |name| format!("float(f[\"{name}\"])"),
    convert: |value| format!("float({value})"),
    return_if: |condition, value| format!("if {condition} != 0: return {value}"),
    give: |value| format!("return {value}"),
    define: |name, parameters, value| format!("def {name}({}): return {value}", parameters.join(", ")),
};

const RUNTIME: &str = include_str!("runtime.py");

fn write(formula: &Formula, words: &FeatureTable) -> String {
    let lines: String =
        statements(formula, words, &SYNTAX).iter().map(|line| format!("    {line}\n")).collect();
    let (heading, functions) = (heading(formula, words, &SYNTAX), definitions(&SYNTAX).join("\n"));
    format!("{heading}{RUNTIME}\n\n{functions}\n\n\ndef heuristic(f):\n{lines}")
}

fn write_with_features(
    formula: &Formula,
    words: &FeatureTable,
    features: &Portable<'_>,
) -> Result<String, String> {
    let more: String = given(formula, words, features)?.iter().map(|name| format!(", {name}")).collect();
    let lines = statements_with(formula, words, &SYNTAX, features);
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    Ok(format!(
        "{}#\n{}\n{RUNTIME}\n\n{}\n\n{}\n\ndef heuristic(p, s{more}):\n{lines}",
        heading(formula, words, &SYNTAX),
        features.head().join("\n"),
        definitions(&SYNTAX).join("\n"),
        features.write(&names(formula, words), Language::Python),
    ))
}
