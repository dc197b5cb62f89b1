//! LaTeX, for papers (with amsmath).

use super::ExportInfo;
use crate::feature::FeatureTable;
use crate::language::formula::{Body, Formula};
use crate::language::node::{Form, Level, Node, Op};
use crate::language::print::{attempt_text, print_number};
use crate::language::tree::Tree;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "latex",
    ending: "tex",
    about: "a formula for LaTeX with amsmath",
    write: |formula, words| write(formula, words),
    is_code: false,
};

fn write(formula: &Formula, words: &FeatureTable) -> String {
    let attempts = formula
        .attempts
        .iter()
        .map(|attempt| format!("% {}\n{}", attempt_text(attempt), body(&attempt.body, words)));
    let attempts: String = attempts.collect();
    let last = if attempts.is_empty() { "" } else { "% then\n" };
    attempts + last + &body(&formula.body, words)
}

fn body(body: &Body, words: &FeatureTable) -> String {
    match body {
        Body::Value(value) => tree(value, words) + "\n",
        Body::Policy(policy) => {
            let rules = policy.rules.iter().map(|rule| {
                let (value, condition) = (tree(&rule.value, words), tree(&rule.condition, words));
                format!("  {value} & \\text{{if }} {condition} \\\\\n")
            });
            let otherwise = tree(&policy.otherwise, words);
            let rules: String = rules.collect();
            format!("\\begin{{cases}}\n{rules}  {otherwise} & \\text{{otherwise}}\n\\end{{cases}}\n")
        }
    }
}

fn tree(tree: &Tree, words: &FeatureTable) -> String {
    let mut pieces: Vec<(String, Level)> = Vec::new();
    for &node in tree.nodes() {
        let piece = match node {
            Node::Number(value) => number(value),
            Node::Truth(value) => (format!("\\text{{{value}}}"), Level::Primary),
            Node::Feature(index) | Node::Flag(index) => {
                (format!("\\mathit{{{}}}", words.name(index).replace('_', "\\_")), Level::Primary)
            }
            Node::Apply(op, arity) => {
                let values = pieces.split_off(pieces.len() - usize::from(arity));
                apply(op, values)
            }
        };
        pieces.push(piece);
    }
    pieces.pop().map(|(text, _)| text).unwrap_or_default()
}

fn number(value: f64) -> (String, Level) {
    let text = print_number(value);
    let level = if value.is_sign_negative() { Level::Unary } else { Level::Primary };
    match text.split_once('e') {
        Some((digits, exponent)) => (format!("{digits} \\cdot 10^{{{exponent}}}"), Level::Term),
        None => (text, level),
    }
}

fn apply(op: Op, values: Vec<(String, Level)>) -> (String, Level) {
    let at_least = |(text, level): &(String, Level), wanted: Level| {
        if *level < wanted { format!("\\left({text}\\right)") } else { text.clone() }
    };
    let bare = |position: usize| values[position].0.as_str();
    let primary = |text: String| (text, Level::Primary);
    if let Form::Infix(level) = op.info().form {
        let sign = match op {
            Op::Div => return primary(format!("\\frac{{{}}}{{{}}}", bare(0), bare(1))),
            Op::Mul => "\\cdot",
            Op::LessEqual => "\\le",
            Op::GreaterEqual => "\\ge",
            Op::And => "\\land",
            Op::Or => "\\lor",
            Op::Xor => "\\oplus",
            _ => op.info().name,
        };
        // A sign right after an operator reads badly in print, so it gets parentheses.
        let right = if values[1].1 == Level::Unary { Level::Primary } else { level.tighter() };
        return (format!("{} {sign} {}", at_least(&values[0], level), at_least(&values[1], right)), level);
    }
    match op {
        Op::Neg => (format!("-{}", at_least(&values[0], Level::Primary)), Level::Unary),
        Op::Not => (format!("\\lnot {}", at_least(&values[0], Level::Primary)), Level::Not),
        Op::If => primary(format!(
            "\\begin{{cases}} {} & \\text{{if }} {} \\\\ {} & \\text{{otherwise}} \\end{{cases}}",
            bare(1),
            bare(0),
            bare(2)
        )),
        Op::Abs => primary(format!("\\left|{}\\right|", bare(0))),
        Op::Sq | Op::Cube => {
            let power = if op == Op::Sq { 2 } else { 3 };
            primary(format!("\\left({}\\right)^{power}", bare(0)))
        }
        Op::Sqrt => primary(format!("\\sqrt{{\\left|{}\\right|}}", bare(0))),
        Op::Cbrt => primary(format!("\\sqrt[3]{{{}}}", bare(0))),
        Op::Pow => primary(format!("\\left|{}\\right|^{{{}}}", bare(0), bare(1))),
        Op::Root => primary(format!("\\sqrt[{}]{{\\left|{}\\right|}}", bare(1), bare(0))),
        Op::Aq => primary(format!("\\frac{{{}}}{{\\sqrt{{1 + \\left({}\\right)^2}}}}", bare(0), bare(1))),
        Op::Mean => primary(format!("\\frac{{{} + {}}}{{2}}", bare(0), bare(1))),
        Op::Log => primary(format!("\\ln \\left|{}\\right|", bare(0))),
        _ => {
            let all: Vec<&str> = values.iter().map(|(text, _)| text.as_str()).collect();
            primary(format!("\\{}\\left({}\\right)", op.info().name, all.join(", ")))
        }
    }
}
