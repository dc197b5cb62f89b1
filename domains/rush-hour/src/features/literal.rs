//! `advanced_literal` and `advanced_distance_literal`: the published counts, as the program of their authors computes them.
//!
//! [`two_sided`](super::two_sided) is a reading of the published words. The program counts otherwise:
//!
//! - All directions of all vehicles share one list of counted vehicles, also those that are not taken. A blocker of the target is
//!   counted though another blocker's recursion has listed it.
//! - For each unlisted vehicle of its line that a vehicle may meet, the cheaper direction is added; the other direction costs
//!   nothing if the board has room there. So blockers on one side count only where the board ends on the other.
//! - A crossing vehicle next to the high end of the one that must move is in neither direction.
//! - `advanced_literal` begins with 1 for the target's own move. `advanced_distance_literal` begins with the distance and adds 1 for
//!   each blocker of the target.
//!
//! The program tries vehicles in the order of its input file; the order here is that of the lines, which no move changes. Where the
//! board has room in neither direction the program's sum overflows; here nothing is added. Neither count is admissible.

use super::lane::distance;
use super::layout::{Fixed, Occupancy, StaticLayout};

/// The sum that is published as "Advanced"; 0 when the target is at the exit.
pub fn advanced(layout: &StaticLayout, occupancy: &Occupancy) -> u32 {
    counted(layout, occupancy).map_or(0, |(_, sum)| 1 + sum)
}

/// The sum that is published as "AdvancedDistance"; 0 when the target is at the exit.
pub fn advanced_distance(layout: &StaticLayout, occupancy: &Occupancy) -> u32 {
    let away = distance(layout, occupancy.position(layout.target()));
    counted(layout, occupancy).map_or(0, |(blockers, sum)| away + blockers + sum)
}

/// The blockers of the target, and the sum of their counts.
fn counted(layout: &StaticLayout, occupancy: &Occupancy) -> Option<(u32, u32)> {
    let (target, start) = (layout.target(), occupancy.position(layout.target()));
    if start == layout.exit() {
        return None;
    }
    let lane = layout.vehicles()[target];
    let mut count = Count { layout, occupancy, listed: 1 << target };
    let (mut blockers, mut sum) = (0, 0);
    for &vehicle in layout.by_line() {
        let one = layout.vehicles()[vehicle];
        let is_ahead = if layout.exit_high() { one.line >= start + lane.length } else { one.line < start };
        if one.horizontal != lane.horizontal && is_ahead && count.is_in_line_of(&lane, vehicle) {
            blockers += 1;
            sum += count.moves(vehicle, count.room(&lane, vehicle));
        }
    }
    Some((blockers, sum))
}

/// Cells that a vehicle needs on either side.
#[derive(Clone, Copy)]
struct Room {
    high: i32,
    low: i32,
}

struct Count<'a> {
    layout: &'a StaticLayout,
    occupancy: &'a Occupancy,
    /// Vehicles that are counted already, and the target.
    listed: u128,
}

impl Count<'_> {
    /// Moves that make room for a vehicle, its own included.
    fn moves(&mut self, vehicle: usize, need: Room) -> u32 {
        self.listed |= 1 << vehicle;
        let layout = self.layout;
        let own = layout.vehicles()[vehicle];
        let start = i32::from(self.occupancy.position(vehicle));
        let end = start + i32::from(own.length);
        let mut sum = 1;
        for &other in layout.by_line() {
            if self.listed >> other & 1 == 1 || !self.is_in_line_of(&own, other) {
                continue;
            }
            let there = layout.vehicles()[other];
            let shares = there.horizontal == own.horizontal;
            let position = i32::from(self.occupancy.position(other));
            // The cells of the line that it covers.
            let (from, to) = if shares {
                (position, position + i32::from(there.length))
            } else {
                (i32::from(there.line), i32::from(there.line) + 1)
            };
            let room = if shares { need } else { self.room(&own, other) };
            let high = if from > if shares { start } else { end } {
                Some(if need.high > (end - from).abs() { self.moves(other, room) } else { 0 })
            } else {
                (end + need.high <= i32::from(layout.cells(own.horizontal))).then_some(0)
            };
            let low = if from < if shares { start } else { end } {
                Some(if need.low > (start - to).abs() { self.moves(other, room) } else { 0 })
            } else {
                (start >= need.low).then_some(0)
            };
            sum += high.into_iter().chain(low).min().unwrap_or(0);
        }
        sum
    }

    /// Whether a vehicle covers cells of another's line.
    fn is_in_line_of(&self, own: &Fixed, other: usize) -> bool {
        let there = self.layout.vehicles()[other];
        if there.horizontal == own.horizontal {
            return there.line == own.line;
        }
        let position = self.occupancy.position(other);
        (position..position + there.length).contains(&own.line)
    }

    /// What a crossing vehicle needs to leave a line.
    fn room(&self, own: &Fixed, crossing: usize) -> Room {
        let (line, position) = (i32::from(own.line), i32::from(self.occupancy.position(crossing)));
        let length = i32::from(self.layout.vehicles()[crossing].length);
        Room { high: (line - position).abs() + 1, low: (line - position - length).abs() }
    }
}
