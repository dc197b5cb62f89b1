//! The reference interpreter: plain, eager, and what the other evaluation paths are tested against.
//!
//! ```
//! use unstuck_core::language::{interpret, parse};
//! let words = unstuck_core::registry::domain("rush-hour").unwrap().features().clone();
//! let formula = parse("2*blockers + 1", &words).unwrap();
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
    let b = values.get(1).copied().unwrap_or_default();
    match op {
        Op::Add => clamp_finite(a + b),
        Op::Sub => clamp_finite(a - b),
        Op::Mul => clamp_finite(a * b),
        Op::Div => clamp_finite(meaning::div(a, b)),
        Op::Neg => -a,
        Op::Less => truth(a < b),
        Op::LessEqual => truth(a <= b),
        Op::Greater => truth(a > b),
        Op::GreaterEqual => truth(a >= b),
        Op::And => truth(holds(a) && holds(b)),
        Op::Or => truth(holds(a) || holds(b)),
        Op::Xor => truth(holds(a) != holds(b)),
        Op::Not => truth(!holds(a)),
        Op::If => values[if holds(a) { 1 } else { 2 }],
        Op::Min => values[1..].iter().fold(a, |least, &value| meaning::min(least, value)),
        Op::Max => values[1..].iter().fold(a, |most, &value| meaning::max(most, value)),
        Op::Mean => clamp_finite(meaning::mean(a, b)),
        Op::Abs => a.abs(),
        Op::Sq => clamp_finite(meaning::sq(a)),
        Op::Cube => clamp_finite(meaning::cube(a)),
        Op::Sqrt => clamp_finite(meaning::sqrt(a)),
        Op::Cbrt => clamp_finite(meaning::cbrt(a)),
        Op::Pow => clamp_finite(meaning::pow(a, b)),
        Op::Root => clamp_finite(meaning::root(a, b)),
        Op::Exp => clamp_finite(meaning::exp(a)),
        Op::Log => clamp_finite(meaning::log(a)),
        Op::Sin => clamp_finite(meaning::sin(a)),
        Op::Cos => clamp_finite(meaning::cos(a)),
        Op::Tan => clamp_finite(meaning::tan(a)),
        Op::Tanh => clamp_finite(meaning::tanh(a)),
        Op::Aq => clamp_finite(meaning::aq(a, b)),
    }
}
