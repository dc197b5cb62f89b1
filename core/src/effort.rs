//! The price list of effort: what searches do, counted in units of about a nanosecond.
//!
//! Effort takes the place of time where results must be the same on every machine and at every load. It grows with
//! what is done, not with what is measured: every price is for something that is counted. Making an instance ready
//! (grounding, tables) is free. A rule that reads no relaxed plan has its true, larger number of nodes within the same
//! effort. `cargo bench --bench effort` reports how well it follows CPU time.

/// What the steps of a search cost in one problem, without what its heuristic does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodePrices {
    /// A node that is expanded.
    pub expanded: u64,
    /// A successor.
    pub generated: u64,
    /// A heuristic call, without what the heuristic does: features of puzzles have a price each, those of planning tasks
    /// count their work.
    pub evaluated: u64,
}

impl NodePrices {
    /// Of a puzzle whose states are not stored.
    pub const PUZZLE: Self = Self { expanded: 150, generated: 80, evaluated: 60 };

    /// Of a puzzle whose states are stored in so many words.
    pub const fn stored(words: usize) -> Self {
        Self { generated: Self::PUZZLE.generated + 6 * words as u64, ..Self::PUZZLE }
    }

    /// Of a planning task with states of so many words, whose successor generator takes so many steps for a state.
    pub const fn planning(words: usize, steps: u64) -> Self {
        Self { expanded: 100 + 5 * steps, generated: 20 + 3 * words as u64, evaluated: 160 }
    }
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
