//! Python 3, without packages.

use super::ExportInfo;
use super::source::{Syntax, definitions, heading, statements};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "python",
    ending: "py",
    about: "a Python function over a dictionary of features",
    write: |formula, words| write(formula, words),
    is_code: true,
};

const SYNTAX: Syntax = Syntax {
    comment: "#",
    assign: |name, value| format!("{name} = {value}"),
    feature: |name| format!("float(f[\"{name}\"])"),
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
