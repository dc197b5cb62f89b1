//! What is known of a state before its features are computed.

/// Values of the present state that were updated from those of its parent. Features take them as they are.
#[derive(Debug)]
pub struct Scratch {
    pub(super) manhattan: Option<u32>,
    pub(super) linear_conflict: Option<u32>,
    pub(super) walking_distance: Option<u32>,
    /// By the name of the pattern database.
    pub(super) database: Option<(&'static str, u32)>,
}

impl Scratch {
    /// Every feature is computed afresh.
    pub(super) const NOTHING: Self =
        Self { manhattan: None, linear_conflict: None, walking_distance: None, database: None };
}
