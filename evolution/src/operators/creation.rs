//! How first genomes are made.
//!
//! Policies are made of parts: conditions by a creation of trees, values by one of weights or trees.

pub mod grow;
pub mod uniform;

use super::{TreeCreation, WeightsCreation};

/// Everything that makes weights.
pub static WEIGHTS: &[&WeightsCreation] = &[&uniform::OPERATOR];

/// Everything that makes trees.
pub static TREES: &[&TreeCreation] = &[&grow::OPERATOR];
