//! Which texts never overestimate, as far as their form shows.
//!
//! Let h* ≥ 0 be the cost to go. By induction over the nodes, every recognised tree has a value v ≤ h* wherever it is
//! evaluated, so that what a search sees, max(v, 0), is admissible:
//!
//! - a feature that is declared admissible in the metric: that is its declaration;
//! - a constant c ≤ 0: c ≤ 0 ≤ h*;
//! - `max` of recognised trees: every candidate is ≤ h*;
//! - `min` with at least one recognised tree: the result is no larger than that one;
//! - `if(c, a, b)` and policies with recognised values: whatever is chosen is ≤ h*;
//! - `mean(a, b)` of recognised trees: (a + b)/2 ≤ h*;
//! - a·w, w·a for a constant w in [0, 1], and a/w for a constant w ≥ 1, with a recognised: if a ≥ 0 the result is ≤ a,
//!   else it is ≤ 0;
//! - a − c for a constant c ≥ 0, with a recognised: it is ≤ a.
//!
//! Rounding changes none of that: it is monotonic, and h* (an integer below 2⁵³, as is 2·h*) and a are themselves
//! representable. Settling changes none of it either: it only lowers positive values, and raises negative ones to
//! −1e9 at most. Everything else counts as not known to be admissible.
//!
//! ```
//! use unstuck_core::language::{is_admissible, parse};
//! # use unstuck_core::domain::Domain;
//! let table = unstuck_tiles::TilesDomain.features().clone();
//! let shows = |text: &str| is_admissible(&parse(text, &table).unwrap(), table.features(), "moves");
//! assert!(shows("max(manhattan, 0.5*linear_conflict)") && !shows("manhattan + linear_conflict"));
//! ```

use super::formula::{Body, Formula};
use super::node::{Node, Op};
use super::tree::Tree;
use crate::feature::FeatureInfo;

/// Whether the form of the text shows that it is admissible in the metric, its attempts included.
pub fn is_admissible(formula: &Formula, features: &[FeatureInfo], metric: &str) -> bool {
    let tree = |tree: &Tree| tree_is_admissible(tree, features, metric);
    formula.bodies().all(|body| match body {
        Body::Value(value) => tree(value),
        Body::Policy(policy) => policy.rules.iter().all(|rule| tree(&rule.value)) && tree(&policy.otherwise),
    })
}

/// What is known of a subtree.
#[derive(Clone, Copy)]
struct Known {
    admissible: bool,
    constant: Option<f64>,
}

fn tree_is_admissible(tree: &Tree, features: &[FeatureInfo], metric: &str) -> bool {
    let mut stack: Vec<Known> = Vec::new();
    for &node in tree.nodes() {
        let known = match node {
            Node::Number(value) => Known { admissible: value <= 0.0, constant: Some(value) },
            Node::Feature(index) => Known {
                admissible: features[usize::from(index)].node().admissible.contains(metric),
                constant: None,
            },
            Node::Truth(_) | Node::Flag(_) => Known { admissible: false, constant: None },
            Node::Apply(op, arity) => {
                let below = stack.len() - usize::from(arity);
                let admissible = operation(op, &stack[below..]);
                stack.truncate(below);
                Known { admissible, constant: None }
            }
        };
        stack.push(known);
    }
    stack.last().is_some_and(|known| known.admissible)
}

fn operation(op: Op, values: &[Known]) -> bool {
    let share = |known: Known| known.constant.is_some_and(|w| (0.0..=1.0).contains(&w));
    match (op, values) {
        (Op::Max | Op::Mean, _) => values.iter().all(|value| value.admissible),
        (Op::Min, _) => values.iter().any(|value| value.admissible),
        (Op::If, &[_, a, b]) => a.admissible && b.admissible,
        (Op::Mul, &[a, b]) => a.admissible && share(b) || share(a) && b.admissible,
        (Op::Div, &[a, b]) => a.admissible && b.constant.is_some_and(|w| w >= 1.0),
        (Op::Sub, &[a, b]) => a.admissible && b.constant.is_some_and(|c| c >= 0.0),
        _ => false,
    }
}
