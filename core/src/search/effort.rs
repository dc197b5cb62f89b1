//! The price list of effort: what searches do, counted in units of about a nanosecond.
//!
//! Effort takes the place of time where results must be the same on every machine and at every load. It grows with
//! what is done, not with what is measured: every price is for something that is counted. Making an instance ready
//! (grounding, tables) is free. A rule that reads no relaxed plan has its true, larger number of nodes within the same
//! effort. `cargo bench --bench effort` reports how well it follows CPU time.

/// A node that is expanded.
pub const EXPANDED: u64 = 150;
/// A successor, without what its width costs.
pub const GENERATED: u64 = 80;
/// A word of a successor's state.
pub const WORD: u64 = 6;
/// A heuristic call, without what the heuristic does: features of puzzles have a price each, those of planning tasks count
/// their work.
pub const EVALUATED: u64 = 60;
/// A rule or fact of the delete relaxation that is looked at.
pub const RELAXED: u64 = 3;
/// An object, pair or word that a lifted feature looks at.
pub const OBJECT: u64 = 2;
/// A fact that novelty compares with those seen before.
pub const NOVELTY: u64 = 2;
