//! What the features of Rush Hour measure, one file per larger idea; `feature_table` lists them.
//!
//! | file | idea |
//! |---|---|
//! | [`lane`] | who stands between the target and the exit |
//! | [`deep`] | our lower bound: the moves of all who must move |
//! | [`two_sided`] | the recursive blocker count as usually written |
//! | [`literal`] | the published counts as their program computes them |
//! | [`goal_board`] | a deduced goal board and the way there |
//! | [`votes`] | blockers vote for those who must give way |
//! | [`mobility`] | who can move now |
//! | [`secluded`] | places that no other vehicle can reach |
//! | [`layout`] | what all of them look at |
//!
//! To add a feature, write a function over [`StaticLayout`] and [`Occupancy`] and give it a row in
//! [`RushHour::FEATURES`](super::problem::RushHour::FEATURES); say in which metrics it is admissible and consistent only if that is proved.

pub mod deep;
pub mod goal_board;
pub mod lane;
pub mod layout;
pub mod literal;
pub mod mobility;
pub mod secluded;
#[cfg(test)]
mod tests;
pub mod two_sided;
pub mod votes;

use self::deep::{Slides, Steps};
use self::layout::{MAX_VEHICLES, Occupancy, StaticLayout};
use super::board::Board;
use super::lines::Metric;

/// What the features need to know about an instance.
#[derive(Debug, Clone)]
pub struct Facts {
    pub(super) layout: StaticLayout,
    pub(super) deep_cap: u32,
    pub(super) max_moves: u32,
}

impl Facts {
    /// The facts of a board, counted in that metric.
    pub fn new(board: &Board, metric: Metric) -> Self {
        let layout = StaticLayout::new(board);
        let deep_cap = match metric {
            Metric::Slides => deep::cap::<Slides>(&layout),
            Metric::Steps => deep::cap::<Steps>(&layout),
        };
        Self { deep_cap, max_moves: mobility::max_moves(&layout, metric), layout }
    }
}

/// Buffers of the features.
pub struct Scratch {
    pub(super) occupancy: Occupancy,
    /// The state that `occupancy` spells out.
    pub(super) occupancy_of: [u64; MAX_WORDS],
    pub(super) plan: goal_board::Buffers,
    pub(super) tally: [u8; MAX_VEHICLES],
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            occupancy: Occupancy::default(),
            occupancy_of: NOTHING_OCCUPIED,
            plan: goal_board::Buffers::default(),
            tally: [0; MAX_VEHICLES],
        }
    }
}

/// Most words of a state.
pub(super) const MAX_WORDS: usize = 5;
/// No state has these numbers.
pub(super) const NOTHING_OCCUPIED: [u64; MAX_WORDS] = [u64::MAX; MAX_WORDS];
