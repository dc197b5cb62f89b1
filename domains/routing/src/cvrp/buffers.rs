//! Memory of the searches, and the rules that they ask.

use super::parts::{Choosing, Removed};
use unstuck_core::language::Evaluator;

/// Buffers for one thread.
#[derive(Default)]
pub struct Buffers {
    pub(crate) removed: Vec<Removed>,
    /// Routes that were ruined, or customers around which routes are improved.
    pub(crate) ruined: Vec<u32>,
    pub(crate) queue: Vec<u32>,
    pub(crate) waiting: Vec<bool>,
    /// Around which customer strings are removed.
    pub(crate) remove: Option<Evaluator<Choosing>>,
    /// Which customer is inserted first.
    pub(crate) insert: Option<Evaluator<Choosing>>,
}
