//! JSON: trees as flat lists in postfix order, so that no reader meets a limit of nesting.

use super::ExportInfo;
use crate::feature::FeatureTable;
use crate::language::formula::{Body, Formula, Header};
use crate::language::node::Node;
use crate::language::print::{print, print_number};
use crate::language::tree::Tree;
use crate::search::Tuning;

pub(super) const FORM: ExportInfo = ExportInfo {
    name: "json",
    ending: "json",
    about: "the text and its nodes in postfix order",
    write: |formula, words| write(formula, words),
    is_code: false,
};

fn write(formula: &Formula, words: &FeatureTable) -> String {
    let metric = match &formula.header {
        Some(Header { metric: Some(metric), .. }) => quoted(metric),
        _ => "null".to_owned(),
    };
    let attempts: Vec<String> = formula
        .attempts
        .iter()
        .map(|attempt| {
            let values = attempt.search.iter().flat_map(Tuning::values);
            let values: Vec<String> = values
                .map(|value| format!("{}: {}", quoted(value.name), quoted(&value.to_string())))
                .collect();
            let (expanded, values) = (attempt.expanded, values.join(", "));
            format!("{{\"expanded\": {expanded}, \"search\": {{{values}}}, {}}}", body(&attempt.body, words))
        })
        .collect();
    let attempts = match &attempts[..] {
        [] => String::new(),
        attempts => format!("\"attempts\": [{}], ", attempts.join(", ")),
    };
    format!(
        "{{\"heuristic\": {}, \"domain\": {}, \"metric\": {metric}, \"text\": {}, {attempts}{}}}\n",
        crate::language::VERSION,
        quoted(words.domain()),
        quoted(&print(formula, words)),
        body(&formula.body, words),
    )
}

fn body(body: &Body, words: &FeatureTable) -> String {
    match body {
        Body::Value(tree) => format!("\"value\": {}", nodes(tree, words)),
        Body::Policy(policy) => {
            let rules: Vec<String> = policy
                .rules
                .iter()
                .map(|rule| {
                    let (condition, value) = (nodes(&rule.condition, words), nodes(&rule.value, words));
                    format!("{{\"if\": {condition}, \"value\": {value}}}")
                })
                .collect();
            let otherwise = nodes(&policy.otherwise, words);
            format!("\"policy\": {{\"rules\": [{}], \"otherwise\": {otherwise}}}", rules.join(", "))
        }
    }
}

fn nodes(tree: &Tree, words: &FeatureTable) -> String {
    let node = |node: &Node| match *node {
        Node::Number(value) => print_number(value),
        Node::Truth(value) => value.to_string(),
        Node::Feature(index) | Node::Flag(index) => format!("{{\"feature\": {}}}", quoted(words.name(index))),
        Node::Apply(op, arity) => format!("{{\"apply\": {}, \"to\": {arity}}}", quoted(op.info().name)),
    };
    format!("[{}]", tree.nodes().iter().map(node).collect::<Vec<_>>().join(", "))
}

/// A text of JSON. Names and texts hold no control characters but ends of lines.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
