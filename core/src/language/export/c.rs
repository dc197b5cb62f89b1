//! C99.

use super::ExportInfo;
use super::portable::{Language, Portable};
use super::source::{Syntax, definitions, given, heading, mangled, names, statements, statements_with};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "c",
    ending: "c",
    about: "a C function over a struct of features; compile with -ffp-contract=off",
    write: |formula, words| write(formula, words),
    write_with_features: Some(write_with_features),
};

const SYNTAX: Syntax = Syntax {
    comment: "//",
    assign: |name, value| format!("double {name} = {value};"),
    feature: |name| format!("f->{}", mangled(name)),
    convert: |value| format!("(double){value}"),
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

fn write_with_features(
    formula: &Formula,
    words: &FeatureTable,
    features: &Portable<'_>,
) -> Result<String, String> {
    let more: String =
        given(formula, words, features)?.iter().map(|name| format!(", double {name}")).collect();
    let lines = statements_with(formula, words, &SYNTAX, features);
    let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
    Ok(format!(
        "{}//\n{}#include <math.h>\n#include <stdint.h>\n\n{}\n{RUNTIME}{}\n\n\
         double heuristic(const int64_t *p, const int64_t *s{more}) {{\n    (void)p;\n    (void)s;\n{lines}}}\n",
        heading(formula, words, &SYNTAX),
        features.head().iter().map(|line| line.replacen('#', "//", 1) + "\n").collect::<String>(),
        features.write(&names(formula, words), Language::C),
        definitions(&SYNTAX).join("\n"),
    ))
}
