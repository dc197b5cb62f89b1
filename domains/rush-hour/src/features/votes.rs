//! `votes`: the blockers vote for those who would have to give way.
//!
//! In every round each blocker still in the lane looks both ways: which vehicles, among those not yet sent off, stand in the
//! cells it has to cross to leave the lane? It prefers the direction with fewer of them (low if equal;
//! a direction its line has no room for does not count). If no vehicle is in its way, or it has no direction at all, it
//! goes itself. Otherwise it gives one vote to each vehicle in its way. When no vehicle could go, the vehicle with
//! most votes (the lowest number if equal) is sent off the board. The value is the number of vehicles
//! that went or were sent off until the lane is free, and one for the target's own move.
//!
//! It is a greedy count, not a bound: a vehicle sent off is not asked where it goes.

use super::lane::each_blocker;
use super::layout::{MAX_VEHICLES, Occupancy, StaticLayout};

/// The count; 0 when the target is at the exit.
pub fn votes(layout: &StaticLayout, occupancy: &Occupancy, tally: &mut [u8; MAX_VEHICLES]) -> u32 {
    let target = layout.target();
    if occupancy.position(target) == layout.exit() {
        return 0;
    }
    let mut blockers = each_blocker(layout, occupancy).fold(0u128, |set, v| set | 1 << v);
    let mut gone = 0u128;
    let mut count = 1;
    while blockers != 0 {
        let mut someone_went = false;
        tally[..layout.vehicles().len()].fill(0);
        let mut voters = blockers;
        while voters != 0 {
            let v = voters.trailing_zeros() as usize;
            voters &= voters - 1;
            let obstacles = in_the_way(layout, occupancy, v, gone);
            if obstacles == 0 {
                blockers &= !(1 << v);
                gone |= 1 << v;
                count += 1;
                someone_went = true;
            }
            let mut rest = obstacles;
            while rest != 0 {
                tally[rest.trailing_zeros() as usize] += 1;
                rest &= rest - 1;
            }
        }
        if someone_went {
            continue;
        }
        // The first of those with most votes.
        let mut elected = 0;
        for v in 1..layout.vehicles().len() {
            if tally[v] > tally[elected] {
                elected = v;
            }
        }
        gone |= 1 << elected;
        blockers &= !(1 << elected);
        count += 1;
    }
    count
}

/// The vehicles not gone that stand where the blocker `v` has to cross, in the direction with fewer of them.
fn in_the_way(layout: &StaticLayout, occupancy: &Occupancy, v: usize, gone: u128) -> u128 {
    let lane = &layout.vehicles()[layout.target()];
    let fixed = &layout.vehicles()[v];
    if fixed.horizontal == lane.horizontal {
        return 0;
    }
    let here = occupancy.position(v);
    let standing = |from: u8, to: u8| {
        let found = (from..to).filter_map(|offset| occupancy.vehicle_at(fixed.cell(offset)));
        found.fold(0u128, |set, other| set | 1 << other) & !gone
    };
    let low = fixed.below(lane.line).map(|to| standing(to, here));
    let high = fixed.above(lane.line).map(|to| standing(here + fixed.length, to + fixed.length));
    match (low, high) {
        (Some(low), Some(high)) if high.count_ones() < low.count_ones() => high,
        (Some(low), _) => low,
        (None, high) => high.unwrap_or(0),
    }
}
