//! The sizes and depths of all branches of a tree, found in one pass.

use super::chance::{coin, one_of};
use crate::genome::Limits;
use std::ops::Range;
use unstuck_core::feature::Kind;
use unstuck_core::language::Node;
use unstuck_core::random::Stream;

/// How large the branch below a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// Its nodes, the root included.
    pub nodes: usize,
    /// The nodes from its root to its farthest leaf.
    pub depth: usize,
}

/// What may be at a place of a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeBudget {
    /// Number or condition.
    pub kind: Kind,
    /// How large it may be.
    pub max: Extent,
}

/// A tree and the extent of its every branch.
pub struct Shape<'a> {
    nodes: &'a [Node],
    extents: Vec<Extent>,
}

impl<'a> Shape<'a> {
    /// Measures a tree.
    pub fn of(nodes: &'a [Node]) -> Self {
        let mut extents: Vec<Extent> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let mut own = Extent { nodes: 1, depth: 0 };
            for _ in 0..node.arity() {
                // The roots of the values before a node lie apart by the sizes of their branches.
                let value = extents[extents.len() - own.nodes];
                own = Extent { nodes: own.nodes + value.nodes, depth: own.depth.max(value.depth) };
            }
            extents.push(Extent { depth: own.depth + 1, ..own });
        }
        Self { nodes, extents }
    }

    /// The extent of the branch at a place.
    pub fn extent(&self, place: usize) -> Extent {
        self.extents[place]
    }

    /// The range of the branch at a place.
    pub fn range(&self, place: usize) -> Range<usize> {
        place + 1 - self.extents[place].nodes..place + 1
    }

    /// The nodes of the branch at a place.
    pub fn branch(&self, place: usize) -> &'a [Node] {
        &self.nodes[self.range(place)]
    }

    /// How many nodes are above a place.
    pub fn level(&self, place: usize) -> usize {
        (place + 1..self.nodes.len()).filter(|&above| self.range(above).start <= place).count()
    }

    /// How many nodes are above each place.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = vec![0; self.nodes.len()];
        for place in (0..self.nodes.len()).rev() {
            let mut value = place;
            for _ in 0..self.nodes[place].arity() {
                value -= 1;
                levels[value] = levels[place] + 1;
                value = self.range(value).start;
            }
        }
        levels
    }

    /// What may be at a place instead of its branch, if the level of the place is known.
    pub fn budget_at(&self, place: usize, level: usize, limits: Limits) -> SizeBudget {
        let rest = self.nodes.len() - self.extents[place].nodes;
        let max = Extent {
            nodes: limits.nodes.saturating_sub(rest),
            depth: limits.deepest().saturating_sub(level),
        };
        SizeBudget { kind: self.nodes[place].kind(), max }
    }

    /// What may be at a place instead of its branch.
    pub fn budget(&self, place: usize, limits: Limits) -> SizeBudget {
        self.budget_at(place, self.level(place), limits)
    }

    /// The places whose branches fit into a budget.
    pub fn fitting(&self, budget: SizeBudget) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.nodes.len()).filter(move |&place| {
            let extent = self.extents[place];
            extent.nodes <= budget.max.nodes
                && extent.depth <= budget.max.depth
                && self.nodes[place].kind() == budget.kind
        })
    }

    /// The tree with another branch at a place.
    pub fn with(&self, place: usize, branch: &[Node]) -> Vec<Node> {
        let range = self.range(place);
        let mut nodes = Vec::with_capacity(self.nodes.len() - range.len() + branch.len());
        nodes.extend_from_slice(&self.nodes[..range.start]);
        nodes.extend_from_slice(branch);
        nodes.extend_from_slice(&self.nodes[range.end..]);
        nodes
    }
}

/// A place of a tree: a function with the given share, else a leaf; every one of them alike.
pub fn draw_place(nodes: &[Node], functions: f64, random: &mut Stream) -> usize {
    let inner = nodes.len() > 1 && coin(functions, random);
    one_of((0..nodes.len()).filter(|&place| (nodes[place].arity() > 0) == inner), random)
        // Every tree has a leaf, and one of more than a node has a function.
        .unwrap_or(nodes.len() - 1)
}

#[cfg(test)]
mod tests;
