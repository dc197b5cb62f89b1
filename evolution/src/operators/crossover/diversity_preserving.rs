//! A branch is only exchanged for one that computes something else.

use super::subtree::{FUNCTIONS, swap_by_values};
use crate::operators::TreeCrossover;
use crate::operators::chance::one_of;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "diversity_preserving",
    about: "like subtree, but the branches compute different values on a few rows of the dataset, so that no child is its \
            parent in other words; like subtree without a dataset",
    parameters: &[FUNCTIONS],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        swap_by_values(context, parameters[0], first, second, |probe, old, fitting, random| {
            let values = probe.values(old);
            let different: Vec<_> = fitting.iter().filter(|branch| probe.values(branch) != values).collect();
            one_of(different.into_iter(), random).copied()
        })
    },
};
