//! The lane: who stands between the target and the exit, and how far it is.

use super::layout::{Occupancy, StaticLayout};

/// Cells between the target's front and the exit.
#[inline]
pub fn distance(layout: &StaticLayout, target_position: u8) -> u32 {
    u32::from(target_position.abs_diff(layout.exit()))
}

/// Vehicles between the target and the exit, given the cells of its line taken by crossing vehicles.
///
/// A crossing vehicle takes one cell of the lane. Vehicles of the target's own line ahead of it count one each; they
/// can never get out of the way, so the board has no solution then. Walls do not count.
#[inline]
pub fn blockers(layout: &StaticLayout, target_position: u8, crossing_vehicles: u16) -> u32 {
    let target = &layout.vehicles()[layout.target()];
    let ahead = if layout.exit_high() {
        crossing_vehicles.checked_shr(u32::from(target_position + target.length)).unwrap_or(0)
    } else {
        crossing_vehicles & ((1u16 << target_position) - 1)
    };
    ahead.count_ones() + layout.ahead_for_good()
}

/// [`blockers`] and one move of the target, unless it is at the exit.
#[inline]
pub fn blocking(layout: &StaticLayout, target_position: u8, crossing_vehicles: u16) -> u32 {
    if target_position == layout.exit() {
        0
    } else {
        1 + blockers(layout, target_position, crossing_vehicles)
    }
}

/// The blockers from the target's front to the exit, each once.
pub fn each_blocker<'a>(
    layout: &'a StaticLayout,
    occupancy: &'a Occupancy,
) -> impl Iterator<Item = usize> + 'a {
    let target = &layout.vehicles()[layout.target()];
    let mut last = None;
    layout.ahead(occupancy.position(layout.target())).filter_map(move |offset| {
        let found = occupancy.vehicle_at(target.cell(offset));
        let new = found.filter(|_| found != last);
        last = found;
        new
    })
}

/// Per blocker 1, or 2 if it cannot move at all now.
///
/// Not a lower bound: one move can free two blockers.
pub fn blockers_stuck(layout: &StaticLayout, occupancy: &Occupancy) -> u32 {
    each_blocker(layout, occupancy)
        .map(|v| if super::mobility::is_free(layout, occupancy, v) { 1 } else { 2 })
        .sum()
}
