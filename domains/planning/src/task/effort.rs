//! The price list of planning, in units of [effort](unstuck_core::effort).

use unstuck_core::effort::NodePrices;

/// A task with states of so many words, whose successor generator takes so many steps for a state.
pub const fn nodes(words: usize, steps: u64) -> NodePrices {
    NodePrices { expanded: 100 + 5 * steps, generated: 20 + 3 * words as u64, evaluated: 160 }
}
/// Looking at so many rules and facts of the delete relaxation.
pub const fn relaxed(rules: u64) -> u64 {
    rules * 7 / 5
}

/// A relaxed plan, without the exploration before it.
pub const RELAXED_PLAN: u64 = 1_400;
/// An object, pair or word that a lifted feature looks at.
pub const OBJECT: u64 = 3;
/// A fact that novelty compares with those seen before.
pub const NOVELTY: u64 = 2;
/// Looking whether an action of a plan is applicable, and applying it.
pub const APPLIED: u64 = 8;
