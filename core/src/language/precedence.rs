//! Where the text of an expression needs parentheses, and how deeply it nests.

use super::node::{Form, Level, Node, Op};

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
pub(super) fn in_parentheses(op: Op, position: usize, value: Node) -> bool {
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
