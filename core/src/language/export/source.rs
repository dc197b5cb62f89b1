//! What the exports to programming languages share: one statement per operation.
//!
//! Statements rather than one nested expression, because compilers limit nesting. Truth values are 1 and 0, like all
//! others floating-point numbers. Both branches of `if` are computed: operations have no effects.

use crate::feature::FeatureTable;
use crate::language::formula::{Body, Formula};
use crate::language::meaning::clamp_finite;
use crate::language::node::{Node, OPS, Op, OpInfo};
use crate::language::print::print;
use crate::language::tree::Tree;

/// How a language writes the parts of a function.
pub(super) struct Syntax {
    /// Begins a line of comment.
    pub comment: &'static str,
    /// `name = value`, as a statement that declares the name.
    pub assign: fn(&str, &str) -> String,
    /// A feature's value, raw, given to the function.
    pub feature: fn(&str) -> String,
    /// Returns the second where the first is true.
    pub return_if: fn(&str, &str) -> String,
    /// Returns.
    pub give: fn(&str) -> String,
    /// A function of numbers, by its name, parameters and value, on a line.
    pub define: fn(&str, &[&str], &str) -> String,
}

/// The formula's text as a comment.
pub(super) fn heading(formula: &Formula, words: &FeatureTable, syntax: &Syntax) -> String {
    print(formula, words).lines().map(|line| format!("{} {line}\n", syntax.comment)).collect()
}

/// The names of the features in use.
pub(super) fn names<'t>(formula: &Formula, words: &'t FeatureTable) -> Vec<&'t str> {
    formula.features().iter().map(|&index| words.name(index)).collect()
}

/// The statements of the function's body.
pub(super) fn statements(formula: &Formula, words: &FeatureTable, syntax: &Syntax) -> Vec<String> {
    let mut writer = Writer { syntax, words, lines: Vec::new(), count: 0 };
    for name in names(formula, words) {
        writer
            .lines
            .push((syntax.assign)(&variable(name), &format!("clamp_finite({})", (syntax.feature)(name))));
    }
    match &formula.body {
        Body::Value(tree) => {
            let value = writer.tree(tree);
            writer.lines.push((syntax.give)(&value));
        }
        Body::Policy(policy) => {
            for rule in &policy.rules {
                let (condition, value) = (writer.tree(&rule.condition), writer.tree(&rule.value));
                writer.lines.push((syntax.return_if)(&condition, &value));
            }
            let value = writer.tree(&policy.otherwise);
            writer.lines.push((syntax.give)(&value));
        }
    }
    writer.lines
}

/// Features get a prefix, so that none is a word of the other language.
pub(super) fn variable(name: &str) -> String {
    format!("f_{}", mangled(name))
}

/// A feature's name as one word of letters, digits and `_`: what stands between the words of a [lifted](crate::feature::Terms)
/// one becomes `__`, and signs become capitals, which no name has.
///
/// ```text
/// unmet(on)                   unmet__on
/// count(and(clear, not(on!))) count__and__clear__not__on_G
/// ```
pub(super) fn mangled(name: &str) -> String {
    let mut word = String::new();
    for sign in name.trim_end_matches(')').chars() {
        match sign {
            '(' | ',' => word.push_str("__"),
            ' ' | ')' => {}
            '!' => word.push_str("_G"),
            '-' => word.push_str("_D"),
            '.' => word.push_str("_A"),
            ':' => word.push_str("_T"),
            sign if sign.is_ascii_alphanumeric() || sign == '_' => word.push(sign),
            sign => word.push_str(&format!("_u{:x}_", u32::from(sign))),
        }
    }
    word
}

struct Writer<'a> {
    syntax: &'a Syntax,
    words: &'a FeatureTable,
    lines: Vec<String>,
    count: usize,
}

impl Writer<'_> {
    fn tree(&mut self, tree: &Tree) -> String {
        let mut stack: Vec<String> = Vec::new();
        for &node in tree.nodes() {
            let value = match node {
                // The debug form always has a point or an exponent: a floating-point number in all three languages.
                Node::Number(value) => format!("{:?}", clamp_finite(value)),
                Node::Truth(value) => if value { "1.0" } else { "0.0" }.to_owned(),
                Node::Feature(index) | Node::Flag(index) => variable(self.words.name(index)),
                Node::Apply(op, arity) => {
                    let values = stack.split_off(stack.len() - usize::from(arity));
                    self.operation(op, &values)
                }
            };
            stack.push(value);
        }
        stack.pop().unwrap_or_default()
    }

    fn operation(&mut self, op: Op, values: &[String]) -> String {
        if let Op::Min | Op::Max = op {
            let mut best = values[0].clone();
            for value in &values[1..] {
                best = self.assign(format!("{}({best}, {value})", function(op)));
            }
            return best;
        }
        self.assign(format!("{}({})", function(op), values.join(", ")))
    }

    fn assign(&mut self, value: String) -> String {
        self.count += 1;
        let name = format!("t{}", self.count);
        self.lines.push((self.syntax.assign)(&name, &value));
        name
    }
}

/// The name of an operation's function in the exported code: `h_less_equal`.
fn function(op: Op) -> String {
    let mut name = "h".to_owned();
    for sign in format!("{op:?}").chars() {
        if sign.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(sign.to_ascii_lowercase());
    }
    name
}

/// The functions of the operations that are the same expression in every language.
pub(super) fn definitions(syntax: &Syntax) -> Vec<String> {
    let shared = OPS.iter().filter(|info| !info.source.is_empty());
    let parameters = |info: &OpInfo| ["a", "b"].into_iter().take(info.takes.len()).collect::<Vec<_>>();
    shared.map(|info| (syntax.define)(&function(info.op), &parameters(info), info.source)).collect()
}
