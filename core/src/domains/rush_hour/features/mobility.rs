//! Who can move now.

use super::super::lines::Metric;
use super::lot::{EMPTY, Fixed, Lot, Parked};

/// Whether a vehicle can move at all: a cell next to either end is empty.
#[inline]
pub fn is_free(lot: &Lot, parked: &Parked, vehicle: usize) -> bool {
    let fixed = &lot.vehicles()[vehicle];
    let position = parked.position(vehicle);
    let empty = |offset| parked.at(fixed.cell(offset)) == EMPTY;
    (position > fixed.earliest && empty(position - 1))
        || (position < fixed.latest && empty(position + fixed.length))
}

/// How many vehicles can move.
pub fn free_vehicles(lot: &Lot, parked: &Parked) -> u32 {
    (0..lot.vehicles().len()).filter(|&vehicle| is_free(lot, parked, vehicle)).count() as u32
}

/// No state has more legal moves: as many as there are other positions for a vehicle, or two with steps.
pub fn most_moves(lot: &Lot, metric: Metric) -> u32 {
    match metric {
        Metric::Slides => lot.spans(),
        Metric::Steps => lot.vehicles().iter().map(|fixed: &Fixed| fixed.span().min(2)).sum(),
    }
}
