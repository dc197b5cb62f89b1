//! Creation, crossover, mutation and selection: one operator a file, one line each in a table.
//!
//! | folder | tables |
//! |---|---|
//! | [`creation`] | [`creation::WEIGHTS`], [`creation::TREES`] |
//! | [`crossover`] | [`crossover::WEIGHTS`], [`crossover::TREES`], [`crossover::POLICIES`] |
//! | [`mutation`] | [`mutation::WEIGHTS`], [`mutation::TREES`], [`mutation::FUNCTIONS`], [`mutation::POLICIES`] |
//! | [`selection`] | [`selection::SELECTIONS`] |
//!
//! An operator is a value with a name, its documentation, its parameters and one function. A [`Toolbox`] holds those
//! that an experiment has chosen, and draws among them by weight; [`all`] lists them. The caller checks
//! each child and retries, so operators need not enforce the limits; those of trees do, since fewer children are lost.
//!
//! A new operator is a file with a `static OPERATOR` in one of the folders, and a line in a table; its tests run by
//! themselves. [`chance`] and [`shape`] hold what many of them need: draws, and the branches of a tree.

pub mod chance;
pub mod creation;
pub mod crossover;
mod listing;
pub mod mutation;
mod named;
mod published;
pub mod selection;
pub mod shape;
mod toolbox;

pub use listing::{Listed, Part, all};
pub use named::{GIVEN, Named};
pub use published::PUBLISHED;
pub(crate) use published::ours;
pub use toolbox::{Applied, OwnOperator, Toolbox, WeightedOperator};

use crate::genome::{Defined, Policy, Space, Weights};
use unstuck_core::feature::Kind;
use unstuck_core::language::{Node, Tree};
use unstuck_core::random::Stream;

/// One operator: its registration, its manual page and its code.
pub struct Operator<F: 'static> {
    /// Name in experiment files.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// What can be set, in the order in which the function receives the values.
    pub parameters: &'static [Parameter],
    /// How often it is drawn when an experiment names none of its kind; 0 for those that must be named.
    pub weight: f64,
    /// What it does.
    pub apply: F,
}

/// Something that can be set.
pub struct Parameter {
    /// Name.
    pub name: &'static str,
    /// Default value.
    pub default: f64,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// One line of explanation.
    pub about: &'static str,
}

/// What an operator sees in addition to the parents.
pub struct Context<'a> {
    /// What genomes may consist of.
    pub space: &'a Space,
    /// The chosen operators, for those that work on parts.
    pub tools: &'a Toolbox,
    /// Random numbers.
    pub random: &'a mut Stream,
    /// The share of the run that is over, from 0 to 1.
    pub progress: f64,
    /// Whether the first of two parents is at least as fit as the second.
    pub first_is_better: bool,
    /// A few rows to try trees on, where there is a dataset.
    pub probe: Option<&'a dyn Probe>,
}

/// A few rows of a dataset, on which operators try trees.
pub trait Probe {
    /// How far each of several expressions is from the truth.
    fn errors(&self, trees: &[Tree]) -> Vec<f64>;
    /// How far an expression is from the truth.
    fn error(&self, tree: &Tree) -> f64 {
        self.errors(std::slice::from_ref(tree))[0]
    }
    /// What a branch computes, row by row; conditions are 1 or 0.
    fn values(&self, branch: &[Node]) -> Vec<f64>;
}

/// Creates weights.
pub type MakeWeights = fn(&mut Context<'_>, &[f64]) -> Weights;
/// Creates a tree of a kind, within the limits of the space.
pub type MakeTree = fn(&mut Context<'_>, &[f64], Kind) -> Tree;
/// Recombines the genes of two parents; the caller keeps the child within its bounds.
pub type MixWeights = fn(&mut Context<'_>, &[f64], &Weights, &Weights) -> Weights;
/// Recombines two trees of the same kind. `None` where nothing fits.
pub type MixTrees = fn(&mut Context<'_>, &[f64], &Tree, &Tree) -> Option<Tree>;
/// Recombines two policies. `None` where nothing fits.
pub type MixPolicies = fn(&mut Context<'_>, &[f64], &Policy, &Policy) -> Option<Policy>;
/// Mutates genes; the caller keeps them within their bounds.
pub type ChangeWeights = fn(&mut Context<'_>, &[f64], &Weights) -> Weights;
/// Mutates a tree, keeping its kind. `None` where nothing fits.
pub type ChangeTree = fn(&mut Context<'_>, &[f64], &Tree) -> Option<Tree>;
/// Mutates the functions of a tree and its calls of them. `None` where nothing fits.
pub type ChangeFunctions = fn(&mut Context<'_>, &[f64], &Defined) -> Option<Defined>;
/// Mutates a policy. `None` where nothing fits.
pub type ChangePolicy = fn(&mut Context<'_>, &[f64], &Policy) -> Option<Policy>;
/// Draws two parents from a population.
pub type Choose = fn(&mut Stream, &[f64], &selection::Pool<'_>) -> (usize, usize);

/// An operator that creates weights.
pub type WeightsCreation = Operator<MakeWeights>;
/// An operator that creates trees.
pub type TreeCreation = Operator<MakeTree>;
/// A crossover of weights.
pub type WeightsCrossover = Operator<MixWeights>;
/// A crossover of trees.
pub type TreeCrossover = Operator<MixTrees>;
/// A crossover of policies.
pub type PolicyCrossover = Operator<MixPolicies>;
/// A mutation of weights.
pub type WeightsMutation = Operator<ChangeWeights>;
/// A mutation of trees.
pub type TreeMutation = Operator<ChangeTree>;
/// A mutation of functions that trees call.
pub type FunctionsMutation = Operator<ChangeFunctions>;
/// A mutation of policies.
pub type PolicyMutation = Operator<ChangePolicy>;
/// A selection of parents.
pub type Selection = Operator<Choose>;
