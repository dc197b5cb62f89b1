//! From [`Formula`] to text: the one form that reads back as the same formula.
//!
//! Parentheses stand only where the grammar needs them, and numbers are the shortest that read back exactly.
//!
//! ```
//! use unstuck_core::language::{parse, print};
//! let words = unstuck_core::registry::domain("rush-hour").unwrap().features().clone();
//! let formula = parse("((2.50*(blockers)))-( -(hybrid)/1e-7 )", &words).unwrap();
//! assert_eq!(print(&formula, &words), "2.5*blockers - -hybrid/1e-7");
//! ```

use super::formula::{Body, Formula, Header};
use super::node::{Form, Level, Node, Op};
use super::tree::Tree;
use crate::feature::FeatureTable;

/// The text of a heuristic: a policy has a line for each rule.
pub fn print(formula: &Formula, words: &FeatureTable) -> String {
    let mut text = String::new();
    if let Some(Header { version, domain, metric }) = &formula.header {
        text += &format!("heuristic {version} for {domain}");
        if let Some(metric) = metric {
            text += &format!(" ({metric})");
        }
        text.push('\n');
    }
    text + &body(formula, words, "\n  ")
}

/// The text on one line and without the header, for titles and command lines.
pub fn print_line(formula: &Formula, words: &FeatureTable) -> String {
    body(formula, words, "; ")
}

fn body(formula: &Formula, words: &FeatureTable, separator: &str) -> String {
    match &formula.body {
        Body::Value(tree) => print_tree(tree, words),
        Body::Policy(policy) => {
            let mut text = "policy".to_owned();
            for rule in &policy.rules {
                let (condition, value) = (print_tree(&rule.condition, words), print_tree(&rule.value, words));
                text += &format!("{separator}if {condition}: {value}");
            }
            text + &format!("{separator}otherwise: {}", print_tree(&policy.otherwise, words))
        }
    }
}

/// The text of a tree.
pub fn print_tree(tree: &Tree, words: &FeatureTable) -> String {
    let mut pieces: Vec<(String, Node)> = Vec::new();
    for &node in tree.nodes() {
        let text = match node {
            Node::Number(value) => print_number(value),
            Node::Truth(value) => value.to_string(),
            Node::Feature(index) | Node::Flag(index) => words.name(index).to_owned(),
            Node::Apply(op, arity) => {
                let values = pieces.split_off(pieces.len() - usize::from(arity));
                apply(op, values)
            }
        };
        pieces.push((text, node));
    }
    pieces.pop().map(|(text, _)| text).unwrap_or_default()
}

fn apply(op: Op, values: Vec<(String, Node)>) -> String {
    let info = op.info();
    let place = |position: usize, (text, node): (String, Node)| {
        if in_parentheses(op, position, node) { format!("({text})") } else { text }
    };
    let mut values = values.into_iter().enumerate().map(|(position, value)| place(position, value));
    match info.form {
        Form::Infix(level) => {
            // The left text is extended in place: a long sum must not be copied for each of its terms.
            let mut text = values.next().unwrap_or_default();
            let space = if level == Level::Term { "" } else { " " };
            text += space;
            text += info.name;
            text += space;
            text += &values.next().unwrap_or_default();
            text
        }
        Form::Prefix(Level::Not) => format!("not {}", values.next().unwrap_or_default()),
        Form::Prefix(_) => format!("-{}", values.next().unwrap_or_default()),
        Form::Call => format!("{}({})", info.name, values.collect::<Vec<_>>().join(", ")),
    }
}

/// How tightly a node's text binds.
fn level(node: Node) -> Level {
    match node {
        Node::Number(value) if value.is_sign_negative() => Level::Unary,
        Node::Apply(op, _) => match op.info().form {
            Form::Infix(level) | Form::Prefix(level) => level,
            Form::Call => Level::Primary,
        },
        _ => Level::Primary,
    }
}

/// Whether a value of an operation needs parentheses.
fn in_parentheses(op: Op, position: usize, value: Node) -> bool {
    match op.info().form {
        // A sign before a number would be read as part of it, and two signs read badly.
        Form::Prefix(Level::Unary) => matches!(value, Node::Number(_)) || level(value) <= Level::Unary,
        Form::Prefix(own) => level(value) < own,
        // Left-associative, except comparisons, which do not chain.
        Form::Infix(own) if position == 0 && own != Level::Compare => level(value) < own,
        Form::Infix(own) => level(value) < own.tighter(),
        Form::Call => false,
    }
}

/// How deeply the printed text nests parentheses, calls and signs, counted as the parser counts.
pub(super) fn nesting(nodes: &[Node]) -> usize {
    let mut pieces: Vec<(usize, Node)> = Vec::new();
    for &node in nodes {
        let depth = match node {
            Node::Apply(op, arity) => {
                let values = pieces.drain(pieces.len() - usize::from(arity)..).enumerate();
                let own = usize::from(!matches!(op.info().form, Form::Infix(_)));
                let inner = values.map(|(position, (depth, value))| {
                    depth + usize::from(in_parentheses(op, position, value))
                });
                own + inner.max().unwrap_or_default()
            }
            _ => 0,
        };
        pieces.push((depth, node));
    }
    pieces.pop().map(|(depth, _)| depth).unwrap_or_default()
}

/// The shortest text that reads back as the same number.
pub fn print_number(value: f64) -> String {
    let (plain, exponent) = (format!("{value}"), format!("{value:e}"));
    if exponent.len() < plain.len() { exponent } else { plain }
}
