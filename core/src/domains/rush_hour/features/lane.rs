//! The lane: who stands between the target and the exit, and how far it is.

use super::lot::{Lot, Parked};

/// Cells between the target's front and the exit.
#[inline]
pub fn distance(lot: &Lot, target_position: u8) -> u32 {
    u32::from(target_position.abs_diff(lot.exit()))
}

/// Vehicles between the target and the exit, given the cells of its line taken by crossing vehicles.
///
/// A crossing vehicle takes one cell of the lane. Vehicles of the target's own line ahead of it count one each; they
/// can never get out of the way, so the board has no solution then. Walls do not count.
#[inline]
pub fn blockers(lot: &Lot, target_position: u8, crossing_vehicles: u16) -> u32 {
    let target = &lot.vehicles()[lot.target()];
    let ahead = if lot.exit_high() {
        crossing_vehicles.checked_shr(u32::from(target_position + target.length)).unwrap_or(0)
    } else {
        crossing_vehicles & ((1u16 << target_position) - 1)
    };
    ahead.count_ones() + lot.ahead_for_good()
}

/// [`blockers`] and one move of the target, unless it is at the exit.
#[inline]
pub fn blocking(lot: &Lot, target_position: u8, crossing_vehicles: u16) -> u32 {
    if target_position == lot.exit() { 0 } else { 1 + blockers(lot, target_position, crossing_vehicles) }
}

/// The blockers from the target's front to the exit, each once.
pub fn each_blocker<'a>(lot: &'a Lot, parked: &'a Parked) -> impl Iterator<Item = usize> + 'a {
    let target = &lot.vehicles()[lot.target()];
    let mut last = None;
    lot.ahead(parked.position(lot.target())).filter_map(move |offset| {
        let found = parked.vehicle_at(target.cell(offset));
        let new = found.filter(|_| found != last);
        last = found;
        new
    })
}

/// Per blocker 1, or 2 if it cannot move at all now.
///
/// Not a lower bound: one move can free two blockers.
pub fn blockers_stuck(lot: &Lot, parked: &Parked) -> u32 {
    each_blocker(lot, parked).map(|v| if super::mobility::is_free(lot, parked, v) { 1 } else { 2 }).sum()
}
