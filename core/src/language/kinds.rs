//! Numbers and conditions do not mix: the check after parsing.

use super::draft::Draft;
use super::lex::error_at;
use super::node::{Node, Op};
use crate::error::ParseError;
use crate::feature::Kind;

/// A value of the wrong kind.
pub(super) struct Wrong {
    /// The operation that takes it; `None` for the whole text.
    taker: Option<Op>,
    wanted: Kind,
    /// The byte its text begins at.
    at: usize,
}

/// Finds the first value, in postfix order, that is of another kind than its taker wants.
pub(super) fn check(draft: &Draft, whole: Kind) -> Result<(), Wrong> {
    let mut values: Vec<(Kind, usize)> = Vec::new();
    for (node, &start) in draft.nodes.iter().zip(&draft.starts) {
        if let Node::Apply(op, arity) = *node {
            let below = values.len() - usize::from(arity);
            for (position, (kind, at)) in values.drain(below..).enumerate() {
                let wanted = op.takes(position);
                if kind != wanted {
                    return Err(Wrong { taker: Some(op), wanted, at });
                }
            }
        }
        values.push((node.kind(), start));
    }
    match values.last() {
        Some(&(kind, at)) if kind != whole => Err(Wrong { taker: None, wanted: whole, at }),
        _ => Ok(()),
    }
}

impl Wrong {
    pub(super) fn report(&self, text: &str) -> ParseError {
        let found = match self.wanted {
            Kind::Real => "this is a condition",
            Kind::Bool => "this is a number",
        };
        let message = match (self.taker, self.wanted) {
            (None, Kind::Real) => format!("a heuristic's value is a number, and {found}"),
            (None, Kind::Bool) => format!("a rule begins with a condition, and {found}"),
            (Some(Op::If), Kind::Bool) => format!("'if' begins with a condition, and {found}"),
            (Some(Op::If), Kind::Real) => format!("'if' chooses between numbers, and {found}"),
            (Some(op), Kind::Real) => format!("'{}' takes numbers, and {found}", op.info().name),
            (Some(op), Kind::Bool) => format!("'{}' takes conditions, and {found}", op.info().name),
        };
        error_at(text, self.at, message).help(match self.wanted {
            Kind::Real => "if(condition, 1, 0) makes a number of it",
            Kind::Bool => "compare it with a number: x >= 1",
        })
    }
}
