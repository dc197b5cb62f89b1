//! Rust, without crates.

use super::ExportInfo;
use super::portable::{Language, Portable};
use super::source::{Syntax, definitions, given, heading, mangled, names, statements, statements_with};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "rust",
    ending: "rs",
    about: "a Rust function over a struct of features",
    write: |formula, words| write(formula, words),
    write_with_features: Some(write_with_features),
};

const SYNTAX: Syntax = Syntax {
    comment: "//",
    assign: |name, value| format!("let {name}: f64 = {value};"),
    feature: |name| format!("f.{}", mangled(name)),
    convert: |value| format!("to_f64({value})"),
    return_if: |condition, value| format!("if {condition} != 0.0 {{ return {value}; }}"),
    give: |value| value.to_owned(),
    define: |name, parameters, value| {
        let parameters: Vec<String> = parameters.iter().map(|one| format!("{one}: f64")).collect();
        format!("fn {name}({}) -> f64 {{ {value} }}", parameters.join(", "))
    },
};

const RUNTIME: &str = r"
// Values are never NaN and stay within -1e9 and 1e9.
fn clamp_finite(x: f64) -> f64 { if x.is_nan() { 0.0 } else { x.clamp(-1e9, 1e9) } }
fn hold(x: f64, most: f64) -> f64 { if x > most { most } else if x < -most { -most } else { x } }
fn truth(holds: bool) -> f64 { if holds { 1.0 } else { 0.0 } }
fn h_add(a: f64, b: f64) -> f64 { clamp_finite(a + b) }
fn h_sub(a: f64, b: f64) -> f64 { clamp_finite(a - b) }
fn h_mul(a: f64, b: f64) -> f64 { clamp_finite(a * b) }
fn h_div(a: f64, b: f64) -> f64 { if b.abs() < 1e-6 { 1.0 } else { clamp_finite(a / b) } }
fn h_neg(a: f64) -> f64 { -a }
fn h_less(a: f64, b: f64) -> f64 { truth(a < b) }
fn h_less_equal(a: f64, b: f64) -> f64 { truth(a <= b) }
fn h_greater(a: f64, b: f64) -> f64 { truth(a > b) }
fn h_greater_equal(a: f64, b: f64) -> f64 { truth(a >= b) }
fn h_and(a: f64, b: f64) -> f64 { truth(a != 0.0 && b != 0.0) }
fn h_or(a: f64, b: f64) -> f64 { truth(a != 0.0 || b != 0.0) }
fn h_xor(a: f64, b: f64) -> f64 { truth((a != 0.0) != (b != 0.0)) }
fn h_not(a: f64) -> f64 { truth(a == 0.0) }
fn h_if(c: f64, a: f64, b: f64) -> f64 { if c != 0.0 { a } else { b } }
fn h_min(a: f64, b: f64) -> f64 { if b < a { b } else { a } }
fn h_max(a: f64, b: f64) -> f64 { if b > a { b } else { a } }
fn magnitude(x: f64) -> f64 { x.abs() }
fn square_root(x: f64) -> f64 { x.sqrt() }
fn exact_cbrt(x: f64) -> f64 { exact::cbrt(x) }
fn exact_pow(a: f64, b: f64) -> f64 { exact::pow(a, b) }
fn exact_exp(x: f64) -> f64 { exact::exp(x) }
fn exact_sin(x: f64) -> f64 { exact::sin(x) }
fn exact_cos(x: f64) -> f64 { exact::cos(x) }
fn exact_tan(x: f64) -> f64 { exact::tan(x) }
fn exact_tanh(x: f64) -> f64 { exact::tanh(x) }
fn protected_log(x: f64) -> f64 { if x < 1e-6 { 0.0 } else { exact::log(x) } }
fn protected_root(a: f64, b: f64) -> f64 { if b.abs() < 1e-6 { a } else { exact::pow(a.abs(), 1.0 / b) } }
";

/// The elementary functions, as they are here.
const EXACT: &str = include_str!("../exact.rs");

fn write(formula: &Formula, words: &FeatureTable) -> String {
    let lines = statements(formula, words, &SYNTAX);
    let fields: String =
        names(formula, words).iter().map(|name| format!("    pub {}: f64,\n", mangled(name))).collect();
    format!(
        "{}pub struct Features {{\n{fields}}}\n{}\n\npub fn heuristic(f: &Features) -> f64 {{\n{}}}\n",
        heading(formula, words, &SYNTAX),
        runtime(&lines),
        body(&lines),
    )
}

fn write_with_features(
    formula: &Formula,
    words: &FeatureTable,
    features: &Portable<'_>,
) -> Result<String, String> {
    let more: String = given(formula, words, features)?.iter().map(|name| format!(", {name}: f64")).collect();
    let lines = statements_with(formula, words, &SYNTAX, features);
    let computed = features.write(&names(formula, words), Language::Rust);
    let convert = "\nfn to_f64(x: i64) -> f64 { x as f64 }\n";
    let converts = computed.contains("to_f64(") || lines.iter().any(|line| line.contains("to_f64("));
    Ok(format!(
        "{}//\n{}\n{computed}{}{}\n\npub fn heuristic(p: &[i64], s: &[i64]{more}) -> f64 {{\n    let _ = (p, s);\n{}}}\n",
        heading(formula, words, &SYNTAX),
        features.head().iter().map(|line| line.replacen('#', "//", 1) + "\n").collect::<String>(),
        if converts { convert } else { "" },
        runtime(&lines),
        body(&lines),
    ))
}

fn body(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// What the statements use, and no more: an unused function is a warning in Rust.
fn runtime(lines: &[String]) -> String {
    let uses = |text: &str, name: &str| text.contains(&format!("{name}("));
    let mut wanted: Vec<&str> = vec!["clamp_finite"];
    let mut runtime: Vec<&str> = Vec::new();
    let functions = definitions(&SYNTAX);
    for line in RUNTIME.lines().chain(functions.iter().map(String::as_str)).rev() {
        let name = line.strip_prefix("fn ").and_then(|rest| rest.split('(').next());
        let used = name.is_none_or(|name| {
            wanted.contains(&name)
                || lines.iter().any(|line| uses(line, name))
                || runtime.iter().any(|line| uses(line, name))
        });
        if used {
            wanted.extend(name);
            runtime.push(line);
        }
    }
    runtime.reverse();
    let runtime = runtime.join("\n");
    if !runtime.contains("exact::") {
        return runtime;
    }
    let source = EXACT.split("\n#[cfg(test)]").next().unwrap_or(EXACT);
    format!("{runtime}\n\n#[allow(dead_code)]\nmod exact {{\n{source}}}")
}
