//! What the features of Rush Hour measure, one file per larger idea; `feature_table` lists them.
//!
//! | file | idea |
//! |---|---|
//! | [`lane`] | who stands between the target and the exit |
//! | [`deep`] | our lower bound: the moves of all who must move |
//! | [`two_sided`] | the recursive blocker count as usually written |
//! | [`goal_board`] | a deduced goal board and the way there |
//! | [`votes`] | blockers vote for those who must give way |
//! | [`mobility`] | who can move now |
//! | [`secluded`] | places that no other vehicle can reach |
//! | [`lot`] | what all of them look at |
//!
//! To add a feature, write a function over [`Lot`] and [`Parked`] and give it a row in
//! [`RushHour::FEATURES`](super::problem::RushHour::FEATURES); say in which metrics it is admissible and consistent only if that is proved.

pub mod deep;
pub mod goal_board;
pub mod lane;
pub mod lot;
pub mod mobility;
pub mod secluded;
#[cfg(test)]
mod tests;
pub mod two_sided;
pub mod votes;

use self::deep::{Slides, Steps};
use self::lot::{Lot, MOST_VEHICLES, Parked};
use super::board::Board;
use super::lines::Metric;

/// What the features need to know about an instance.
#[derive(Debug, Clone)]
pub struct Facts {
    pub(super) lot: Lot,
    pub(super) deep_cap: u32,
    pub(super) most_moves: u32,
}

impl Facts {
    /// The facts of a board, counted in that metric.
    pub fn new(board: &Board, metric: Metric) -> Self {
        let lot = Lot::new(board);
        let deep_cap = match metric {
            Metric::Slides => deep::cap::<Slides>(&lot),
            Metric::Steps => deep::cap::<Steps>(&lot),
        };
        Self { deep_cap, most_moves: mobility::most_moves(&lot, metric), lot }
    }
}

/// Buffers of the features.
pub struct Scratch {
    pub(super) parked: Parked,
    /// The state that `parked` spells out.
    pub(super) parked_of: [u64; MOST_WORDS],
    pub(super) plan: goal_board::Plan,
    pub(super) tally: [u8; MOST_VEHICLES],
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            parked: Parked::default(),
            parked_of: NOTHING_PARKED,
            plan: goal_board::Plan::default(),
            tally: [0; MOST_VEHICLES],
        }
    }
}

/// Most words of a state.
pub(super) const MOST_WORDS: usize = 5;
/// No state has these numbers.
pub(super) const NOTHING_PARKED: [u64; MOST_WORDS] = [u64::MAX; MOST_WORDS];
