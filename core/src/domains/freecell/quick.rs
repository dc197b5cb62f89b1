//! The fast solver: a few greedy attempts with different weights, one after the other.

mod attempt;
mod position;
#[cfg(test)]
mod tests;
mod weights;

use super::domain::{Action, FreeCell};
use super::state::State;
use attempt::Attempts;
pub use weights::Weights;

/// Outcome.
pub struct Tried {
    /// Plan.
    pub plan: Option<Vec<Action>>,
    /// Expanded.
    pub expanded: u64,
    /// Generated.
    pub generated: u64,
}

/// Runs a list of attempts.
pub fn attempts(game: &FreeCell, start: &State, list: &[(Weights, u64)]) -> Tried {
    let mut room = Attempts::new();
    for (weights, limit) in list {
        match room.run(game, start, weights, *limit) {
            attempt::Result::Solved(plan) => {
                return Tried { plan: Some(plan), expanded: room.expanded, generated: room.generated };
            }
            attempt::Result::Limit | attempt::Result::Exhausted => {}
        }
    }
    Tried { plan: None, expanded: room.expanded, generated: room.generated }
}
