//! The reference interpreter: plain, eager, and what the other evaluation paths are tested against.
//!
//! ```
//! use unstuck_core::language::{interpret, parse};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let formula = parse("2*manhattan + 1", &words).unwrap();
//! let mut features = vec![0.0; words.features().len()];
//! features[usize::from(formula.features()[0])] = 3.0;
//! assert_eq!(interpret(&formula, &features), 7.0);
//! ```

use super::formula::{Body, Formula};
use super::meaning::{self, clamp_finite, holds, truth};
use super::node::{Node, Op};
use super::tree::Tree;

/// The value of a heuristic, given the values of all features of the domain's table.
pub fn interpret(formula: &Formula, features: &[f64]) -> f64 {
    match &formula.body {
        Body::Value(tree) => tree_value(tree, features),
        Body::Policy(policy) => {
            let rule = policy.rules.iter().find(|rule| holds(tree_value(&rule.condition, features)));
            tree_value(rule.map_or(&policy.otherwise, |rule| &rule.value), features)
        }
    }
}

/// The value of a tree; conditions give 1 or 0.
pub fn tree_value(tree: &Tree, features: &[f64]) -> f64 {
    let mut stack: Vec<f64> = Vec::new();
    for node in tree.nodes() {
        let value = match *node {
            Node::Number(value) => clamp_finite(value),
            Node::Truth(value) => truth(value),
            Node::Feature(index) => clamp_finite(features[usize::from(index)]),
            Node::Flag(index) => truth(holds(clamp_finite(features[usize::from(index)]))),
            Node::Apply(op, arity) => {
                let below = stack.len() - usize::from(arity);
                let value = apply(op, &stack[below..]);
                stack.truncate(below);
                value
            }
        };
        stack.push(value);
    }
    // A tree is well formed: one value is left.
    stack[0]
}

/// One operation on clamped values.
pub fn apply(op: Op, values: &[f64]) -> f64 {
    let a = values[0];
    if values.len() > 2 && op != Op::If {
        return values[1..].iter().fold(a, |best, &value| apply(op, &[best, value]));
    }
    meaning::compute(op, a, values.get(1).copied().unwrap_or_default(), || values[2])
}
