//! Places where a vehicle never blocks another one.
//!
//! A vehicle's *reach* is every cell it covers at some position between its earliest and its latest. A place is
//! secluded if none of its cells lies in the reach of another vehicle. That is fixed per instance; it
//! leaves out nothing that can happen and may count as reachable what the other vehicles never allow.

use super::layout::StaticLayout;

/// Whether no other vehicle can ever come to where `vehicle` stands when at `position`.
pub fn is_secluded(layout: &StaticLayout, vehicle: usize, position: u8) -> bool {
    let fixed = &layout.vehicles()[vehicle];
    // The vehicle itself is one visitor of each of its cells.
    (position..position + fixed.length).all(|offset| layout.visitors(fixed.cell(offset)) == 1)
}
