//! All constants move.

use super::shake_one::{SHARE, shaken};
use crate::operators::TreeMutation;
use unstuck_core::language::Tree;

/// The operator.
pub static OPERATOR: TreeMutation = TreeMutation {
    name: "shake_all",
    about: "every constant moves by a normal number",
    parameters: &[SHARE],
    weight: 1.0,
    apply: |context, parameters, parent| {
        let old = parent.nodes();
        let mut new = Vec::new();
        for place in 0..old.len() {
            if let Some(moved) = shaken(context.space, old, place, parameters[0], context.random) {
                if new.is_empty() {
                    new.extend_from_slice(old);
                }
                new[place] = moved;
            }
        }
        (!new.is_empty()).then(|| Tree::from_well_formed(new))
    },
};
