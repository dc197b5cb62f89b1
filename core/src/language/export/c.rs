//! C99.

use super::ExportInfo;
use super::source::{Syntax, definitions, heading, mangled, names, statements};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "c",
    ending: "c",
    about: "a C function over a struct of features; compile with -ffp-contract=off",
    write: |formula, words| write(formula, words),
    is_code: true,
};

const SYNTAX: Syntax = Syntax {
    comment: "//",
    assign: |name, value| format!("double {name} = {value};"),
    feature: |name| format!("f->{}", mangled(name)),
    return_if: |condition, value| format!("if ({condition} != 0) return {value};"),
    give: |value| format!("return {value};"),
    define: |name, parameters, value| {
        let parameters: Vec<String> = parameters.iter().map(|one| format!("double {one}")).collect();
        format!("static inline double {name}({}) {{ return {value}; }}", parameters.join(", "))
    },
};

const RUNTIME: &str = include_str!("runtime.c");

fn write(formula: &Formula, words: &FeatureTable) -> String {
    let mut fields: String =
        names(formula, words).iter().map(|name| format!("    double {};\n", mangled(name))).collect();
    if fields.is_empty() {
        fields = "    double unused;\n".to_owned();
    }
    let lines: String =
        statements(formula, words, &SYNTAX).iter().map(|line| format!("    {line}\n")).collect();
    format!(
        "{}#include <math.h>\n\nstruct features {{\n{fields}}};\n\n{RUNTIME}{}\n\ndouble heuristic(const struct features *f) {{\n    (void)f;\n{lines}}}\n",
        heading(formula, words, &SYNTAX),
        definitions(&SYNTAX).join("\n"),
    )
}
