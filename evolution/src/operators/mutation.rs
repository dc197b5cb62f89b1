//! How one parent makes a different child.

use super::{PolicyMutation, TreeMutation, WeightsMutation};

/// Everything that changes weights.
pub static WEIGHTS: &[&WeightsMutation] = &[];

/// Everything that changes trees.
pub static TREES: &[&TreeMutation] = &[];

/// Everything that changes policies.
pub static POLICIES: &[&PolicyMutation] = &[];
