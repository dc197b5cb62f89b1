//! From [`Formula`] to text: the one form that reads back as the same formula.
//!
//! Parentheses stand only where the grammar needs them, and numbers are the shortest that read back exactly.
//!
//! ```
//! use unstuck_core::language::{parse, print};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let formula = parse("((2.50*(manhattan)))-( -(misplaced)/1e-7 )", &words).unwrap();
//! assert_eq!(print(&formula, &words), "2.5*manhattan - -misplaced/1e-7");
//! ```

use super::formula::{Attempt, Body, Formula, Header};
use super::node::{Form, Level, Node, Op};
use super::precedence::in_parentheses;
use super::tree::Tree;
use crate::feature::FeatureTable;
use crate::search::Tuning;

/// The text of a heuristic: a policy has a line for each rule.
pub fn print(formula: &Formula, words: &FeatureTable) -> String {
    header(formula.header.as_ref()) + &beginning(formula, words, "\n") + &body(&formula.body, words, "\n  ")
}

/// The first line of a text, if it has a header.
pub(super) fn header(header: Option<&Header>) -> String {
    let Some(Header { version, domain, metric }) = header else { return String::new() };
    let metric = metric.as_ref().map_or_else(String::new, |metric| format!(" ({metric})"));
    format!("heuristic {version} for {domain}{metric}\n")
}

/// The text on one line and without the header, for titles and command lines.
pub fn print_line(formula: &Formula, words: &FeatureTable) -> String {
    beginning(formula, words, "; ") + &body(&formula.body, words, "; ")
}

/// The search it was made for, if it says, and the attempts before it.
pub fn beginning(formula: &Formula, words: &FeatureTable, separator: &str) -> String {
    let mut text = String::new();
    if let Some(search) = &formula.search {
        text += &format!("search {search}{separator}");
    }
    for attempt in &formula.attempts {
        text += &format!("{}: {}{separator}", attempt_text(attempt), body(&attempt.body, words, "; "));
    }
    text
}

/// How an attempt begins: `attempt 2000, weight 3`.
pub fn attempt_text(attempt: &Attempt) -> String {
    let values = attempt.search.iter().flat_map(Tuning::values);
    values.fold(format!("attempt {}", attempt.expanded), |text, value| {
        format!("{text}, {} {value}", value.name)
    })
}

/// An expression, or a policy with a separator before each rule.
pub(super) fn body(body: &Body, words: &FeatureTable, separator: &str) -> String {
    match body {
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

/// The shortest text that reads back as the same number.
pub fn print_number(value: f64) -> String {
    let (plain, exponent) = (format!("{value}"), format!("{value:e}"));
    if exponent.len() < plain.len() { exponent } else { plain }
}
