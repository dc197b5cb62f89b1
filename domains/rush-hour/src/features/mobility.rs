//! Who can move now.

use super::super::lines::Metric;
use super::layout::{EMPTY, Fixed, Occupancy, StaticLayout};

/// Whether a vehicle can move at all: a cell next to either end is empty.
#[inline]
pub fn is_free(layout: &StaticLayout, occupancy: &Occupancy, vehicle: usize) -> bool {
    let fixed = &layout.vehicles()[vehicle];
    let position = occupancy.position(vehicle);
    let empty = |offset| occupancy.at(fixed.cell(offset)) == EMPTY;
    (position > fixed.earliest && empty(position - 1))
        || (position < fixed.latest && empty(position + fixed.length))
}

/// How many vehicles can move.
pub fn free_vehicles(layout: &StaticLayout, occupancy: &Occupancy) -> u32 {
    (0..layout.vehicles().len()).filter(|&vehicle| is_free(layout, occupancy, vehicle)).count() as u32
}

/// No state has more legal moves: as many as there are other positions for a vehicle, or two with steps.
pub fn max_moves(layout: &StaticLayout, metric: Metric) -> u32 {
    match metric {
        Metric::Slides => layout.spans(),
        Metric::Steps => layout.vehicles().iter().map(|fixed: &Fixed| fixed.span().min(2)).sum(),
    }
}
