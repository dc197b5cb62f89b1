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
    /// A heuristic call, without what the heuristic does: features have a price each, or count their work.
    pub evaluated: u64,
}

impl NodePrices {
    /// Of a puzzle whose states are not stored.
    pub const PUZZLE: Self = Self { expanded: 150, generated: 80, evaluated: 60 };

    /// Of a puzzle whose states are stored in so many words.
    pub const fn stored(words: usize) -> Self {
        Self { generated: Self::PUZZLE.generated + 6 * words as u64, ..Self::PUZZLE }
    }
}
