//! How two parents make a child.
//!
//! Weights are mixed gene by gene; the step of self-adaptive mutation is the geometric mean of the parents'. Trees
//! get a branch of the other parent, always within the limits of the space. Policies get a rule, or a part of one.

pub mod average;
pub mod blend_alpha;
pub mod blend_alpha_beta;
pub mod condition;
pub mod context_aware;
pub mod copy;
pub mod depth_constrained;
pub mod deterministic_best;
pub mod discrete;
pub mod diversity_preserving;
pub mod heuristic;
pub mod local;
pub mod probabilistic_functional;
pub mod random_convex;
pub mod rule;
pub mod semantic_similarity;
pub mod simulated_binary;
pub mod single_point;
pub mod subtree;
pub mod uniform_all_arithmetic;
pub mod uniform_some_arithmetic;
pub mod value;

use super::{Context, PolicyCrossover, TreeCrossover, WeightsCrossover};
use crate::genome::Weights;

/// Everything that mixes weights.
pub static WEIGHTS: &[&WeightsCrossover] = &[
    &simulated_binary::OPERATOR,
    &uniform_some_arithmetic::OPERATOR,
    &uniform_all_arithmetic::OPERATOR,
    &average::OPERATOR,
    &blend_alpha::OPERATOR,
    &blend_alpha_beta::OPERATOR,
    &copy::OPERATOR,
    &discrete::OPERATOR,
    &heuristic::OPERATOR,
    &local::OPERATOR,
    &random_convex::OPERATOR,
    &single_point::OPERATOR,
];

/// Everything that mixes trees.
pub static TREES: &[&TreeCrossover] = &[
    &subtree::OPERATOR,
    &depth_constrained::OPERATOR,
    &context_aware::OPERATOR,
    &deterministic_best::OPERATOR,
    &semantic_similarity::OPERATOR,
    &probabilistic_functional::OPERATOR,
    &diversity_preserving::OPERATOR,
];

/// Everything that mixes policies.
pub static POLICIES: &[&PolicyCrossover] = &[&rule::OPERATOR, &condition::OPERATOR, &value::OPERATOR];

/// A child, gene by gene.
fn mix(first: &Weights, second: &Weights, mut gene: impl FnMut(f64, f64) -> f64) -> Weights {
    Weights {
        genes: first.genes.iter().zip(&second.genes).map(|(&a, &b)| gene(a, b)).collect(),
        step: (first.step * second.step).sqrt(),
    }
}

/// The fitter of two parents, then the other.
fn by_fitness<'w>(
    context: &Context<'_>,
    first: &'w Weights,
    second: &'w Weights,
) -> (&'w Weights, &'w Weights) {
    if context.first_is_better { (first, second) } else { (second, first) }
}
