//! The space that genomes live in: which features, functions, constants and sizes.

use super::Misfit;
use super::attempts::AttemptSpace;
use super::depth::depth;
use super::search::SearchSpace;
use crate::config::settings::settings;
use serde::{Deserialize, Serialize};
use unstuck_core::feature::Kind;
use unstuck_core::language::{MAX_NESTING, Node, Op, Tree};

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
    pub fn apply(self, gene: f64) -> f64 {
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

settings! {
    /// How large one expression may be; in a policy, each of them.
    #[derive(Copy, Eq)]
    pub struct Limits {
        /// Max. nodes: of one expression.
        nodes: usize = 32, in 1..=Limits::MAX_NODES, unit "nodes";
        /// Max. depth: nodes from the root to a leaf.
        depth: usize = 6, in 1..=100, unit "levels";
    }
}

impl Limits {
    /// So many nodes always fit into the text of a heuristic, however long the names of the features.
    pub const MAX_NODES: usize = 2_500;

    /// No tree is deeper, so that everything that evolves can be written: a text nests at most twice a level.
    pub const DEEPEST: usize = MAX_NESTING / 2;

    /// The depth that counts; beyond [`Limits::DEEPEST`] it is held there.
    pub fn deepest(self) -> usize {
        self.depth.min(Self::DEEPEST)
    }
}

/// A feature that may be in a genome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Terminal {
    /// Its place in the domain's table.
    pub index: u16,
    /// Smallest and largest value over the instances.
    pub range: (f64, f64),
}

/// What genomes may consist of.
#[derive(Debug, Clone, PartialEq)]
pub struct Space {
    /// Weights, tree or policy.
    pub form: Form,
    /// The names of all features of the domain, in the order of its table.
    pub names: Vec<String>,
    /// The real features of role *estimate*, or of choices: one weight each.
    pub estimates: Vec<Terminal>,
    /// Weights are from −1 to 1 instead of from 0: rules of optimisation problems may count against a choice.
    pub signed: bool,
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
    /// The search parameters that evolve with heuristics.
    pub search: Option<SearchSpace>,
    /// The attempts before heuristics.
    pub attempts: Option<AttemptSpace>,
    /// For trees with functions: the space of the tree, then that of each body. Empty for all others.
    pub branches: Vec<Space>,
}

impl Space {
    /// The number of genes of a weighted sum: a weight per estimate, and the scale if it evolves.
    pub fn genes(&self) -> usize {
        self.estimates.len() + usize::from(self.scale == Scale::Evolved)
    }

    /// The weight that a gene stands for.
    pub fn weight(&self, gene: f64) -> f64 {
        if self.signed { 2.0 * gene - 1.0 } else { gene }
    }

    /// The gene of a weight.
    pub fn gene(&self, weight: f64) -> f64 {
        if self.signed { (weight + 1.0) / 2.0 } else { weight }
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

    /// Whether a tree may be in a genome of this space. Every child is asked this, so names are looked up in bits.
    pub fn admit(&self, tree: &Tree, kind: Kind) -> Result<(), Misfit> {
        debug_assert_eq!(tree.kind(), kind);
        let functions = self.functions.iter().fold(0_u64, |bits, &op| bits | 1 << op as u8);
        let (reals, flags) = (Indices::of(&self.reals), Indices::of(&self.flags));
        for &node in tree.nodes() {
            match node {
                Node::Feature(index) if !reals.contains(index) => {
                    return Err(Misfit::Feature(self.name(index)));
                }
                Node::Flag(index) if !flags.contains(index) => return Err(Misfit::Feature(self.name(index))),
                Node::Apply(op, _) if functions >> op as u8 & 1 == 0 => {
                    return Err(Misfit::Function(op.function_name()));
                }
                _ => {}
            }
        }
        let limits = Limits { depth: self.limits.deepest(), ..self.limits };
        let (nodes, depth) = (tree.size(), depth(tree));
        if nodes > limits.nodes || depth > limits.depth {
            return Err(Misfit::Large { nodes, depth, limits });
        }
        Ok(())
    }
}

/// A set of features: the first 64 of a domain by bits, the others by a search.
struct Indices<'a> {
    bits: u64,
    terminals: &'a [Terminal],
}

impl<'a> Indices<'a> {
    fn of(terminals: &'a [Terminal]) -> Self {
        let bit = |terminal: &Terminal| 1_u64.checked_shl(terminal.index.into()).unwrap_or(0);
        Self { bits: terminals.iter().fold(0, |bits, terminal| bits | bit(terminal)), terminals }
    }

    fn contains(&self, index: u16) -> bool {
        match index {
            0..64 => self.bits >> index & 1 == 1,
            _ => self.terminals.iter().any(|terminal| terminal.index == index),
        }
    }
}
