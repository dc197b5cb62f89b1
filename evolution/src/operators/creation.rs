//! How first genomes are made.
//!
//! Policies are made of parts: conditions by a creation of trees, values by one of weights or trees. Whatever makes
//! a tree draws from the same [`Grammar`], which knows what fits where.

pub mod balanced;
mod fill;
pub mod full;
mod grammar;
pub mod grow;
pub mod normal;
pub mod ptc2;
pub mod ramped_half_and_half;
pub mod uniform;

pub use grammar::{CONSTANTS, Grammar, can_make, draw_leaf};

use super::{TreeCreation, WeightsCreation};

/// Everything that makes weights.
pub static WEIGHTS: &[&WeightsCreation] = &[&uniform::OPERATOR, &normal::OPERATOR];

/// Everything that makes trees.
pub static TREES: &[&TreeCreation] = &[
    &ramped_half_and_half::OPERATOR,
    &grow::OPERATOR,
    &full::OPERATOR,
    &ptc2::OPERATOR,
    &balanced::OPERATOR,
];
