//! A formula as a labelled tree, for drawings.

use crate::feature::FeatureTable;
use crate::language::formula::{Body, Formula};
use crate::language::node::Node;
use crate::language::print::{attempt_text, print_number};
use crate::language::tree::Tree;

/// One box of a drawing. Children stand before their parents; the root is the last.
pub(super) struct Item {
    pub label: String,
    pub children: Vec<usize>,
    pub role: Role,
}

/// What a box shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Constant,
    Feature,
    Operation,
    Rule,
}

pub(super) fn outline(formula: &Formula, words: &FeatureTable) -> Vec<Item> {
    let mut items = Vec::new();
    if formula.attempts.is_empty() {
        add_body(&formula.body, words, &mut items);
        return items;
    }
    let mut children = Vec::new();
    for attempt in &formula.attempts {
        let parts = vec![add_body(&attempt.body, words, &mut items)];
        children.push(push(&mut items, attempt_text(attempt), parts, Role::Rule));
    }
    let parts = vec![add_body(&formula.body, words, &mut items)];
    children.push(push(&mut items, "then", parts, Role::Rule));
    push(&mut items, "in turn", children, Role::Rule);
    items
}

fn add_body(body: &Body, words: &FeatureTable, items: &mut Vec<Item>) -> usize {
    match body {
        Body::Value(tree) => add(tree, words, items),
        Body::Policy(policy) => {
            let mut children = Vec::new();
            for rule in &policy.rules {
                let parts = vec![add(&rule.condition, words, items), add(&rule.value, words, items)];
                children.push(push(items, "if … :", parts, Role::Rule));
            }
            let parts = vec![add(&policy.otherwise, words, items)];
            children.push(push(items, "otherwise", parts, Role::Rule));
            push(items, "policy", children, Role::Rule)
        }
    }
}

fn push(items: &mut Vec<Item>, label: impl Into<String>, children: Vec<usize>, role: Role) -> usize {
    items.push(Item { label: label.into(), children, role });
    items.len() - 1
}

fn add(tree: &Tree, words: &FeatureTable, items: &mut Vec<Item>) -> usize {
    let mut stack: Vec<usize> = Vec::new();
    for &node in tree.nodes() {
        let children = stack.split_off(stack.len() - node.arity());
        let (label, role) = match node {
            Node::Number(value) => (print_number(value), Role::Constant),
            Node::Truth(value) => (value.to_string(), Role::Constant),
            Node::Feature(index) | Node::Flag(index) => (words.name(index).to_owned(), Role::Feature),
            Node::Apply(op, _) => (op.info().name.to_owned(), Role::Operation),
        };
        stack.push(push(items, label, children, role));
    }
    items.len() - 1
}
