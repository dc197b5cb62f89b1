//! Memory of the searches.

/// Buffers for one thread.
#[derive(Debug, Default)]
pub struct Buffers {
    pub(crate) removed: Vec<u32>,
    pub(crate) ruined: Vec<u32>,
    pub(crate) queue: Vec<u32>,
    pub(crate) waiting: Vec<bool>,
}
