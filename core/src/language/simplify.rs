//! Shorter texts with the same values: only rewrites that change no value on any state.
//!
//! Constants are folded by the operations themselves; neutral elements, opposite signs and double negations go;
//! a condition that is known to hold or to fail where it is asked again is replaced by its truth, which removes
//! dead branches and dead rules. Nothing is reassociated or distributed: that would change roundings. The sign of a
//! zero may change, which nothing in the language can tell (see [`meaning`](super::meaning)).
//!
//! ```
//! use unstuck_core::language::{parse, print_line, simplify};
//! # use unstuck_core::domain::Domain;
//! let words = unstuck_tiles::TilesDomain.features().clone();
//! let shorter = |text| print_line(&simplify(&parse(text, &words).unwrap()), &words);
//! assert_eq!(shorter("1*manhattan + (2 - 2) - -3"), "manhattan + 3");
//! assert_eq!(shorter("policy; if g > 2: misplaced; if g > 2: 5; otherwise: 1"), "policy; if g > 2: misplaced; otherwise: 1");
//! ```

mod rewrite;

use super::formula::{Body, Formula, Policy, Rule};
use super::node::Node;
use super::tree::{Tree, subtree};
use rewrite::rewrite;

/// The formula in fewer nodes, with the same value everywhere.
pub fn simplify(formula: &Formula) -> Formula {
    formula.map_bodies(|body| match body {
        Body::Value(tree) => Body::Value(simplify_tree(tree)),
        Body::Policy(policy) => simplify_policy(policy),
    })
}

/// The tree in fewer nodes, with the same value everywhere.
fn simplify_tree(tree: &Tree) -> Tree {
    // Signs nest where factors of −1 did not, so a text at the limit of nesting may have to stay as it is.
    Tree::new(nodes(tree.nodes())).unwrap_or_else(|_| tree.clone())
}

/// Bottom-up: every node is rewritten over values that are already simple.
fn nodes(tree: &[Node]) -> Vec<Node> {
    let mut pieces: Vec<Vec<Node>> = Vec::new();
    for &node in tree {
        let piece = match node {
            Node::Apply(op, arity) => {
                let values = pieces.split_off(pieces.len() - usize::from(arity));
                rewrite(op, values)
            }
            leaf => vec![leaf],
        };
        pieces.push(piece);
    }
    pieces.pop().unwrap_or_default()
}

/// Rules that cannot be reached go, and so do those that say what is said anyway.
fn simplify_policy(policy: &Policy) -> Body {
    // Conditions of the rules before: they fail wherever a later rule is looked at.
    let mut failed: Vec<Vec<Node>> = Vec::new();
    let known = |tree: &Tree, failed: &[Vec<Node>]| {
        failed.iter().fold(nodes(tree.nodes()), |tree, condition| assume(tree, condition, false))
    };
    let mut rules: Vec<Rule> = Vec::new();
    let mut otherwise = None;
    for rule in &policy.rules {
        let condition = known(&rule.condition, &failed);
        match condition[..] {
            [Node::Truth(false)] => continue,
            [Node::Truth(true)] => {
                otherwise = Some((known(&rule.value, &failed), &rule.value));
                break;
            }
            _ => {}
        }
        let value = assume(known(&rule.value, &failed), &condition, true);
        rules.push(Rule {
            condition: Tree::new(condition.clone()).unwrap_or_else(|_| rule.condition.clone()),
            value: Tree::new(value).unwrap_or_else(|_| rule.value.clone()),
        });
        failed.push(condition);
    }
    let (simple, given) = otherwise.unwrap_or_else(|| (known(&policy.otherwise, &failed), &policy.otherwise));
    let otherwise = Tree::new(simple).unwrap_or_else(|_| given.clone());
    while rules.last().is_some_and(|rule| rule.value == otherwise) {
        rules.pop();
    }
    if rules.is_empty() { Body::Value(otherwise) } else { Body::Policy(Policy { rules, otherwise }) }
}

/// The tree where a condition is known to hold or to fail.
fn assume(tree: Vec<Node>, condition: &[Node], holds: bool) -> Vec<Node> {
    let root = condition.len() - 1;
    let ends: Vec<usize> = (root..tree.len())
        .filter(|&end| tree[end] == condition[root] && tree[subtree(&tree, end)] == *condition)
        .collect();
    if ends.is_empty() {
        return tree;
    }
    let mut known = Vec::with_capacity(tree.len());
    let mut from = 0;
    for end in ends {
        known.extend_from_slice(&tree[from..end - root]);
        known.push(Node::Truth(holds));
        from = end + 1;
    }
    known.extend_from_slice(&tree[from..]);
    nodes(&known)
}
