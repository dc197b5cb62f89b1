//! C99.

use super::ExportInfo;
use super::source::{Syntax, heading, names, statements};
use crate::language::formula::Formula;
use crate::language::vocabulary::Vocabulary;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "c",
    ending: "c",
    about: "a C function over a struct of features; compile with -ffp-contract=off",
    write: |formula, words| write(formula, words),
};

const SYNTAX: Syntax = Syntax {
    comment: "//",
    assign: |name, value| format!("double {name} = {value};"),
    feature: |name| format!("f->{name}"),
    return_if: |condition, value| format!("if ({condition} != 0) return {value};"),
    give: |value| format!("return {value};"),
};

const RUNTIME: &str = r"
// Values are never NaN and stay within -1e9 and 1e9. Compile with -ffp-contract=off.
static inline double settle(double x) { return x != x ? 0.0 : x > 1e9 ? 1e9 : x < -1e9 ? -1e9 : x; }
static inline double hold(double x, double most) { return x > most ? most : x < -most ? -most : x; }
static inline double h_add(double a, double b) { return settle(a + b); }
static inline double h_sub(double a, double b) { return settle(a - b); }
static inline double h_mul(double a, double b) { return settle(a * b); }
static inline double h_div(double a, double b) { return fabs(b) < 1e-6 ? 1.0 : settle(a / b); }
static inline double h_neg(double a) { return -a; }
static inline double h_less(double a, double b) { return a < b; }
static inline double h_less_equal(double a, double b) { return a <= b; }
static inline double h_greater(double a, double b) { return a > b; }
static inline double h_greater_equal(double a, double b) { return a >= b; }
static inline double h_and(double a, double b) { return a != 0 && b != 0; }
static inline double h_or(double a, double b) { return a != 0 || b != 0; }
static inline double h_xor(double a, double b) { return (a != 0) != (b != 0); }
static inline double h_not(double a) { return a == 0; }
static inline double h_if(double c, double a, double b) { return c != 0 ? a : b; }
static inline double h_min(double a, double b) { return b < a ? b : a; }
static inline double h_max(double a, double b) { return b > a ? b : a; }
static inline double h_mean(double a, double b) { return settle((a + b) * 0.5); }
static inline double h_abs(double a) { return fabs(a); }
static inline double h_sq(double a) { return settle(a * a); }
static inline double h_cube(double a) { return settle(a * a * a); }
static inline double h_sqrt(double a) { return sqrt(fabs(a)); }
static inline double h_aq(double a, double b) { return settle(a / sqrt(1.0 + b * b)); }
// The platform's own functions: their last bits may differ from Unstuck's.
static inline double h_cbrt(double a) { return settle(cbrt(a)); }
static inline double h_pow(double a, double b) { return settle(pow(fabs(a), hold(b, 8.0))); }
static inline double h_root(double a, double b) { return fabs(b) < 1e-6 ? a : settle(pow(fabs(a), 1.0 / b)); }
static inline double h_exp(double a) { return settle(exp(hold(a, 20.0))); }
static inline double h_log(double a) { return fabs(a) < 1e-6 ? 0.0 : settle(log(fabs(a))); }
static inline double h_sin(double a) { return sin(a); }
static inline double h_cos(double a) { return cos(a); }
static inline double h_tan(double a) { return settle(tan(a)); }
static inline double h_tanh(double a) { return tanh(a); }
";

fn write(formula: &Formula, words: &Vocabulary) -> String {
    let mut fields: String =
        names(formula, words).iter().map(|name| format!("    double {name};\n")).collect();
    if fields.is_empty() {
        fields = "    double unused;\n".to_owned();
    }
    let lines: String =
        statements(formula, words, &SYNTAX).iter().map(|line| format!("    {line}\n")).collect();
    format!(
        "{}#include <math.h>\n\nstruct features {{\n{fields}}};\n{RUNTIME}\ndouble heuristic(const struct features *f) {{\n    (void)f;\n{lines}}}\n",
        heading(formula, words, &SYNTAX),
    )
}
