//! The space that genomes live in: which features, functions, constants and sizes.

use super::Misfit;
use serde::{Deserialize, Serialize};
use unstuck_core::domain::Kind;
use unstuck_core::language::{Node, Op, Tree};

/// What a genome looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// A weighted sum of features.
    Weights,
    /// One expression.
    Tree,
    /// Ordered rules and a value otherwise.
    Policy {
        /// Most rules; a fresh policy has that many.
        rules: usize,
        /// What the rules give.
        values: Values,
    },
}

/// What the rules of a policy give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Values {
    /// Weighted sums.
    Weights,
    /// Expressions.
    Trees,
}

/// The factor before a weighted sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scale {
    /// Always 1.
    Fixed,
    /// From ⅛ to 8.
    Evolved,
}

/// What happens to a weight that leaves [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bounds {
    /// It stays at the edge.
    Clamp,
    /// It comes back from the edge.
    Reflect,
}

impl Bounds {
    /// The weight within [0, 1].
    pub fn hold(self, gene: f64) -> f64 {
        match self {
            _ if (0.0..=1.0).contains(&gene) => gene,
            _ if !gene.is_finite() => 0.0,
            Self::Clamp => gene.clamp(0.0, 1.0),
            Self::Reflect => {
                let folded = gene.rem_euclid(2.0);
                if folded > 1.0 { 2.0 - folded } else { folded }
            }
        }
    }
}

/// How large one expression may be; in a policy, each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Most nodes.
    pub nodes: usize,
    /// Most nodes from the root to a leaf.
    pub depth: usize,
}

/// A feature that may stand in a genome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terminal {
    /// Its place in the domain's table.
    pub index: u16,
    /// Smallest and largest value over the instances.
    pub range: (f64, f64),
}

/// What genomes may consist of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// Weights, tree or policy.
    pub form: Form,
    /// The names of all features of the domain, in the order of its table.
    pub names: Vec<String>,
    /// The real features of role *estimate*: one weight each.
    pub estimates: Vec<Terminal>,
    /// All real features that trees and conditions may read.
    pub reals: Vec<Terminal>,
    /// The boolean ones.
    pub flags: Vec<Terminal>,
    /// The operations of trees and conditions.
    pub functions: Vec<Op>,
    /// Where constants are drawn from, unless they are compared with a feature.
    pub constants: (f64, f64),
    /// The factor of weighted sums.
    pub scale: Scale,
    /// What happens to weights that leave their bounds.
    pub bounds: Bounds,
    /// Sizes.
    pub limits: Limits,
}

impl Space {
    /// The number of genes of a weighted sum: a weight per estimate, and the scale if it evolves.
    pub fn genes(&self) -> usize {
        self.estimates.len() + usize::from(self.scale == Scale::Evolved)
    }

    /// The operations that give a kind of value.
    pub fn functions_of(&self, kind: Kind) -> impl Iterator<Item = Op> + Clone + '_ {
        self.functions.iter().copied().filter(move |op| op.info().gives == kind)
    }

    /// A real feature by its place in the domain's table.
    pub fn real(&self, index: u16) -> Option<&Terminal> {
        self.reals.iter().find(|terminal| terminal.index == index)
    }

    /// The name of a feature.
    pub fn name(&self, index: u16) -> String {
        self.names.get(usize::from(index)).cloned().unwrap_or_else(|| format!("number {index}"))
    }

    /// Whether a tree may stand in a genome of this space.
    pub fn admit(&self, tree: &Tree, kind: Kind) -> Result<(), Misfit> {
        debug_assert_eq!(tree.kind(), kind);
        for &node in tree.nodes() {
            match node {
                Node::Feature(index) if self.real(index).is_none() => {
                    return Err(Misfit::Feature(self.name(index)));
                }
                Node::Flag(index) if !self.flags.iter().any(|terminal| terminal.index == index) => {
                    return Err(Misfit::Feature(self.name(index)));
                }
                Node::Apply(op, _) if !self.functions.contains(&op) => {
                    return Err(Misfit::Function(op.info().name));
                }
                _ => {}
            }
        }
        let (nodes, depth, limits) = (tree.size(), tree.depth(), self.limits);
        if nodes > limits.nodes || depth > limits.depth {
            return Err(Misfit::Large { nodes, depth, limits });
        }
        Ok(())
    }
}
