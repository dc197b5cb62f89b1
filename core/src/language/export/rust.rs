//! Rust, without crates.

use super::ExportInfo;
use super::source::{Syntax, definitions, heading, mangled, names, statements};
use crate::feature::FeatureTable;
use crate::language::formula::Formula;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "rust",
    ending: "rs",
    about: "a Rust function over a struct of features",
    write: |formula, words| write(formula, words),
    is_code: true,
};

const SYNTAX: Syntax = Syntax {
    comment: "//",
    assign: |name, value| format!("let {name}: f64 = {value};"),
    feature: |name| format!("f.{}", mangled(name)),
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
fn platform_cbrt(x: f64) -> f64 { x.cbrt() }
fn platform_pow(a: f64, b: f64) -> f64 { a.powf(b) }
fn platform_exp(x: f64) -> f64 { x.exp() }
fn platform_sin(x: f64) -> f64 { x.sin() }
fn platform_cos(x: f64) -> f64 { x.cos() }
fn platform_tan(x: f64) -> f64 { x.tan() }
fn platform_tanh(x: f64) -> f64 { x.tanh() }
fn protected_log(x: f64) -> f64 { if x < 1e-6 { 0.0 } else { x.ln() } }
fn protected_root(a: f64, b: f64) -> f64 { if b.abs() < 1e-6 { a } else { platform_pow(a.abs(), 1.0 / b) } }
";

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
    runtime.join("\n")
}
