//! Expression trees as flat postfix arrays.
//!
//! A node's values stand before it, so evaluating is one pass with a stack, a subtree is a contiguous range, and
//! exchanging subtrees is splicing ranges. Every [`Tree`] is well formed: right number and kind of values
//! everywhere, and not nested deeper than the text form allows.
//!
//! ```
//! use unstuck_core::language::{Node, Op, Tree};
//! // 2 * feature 0 + 1
//! let nodes = vec![Node::Number(2.0), Node::Feature(0), Op::Mul.node(), Node::Number(1.0), Op::Add.node()];
//! let tree = Tree::new(nodes).unwrap();
//! assert_eq!(tree.subtree(2), 0..3);
//! assert!(Tree::new(vec![Node::Truth(true), Op::Abs.node()]).is_err());
//! ```

use super::node::Node;
use super::precedence::nesting;
use crate::feature::Kind;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Range;
use std::sync::Arc;

/// Deepest nesting of parentheses, calls and signs in a text.
pub const MAX_NESTING: usize = 200;

/// A well-formed expression. Copies share their nodes: a tree that evolves is part of an individual, a task and a cache.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "Vec<Node>")]
pub struct Tree {
    nodes: Arc<[Node]>,
}

/// Why an array of nodes is no expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// A node finds too few values before it, or takes another number of them.
    #[error("node {0} does not find the values it takes")]
    Arity(usize),
    /// A node finds a number where it takes a condition, or the reverse.
    #[error("node {0} takes values of another kind")]
    Kind(usize),
    /// More than one value, or none, is left at the end.
    #[error("the nodes leave {0} values, not one")]
    Rest(usize),
    /// A number that is infinite or not a number.
    #[error("node {0} is not a finite number")]
    Number(usize),
    /// Nested too deeply to be written.
    #[error("nested deeper than {MAX_NESTING}")]
    Nesting,
}

impl Tree {
    /// The expression, after checking it.
    pub fn new(nodes: Vec<Node>) -> Result<Self, TreeError> {
        check(&nodes)?;
        Ok(Self { nodes: nodes.into() })
    }

    /// For rewrites and operators that keep trees well formed; checked in debug builds.
    pub fn from_well_formed(nodes: Vec<Node>) -> Self {
        debug_assert_eq!(check(&nodes), Ok(()));
        Self { nodes: nodes.into() }
    }

    /// The constant.
    pub fn number(value: f64) -> Self {
        Self::from_well_formed(vec![Node::Number(value)])
    }

    /// The nodes in postfix order, the root last.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Number or condition.
    pub fn kind(&self) -> Kind {
        self.nodes[self.nodes.len() - 1].kind()
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes on the longest way from the root to a leaf.
    pub fn depth(&self) -> usize {
        depth(&self.nodes)
    }

    /// The range of the subtree whose root is at `root`.
    pub fn subtree(&self, root: usize) -> Range<usize> {
        subtree(&self.nodes, root)
    }
}

impl TryFrom<Vec<Node>> for Tree {
    type Error = TreeError;

    fn try_from(nodes: Vec<Node>) -> Result<Self, TreeError> {
        Self::new(nodes)
    }
}

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.nodes.serialize(serializer)
    }
}

/// The number of nodes on the longest way from the root of an expression to a leaf.
pub fn depth(nodes: &[Node]) -> usize {
    let mut depths: Vec<usize> = Vec::new();
    for node in nodes {
        let below = depths.len() - node.arity();
        let deepest = depths.drain(below..).max().unwrap_or(0);
        depths.push(deepest + 1);
    }
    depths.pop().unwrap_or(0)
}

/// The range of the subtree whose root is at `root`.
pub fn subtree(nodes: &[Node], root: usize) -> Range<usize> {
    let (mut start, mut missing) = (root, nodes[root].arity());
    while missing > 0 {
        start -= 1;
        missing = missing - 1 + nodes[start].arity();
    }
    start..root + 1
}

fn check(nodes: &[Node]) -> Result<(), TreeError> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (place, &node) in nodes.iter().enumerate() {
        match node {
            Node::Number(value) if !value.is_finite() => return Err(TreeError::Number(place)),
            Node::Apply(op, arity) => {
                let below = kinds.len().checked_sub(arity.into()).ok_or(TreeError::Arity(place))?;
                if !op.accepts(arity.into()) {
                    return Err(TreeError::Arity(place));
                }
                if kinds.drain(below..).enumerate().any(|(position, kind)| kind != op.takes(position)) {
                    return Err(TreeError::Kind(place));
                }
            }
            _ => {}
        }
        kinds.push(node.kind());
    }
    if kinds.len() != 1 {
        return Err(TreeError::Rest(kinds.len()));
    }
    if nesting(nodes) > MAX_NESTING { Err(TreeError::Nesting) } else { Ok(()) }
}
