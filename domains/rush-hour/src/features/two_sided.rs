//! `blockers_two_sided`: the recursive blocker count as it is usually written.
//!
//! The published "advanced" heuristic counts the blockers of the target, the blockers of these, and so
//! on, takes for each vehicle the cheaper of its two directions, and keeps a list of vehicles already
//! counted. The rule used here, where the published description leaves choices open:
//!
//! - The count begins with 1 for the target's own move; the target counts as listed.
//! - Blockers are taken from the target's front towards the exit, and share one list.
//! - A vehicle on the list costs nothing more. Any other is put on it and costs 1 plus the cheaper of:
//!   moving low, moving high, just far enough to leave the cell it is asked to leave. A direction without room
//!   (its earliest or latest position) is left out; with neither, nothing is added. At equal cost low is taken.
//! - A direction costs what the vehicles in the cells it crosses cost, from the nearest on. A crossing vehicle is
//!   asked to leave that cell; one of the same line is pushed on in the same direction.
//! - Each direction continues with its own copy of the list; the list of the one taken is kept.
//! - After [`MAX_VISITS`] vehicles have been looked at, further ones cost 1 and are not followed.
//!
//! It is not admissible: the list depends on the order, and the cheaper direction of one vehicle need not
//! be the one that shares most with the next. [`blockers_deep`](super::deep) does the same soundly.

use super::lane::each_blocker;
use super::layout::{Occupancy, StaticLayout};

/// Vehicles looked at before the count stops following new ones.
pub const MAX_VISITS: u32 = 4096;

/// The count; 0 when the target is at the exit.
pub fn blockers_two_sided(layout: &StaticLayout, occupancy: &Occupancy) -> u32 {
    if occupancy.position(layout.target()) == layout.exit() {
        return 0;
    }
    let mut count = Count { layout, occupancy, visits: 0 };
    let mut listed = 1u128 << layout.target();
    let lane = layout.vehicles()[layout.target()];
    let mut sum = 1;
    for blocker in each_blocker(layout, occupancy) {
        let shares = layout.vehicles()[blocker].horizontal == lane.horizontal;
        // No vehicle of the target's own line can leave it; such a vehicle counts itself only.
        let ask = if shares { Ask::Nothing } else { Ask::Leave(lane.line) };
        sum += count.price(blocker, ask, &mut listed);
    }
    sum
}

/// What is wanted of a vehicle.
#[derive(Clone, Copy)]
enum Ask {
    Leave(u8),
    Low(Option<u8>),
    High(u8),
    Nothing,
}

struct Count<'a> {
    layout: &'a StaticLayout,
    occupancy: &'a Occupancy,
    visits: u32,
}

impl Count<'_> {
    fn price(&mut self, vehicle: usize, ask: Ask, listed: &mut u128) -> u32 {
        if *listed >> vehicle & 1 == 1 {
            return 0;
        }
        *listed |= 1 << vehicle;
        self.visits += 1;
        if self.visits > MAX_VISITS {
            return 1;
        }
        let fixed = &self.layout.vehicles()[vehicle];
        let (low, high) = match ask {
            Ask::Leave(offset) => (fixed.below(offset), fixed.above(offset)),
            Ask::Low(to) => (to.filter(|&to| to >= fixed.earliest), None),
            Ask::High(to) => (None, Some(to).filter(|&to| to <= fixed.latest)),
            Ask::Nothing => (None, None),
        };
        let mut low_list = *listed;
        let low = low.map(|to| self.low(vehicle, to, &mut low_list));
        let mut high_list = *listed;
        let high = high.map(|to| self.high(vehicle, to, &mut high_list));
        let (more, list) = match (low, high) {
            (Some(low), Some(high)) if high < low => (high, high_list),
            (Some(low), _) => (low, low_list),
            (None, Some(high)) => (high, high_list),
            (None, None) => (0, *listed),
        };
        *listed = list;
        1 + more
    }

    fn low(&mut self, vehicle: usize, to: u8, listed: &mut u128) -> u32 {
        let fixed = self.layout.vehicles()[vehicle];
        let mut sum = 0;
        for offset in (to..self.occupancy.position(vehicle)).rev() {
            if let Some(other) = self.occupancy.vehicle_at(fixed.cell(offset)) {
                let there = &self.layout.vehicles()[other];
                let crosses = there.horizontal != fixed.horizontal;
                let ask =
                    if crosses { Ask::Leave(fixed.line) } else { Ask::Low(to.checked_sub(there.length)) };
                sum += self.price(other, ask, listed);
            }
        }
        sum
    }

    fn high(&mut self, vehicle: usize, to: u8, listed: &mut u128) -> u32 {
        let fixed = self.layout.vehicles()[vehicle];
        let mut sum = 0;
        for offset in self.occupancy.position(vehicle) + fixed.length..to + fixed.length {
            if let Some(other) = self.occupancy.vehicle_at(fixed.cell(offset)) {
                let crosses = self.layout.vehicles()[other].horizontal != fixed.horizontal;
                let ask = if crosses { Ask::Leave(fixed.line) } else { Ask::High(to + fixed.length) };
                sum += self.price(other, ask, listed);
            }
        }
        sum
    }
}
