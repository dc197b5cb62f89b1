//! Shorter numbers: an approximate form for people to read.

use super::formula::{Body, Formula, Policy, Rule};
use super::node::Node;
use super::simplify::simplify;
use super::tree::Tree;

/// The formula with its numbers rounded to so many significant digits, simplified. Its values change a little.
///
/// ```
/// use unstuck_core::language::{parse, print_line, round};
/// # use unstuck_core::domain::Domain;
/// let words = unstuck_tiles::TilesDomain.features().clone();
/// let formula = parse("0.98765*manhattan + 123456*misplaced", &words).unwrap();
/// assert_eq!(print_line(&round(&formula, 2), &words), "0.99*manhattan + 1.2e5*misplaced");
/// ```
pub fn round(formula: &Formula, digits: usize) -> Formula {
    let tree = |tree: &Tree| {
        let nodes = tree.nodes().iter().map(|&node| match node {
            Node::Number(value) => Node::Number(round_number(value, digits)),
            other => other,
        });
        Tree::from_well_formed(nodes.collect())
    };
    simplify(&formula.map_bodies(|body| match body {
        Body::Value(value) => Body::Value(tree(value)),
        Body::Policy(policy) => {
            let rule = |rule: &Rule| Rule { condition: tree(&rule.condition), value: tree(&rule.value) };
            let rules = policy.rules.iter().map(rule).collect();
            Body::Policy(Policy { rules, otherwise: tree(&policy.otherwise) })
        }
    }))
}

/// Through the decimal text, which rounds exactly.
fn round_number(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits.clamp(1, 17) - 1).parse().unwrap_or(value)
}
