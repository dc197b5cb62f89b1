//! One operation over simple values: folded, or the shortest form that computes the same.

use super::assume;
use crate::feature::Kind;
use crate::language::interpret::apply;
use crate::language::meaning::{LIMIT, clamp_finite, holds};
use crate::language::node::{Node, Op};

type Nodes = Vec<Node>;

/// The number, if the tree is one.
fn number(tree: &[Node]) -> Option<f64> {
    match *tree {
        [Node::Number(value)] => Some(clamp_finite(value)),
        _ => None,
    }
}

fn is(tree: &[Node], value: f64) -> bool {
    number(tree) == Some(value)
}

fn truth(tree: &[Node]) -> Option<bool> {
    match *tree {
        [Node::Truth(value)] => Some(value),
        _ => None,
    }
}

/// What a tree whose last operation is `op`, on one value, applies it to.
fn inside(tree: &[Node], op: Op) -> Option<&[Node]> {
    match tree.split_last() {
        Some((&Node::Apply(last, 1), inner)) if last == op => Some(inner),
        _ => None,
    }
}

fn joined(op: Op, values: Vec<Nodes>) -> Nodes {
    let count = values.len() as u8;
    // The first value's room is reused: a long sum must not be copied for each of its terms.
    let mut values = values.into_iter();
    let mut tree = values.next().unwrap_or_default();
    values.for_each(|value| tree.extend(value));
    tree.push(Node::Apply(op, count));
    tree
}

/// An operation on simple values, as a simple tree. Every rewrite says why it changes no value, unless it is an
/// identity of exact arithmetic that rounding respects.
pub(super) fn rewrite(op: Op, mut values: Vec<Nodes>) -> Nodes {
    if let Some(folded) = fold(op, &values) {
        return vec![folded];
    }
    match op {
        Op::Min | Op::Max => return extreme(op, values),
        Op::If => return choice(values),
        _ => {}
    }
    let second = if values.len() > 1 { values.pop() } else { None };
    let first = values.pop().unwrap_or_default();
    match second {
        None => unary(op, first),
        Some(second) if op.info().takes[0] == Kind::Bool => junction(op, first, second),
        Some(second) => binary(op, first, second),
    }
}

/// The operation's own value, where all of its values are constant.
fn fold(op: Op, values: &[Nodes]) -> Option<Node> {
    let constants: Option<Vec<f64>> = values
        .iter()
        .map(|value| number(value).or_else(|| truth(value).map(|holds| f64::from(u8::from(holds)))))
        .collect();
    let value = apply(op, &constants?);
    Some(match op.info().gives {
        Kind::Real => Node::Number(value),
        Kind::Bool => Node::Truth(holds(value)),
    })
}

fn unary(op: Op, x: Nodes) -> Nodes {
    let even = matches!(op, Op::Abs | Op::Sq | Op::Sqrt | Op::Log | Op::Cos);
    match op {
        Op::Neg | Op::Not if inside(&x, op).is_some() => return x[..x.len() - 1].to_vec(),
        Op::Neg => {
            // Rounding is symmetric, so −(a − b) is b − a.
            if let Some(Node::Apply(Op::Sub, _)) = x.last() {
                let middle = super::subtree(&x, x.len() - 2).start;
                let (a, b) = (x[..middle].to_vec(), x[middle..x.len() - 1].to_vec());
                return binary(Op::Sub, b, a);
            }
        }
        Op::Not => {
            // No value is NaN, so one of two opposite comparisons holds.
            let opposite = match x.last() {
                Some(Node::Apply(Op::Less, _)) => Some(Op::GreaterEqual),
                Some(Node::Apply(Op::LessEqual, _)) => Some(Op::Greater),
                Some(Node::Apply(Op::Greater, _)) => Some(Op::LessEqual),
                Some(Node::Apply(Op::GreaterEqual, _)) => Some(Op::Less),
                _ => None,
            };
            if let Some(opposite) = opposite {
                let mut tree = x;
                tree.pop();
                tree.push(opposite.node());
                return tree;
            }
        }
        _ if even => {
            if let Some(inner) = inside(&x, Op::Neg).or_else(|| inside(&x, Op::Abs)) {
                return unary(op, inner.to_vec());
            }
        }
        _ => {}
    }
    joined(op, vec![x])
}

fn binary(op: Op, a: Nodes, b: Nodes) -> Nodes {
    let zero = || vec![Node::Number(0.0)];
    match op {
        Op::Add if is(&a, 0.0) => return b,
        Op::Add | Op::Sub if is(&b, 0.0) => return a,
        Op::Sub if is(&a, 0.0) => return unary(Op::Neg, b),
        Op::Sub if a == b => return zero(),
        Op::Add | Op::Sub => {
            // Adding the opposite is subtracting, to the bit.
            let other = if op == Op::Add { Op::Sub } else { Op::Add };
            if let Some(inner) = inside(&b, Op::Neg) {
                return binary(other, a, inner.to_vec());
            }
            if let Some(value) = number(&b).filter(|value| *value < 0.0) {
                return joined(other, vec![a, vec![Node::Number(-value)]]);
            }
        }
        // Values are finite, so 0 times anything is 0.
        Op::Mul if is(&a, 0.0) || is(&b, 0.0) => return zero(),
        Op::Mul if is(&a, 1.0) => return b,
        Op::Mul | Op::Div if is(&b, 1.0) => return a,
        Op::Mul if is(&a, -1.0) => return unary(Op::Neg, b),
        Op::Mul | Op::Div if is(&b, -1.0) => return unary(Op::Neg, a),
        // 1 by protection where x is tiny, else exactly 1.
        Op::Div if a == b => return vec![Node::Number(1.0)],
        Op::Mul | Op::Div => {
            if let (Some(x), Some(y)) = (inside(&a, Op::Neg), inside(&b, Op::Neg))
                && op == Op::Mul
            {
                return binary(op, x.to_vec(), y.to_vec());
            }
        }
        Op::Mean if a == b => return a,
        Op::Less | Op::Greater if a == b => return vec![Node::Truth(false)],
        Op::LessEqual | Op::GreaterEqual if a == b => return vec![Node::Truth(true)],
        // A held exponent of 0 gives 1 for every base, 0 included.
        Op::Pow if is(&b, 0.0) => return vec![Node::Number(1.0)],
        Op::Aq if is(&b, 0.0) => return a,
        Op::Aq => {
            // b enters by its square.
            if let Some(inner) = inside(&b, Op::Neg).or_else(|| inside(&b, Op::Abs)) {
                return binary(op, a, inner.to_vec());
            }
        }
        _ => {}
    }
    joined(op, vec![a, b])
}

fn junction(op: Op, a: Nodes, b: Nodes) -> Nodes {
    let (known, other) = match (truth(&a), truth(&b)) {
        (Some(known), _) => (Some(known), &b),
        (None, known) => (known, &a),
    };
    match (op, known) {
        (Op::And, Some(true)) | (Op::Or | Op::Xor, Some(false)) => return other.clone(),
        (Op::And, Some(false)) => return vec![Node::Truth(false)],
        (Op::Or, Some(true)) => return vec![Node::Truth(true)],
        (Op::Xor, Some(true)) => return unary(Op::Not, other.clone()),
        _ => {}
    }
    if a == b {
        return if op == Op::Xor { vec![Node::Truth(false)] } else { a };
    }
    // Where the second is asked, the first is known.
    let b = match op {
        Op::And | Op::Or => {
            let known = assume(b.clone(), &a, op == Op::And);
            if known.len() < b.len() {
                return junction(op, a, known);
            }
            known
        }
        _ => b,
    };
    joined(op, vec![a, b])
}

fn extreme(op: Op, values: Vec<Nodes>) -> Nodes {
    let mut kept: Vec<Nodes> = Vec::with_capacity(values.len());
    let mut constant: Option<f64> = None;
    for value in values {
        match number(&value) {
            Some(other) => constant = Some(constant.map_or(other, |one| apply(op, &[one, other]))),
            None if !kept.contains(&value) => kept.push(value),
            None => {}
        }
    }
    // Nothing lies beyond the limits, so a limit decides nothing, or everything.
    match (constant, op) {
        (Some(value), Op::Min) if value <= -LIMIT => return vec![Node::Number(value)],
        (Some(value), Op::Max) if value >= LIMIT => return vec![Node::Number(value)],
        (Some(value), _) if value.abs() >= LIMIT && !kept.is_empty() => {}
        (Some(value), _) => kept.push(vec![Node::Number(value)]),
        (None, _) => {}
    }
    match kept.len() {
        1 => kept.swap_remove(0),
        _ => joined(op, kept),
    }
}

fn choice(mut values: Vec<Nodes>) -> Nodes {
    let otherwise = values.pop().unwrap_or_default();
    let chosen = values.pop().unwrap_or_default();
    let mut condition = values.pop().unwrap_or_default();
    if let Some(holds) = truth(&condition) {
        return if holds { chosen } else { otherwise };
    }
    let mut chosen = assume(chosen, &condition, true);
    let mut otherwise = assume(otherwise, &condition, false);
    if chosen == otherwise {
        return chosen;
    }
    if let Some(inner) = inside(&condition, Op::Not) {
        condition = inner.to_vec();
        std::mem::swap(&mut chosen, &mut otherwise);
    }
    joined(Op::If, vec![condition, chosen, otherwise])
}
