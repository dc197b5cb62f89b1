//! How two parents make a child.

use super::{PolicyCrossover, TreeCrossover, WeightsCrossover};

/// Everything that mixes weights.
pub static WEIGHTS: &[&WeightsCrossover] = &[];

/// Everything that mixes trees.
pub static TREES: &[&TreeCrossover] = &[];

/// Everything that mixes policies.
pub static POLICIES: &[&PolicyCrossover] = &[];
