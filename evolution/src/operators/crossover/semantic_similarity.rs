//! Branches are exchanged for similar ones, by what they compute (Nguyen and others 2011).

use super::subtree::{FUNCTIONS, swap_by_values};
use crate::operators::chance::one_of;
use crate::operators::{Parameter, TreeCrossover};
use unstuck_core::language::Node;

/// The operator.
pub static OPERATOR: TreeCrossover = TreeCrossover {
    name: "semantic_similarity",
    about: "like subtree, but the mean distance of what both branches compute on a few rows of the dataset lies between \
            two bounds; like subtree without a dataset",
    parameters: &[
        FUNCTIONS,
        Parameter { name: "from", default: 0.0001, range: (0.0, 1e9), about: "the smallest mean distance" },
        Parameter { name: "to", default: 10.0, range: (0.0, 1e9), about: "the largest mean distance" },
    ],
    weight: 0.0,
    apply: |context, parameters, first, second| {
        let &[functions, from, to] = parameters else { return None };
        swap_by_values(context, functions, first, second, |probe, old, fitting, random| {
            let values = probe.values(old);
            let is_similar = |branch: &&&[Node]| {
                let others = probe.values(branch);
                let total: f64 = values.iter().zip(others).map(|(value, other)| (value - other).abs()).sum();
                (from..=to).contains(&(total / values.len() as f64)) && **branch != old
            };
            let similar: Vec<_> = fitting.iter().filter(is_similar).collect();
            one_of(similar.into_iter(), random).copied()
        })
    },
};
