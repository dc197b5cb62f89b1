//! Python 3, without packages.

use super::ExportInfo;
use super::source::{Syntax, heading, statements};
use crate::language::formula::Formula;
use crate::language::vocabulary::Vocabulary;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "python",
    ending: "py",
    about: "a Python function over a dictionary of features",
    write: |formula, words| write(formula, words),
};

const SYNTAX: Syntax = Syntax {
    comment: "#",
    assign: |name, value| format!("{name} = {value}"),
    feature: |name| format!("float(f[\"{name}\"])"),
    return_if: |condition, value| format!("if {condition} != 0: return {value}"),
    give: |value| format!("return {value}"),
};

const RUNTIME: &str = r#"import math


def settle(x):
    """Values are never NaN and stay within -1e9 and 1e9."""
    return 0.0 if x != x else 1e9 if x > 1e9 else -1e9 if x < -1e9 else x


def hold(x, most): return most if x > most else -most if x < -most else x


def power(a, b):
    if a == 0.0:
        return math.inf if b < 0.0 else 1.0 if b == 0.0 else 0.0
    try:
        return math.pow(a, b)
    except OverflowError:
        return math.inf


def root3(a):
    if hasattr(math, "cbrt"):
        return math.cbrt(a)
    return math.copysign(abs(a) ** (1.0 / 3.0), a)


def h_add(a, b): return settle(a + b)
def h_sub(a, b): return settle(a - b)
def h_mul(a, b): return settle(a * b)
def h_div(a, b): return 1.0 if abs(b) < 1e-6 else settle(a / b)
def h_neg(a): return -a
def h_less(a, b): return float(a < b)
def h_less_equal(a, b): return float(a <= b)
def h_greater(a, b): return float(a > b)
def h_greater_equal(a, b): return float(a >= b)
def h_and(a, b): return float(a != 0 and b != 0)
def h_or(a, b): return float(a != 0 or b != 0)
def h_xor(a, b): return float((a != 0) != (b != 0))
def h_not(a): return float(a == 0)
def h_if(c, a, b): return a if c != 0 else b
def h_min(a, b): return b if b < a else a
def h_max(a, b): return b if b > a else a
def h_mean(a, b): return settle((a + b) * 0.5)
def h_abs(a): return abs(a)
def h_sq(a): return settle(a * a)
def h_cube(a): return settle(a * a * a)
def h_sqrt(a): return math.sqrt(abs(a))
def h_aq(a, b): return settle(a / math.sqrt(1.0 + b * b))
# The platform's own functions: their last bits may differ from Unstuck's.
def h_cbrt(a): return settle(root3(a))
def h_pow(a, b): return settle(power(abs(a), hold(b, 8.0)))
def h_root(a, b): return a if abs(b) < 1e-6 else settle(power(abs(a), 1.0 / b))
def h_exp(a): return settle(math.exp(hold(a, 20.0)))
def h_log(a): return 0.0 if abs(a) < 1e-6 else settle(math.log(abs(a)))
def h_sin(a): return math.sin(a)
def h_cos(a): return math.cos(a)
def h_tan(a): return settle(math.tan(a))
def h_tanh(a): return math.tanh(a)
"#;

fn write(formula: &Formula, words: &Vocabulary) -> String {
    let lines: String =
        statements(formula, words, &SYNTAX).iter().map(|line| format!("    {line}\n")).collect();
    format!("{}{RUNTIME}\n\ndef heuristic(f):\n{lines}", heading(formula, words, &SYNTAX))
}
