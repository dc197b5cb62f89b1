//! How one parent makes a different child.
//!
//! Genes lie in [0, 1], so ranges of weights are 1. Trees stay within the limits of the space.

pub mod breeder;
pub mod change_node;
pub mod condition;
pub mod create_argument;
pub mod create_function;
pub mod delete_argument;
pub mod delete_function;
pub mod duplicate_argument;
pub mod duplicate_function;
pub mod hoist;
pub mod non_uniform_all;
pub mod non_uniform_one;
pub mod normal;
pub mod optimise_constants;
pub mod polynomial_all;
pub mod polynomial_one;
pub mod remove_branch;
pub mod reorder;
pub mod replace_branch;
pub mod rule;
pub mod self_adaptive_normal;
pub mod shake_all;
pub mod shake_one;
pub mod uniform_one;
pub mod value;

use super::chance::one_of;
use super::{Context, FunctionsMutation, PolicyMutation, TreeMutation, WeightsMutation};
use crate::genome::{Defined, Weights};
use unstuck_core::random::Stream;

/// Everything that changes weights.
pub static WEIGHTS: &[&WeightsMutation] = &[
    &breeder::OPERATOR,
    &normal::OPERATOR,
    &self_adaptive_normal::OPERATOR,
    &non_uniform_all::OPERATOR,
    &non_uniform_one::OPERATOR,
    &polynomial_all::OPERATOR,
    &polynomial_one::OPERATOR,
    &uniform_one::OPERATOR,
];

/// Everything that changes trees.
pub static TREES: &[&TreeMutation] = &[
    &change_node::OPERATOR,
    &shake_one::OPERATOR,
    &shake_all::OPERATOR,
    &optimise_constants::OPERATOR,
    &remove_branch::OPERATOR,
    &replace_branch::OPERATOR,
    &hoist::OPERATOR,
];

/// Everything that changes which functions a tree has and what they take (Koza 1994).
pub static FUNCTIONS: &[&FunctionsMutation] = &[
    &create_function::OPERATOR,
    &delete_function::OPERATOR,
    &duplicate_function::OPERATOR,
    &create_argument::OPERATOR,
    &delete_argument::OPERATOR,
    &duplicate_argument::OPERATOR,
];

/// Everything that changes policies.
pub static POLICIES: &[&PolicyMutation] =
    &[&rule::OPERATOR, &condition::OPERATOR, &value::OPERATOR, &reorder::OPERATOR];

/// Whether what the mutation of that name does changes over a run.
pub fn reads_progress(name: &str) -> bool {
    [non_uniform_all::OPERATOR.name, non_uniform_one::OPERATOR.name].contains(&name)
}

/// A function that the tree calls, any of them.
fn called(context: &mut Context<'_>, parent: &Defined) -> Option<usize> {
    let space = context.space;
    let functions = 0..space.branches.len() - 1;
    one_of(functions.filter(|&function| parent.calls(function, space) > 0), context.random)
}

/// Every gene changed.
fn change_all(parent: &Weights, change: impl FnMut(f64) -> f64) -> Weights {
    Weights { genes: parent.genes.iter().copied().map(change).collect(), step: parent.step }
}

/// One gene changed, any of them.
fn change_one(
    parent: &Weights,
    random: &mut Stream,
    change: impl FnOnce(f64, &mut Stream) -> f64,
) -> Weights {
    let mut child = parent.clone();
    if let Some(gene) = one_of(0..child.genes.len(), random).map(|place| &mut child.genes[place]) {
        *gene = change(*gene, random);
    }
    child
}
