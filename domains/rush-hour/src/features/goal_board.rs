//! The deduced goal board: where the vehicles might stand when the target leaves.
//!
//! Published work measures the distance to a goal board deduced from the present one, without saying how
//! it is deduced. The rule used here:
//!
//! 1. The target stands at the exit. Its present cells and its whole lane ahead are *kept free*.
//! 2. The blockers, from the target's front to the exit, are asked to leave the lane.
//! 3. A vehicle asked to leave a cell goes to the nearest position off it, low or high, that its
//!    line has room for and that covers nothing kept free; the nearer of the two, low if equal. If there is none,
//!    it stays. The cells of its new place are kept free from then on.
//! 4. Vehicles in its way are asked in turn, from the nearest cell on: a crossing one only if it stands on a cell of
//!    the new place, to leave that cell; one of the same line to go on in the same direction as far as needed.
//! 5. Requests are served first come, first served, and a vehicle is placed once; later requests to it are ignored.
//!
//! `goal_distance` is the sum of the cells between each vehicle and its place. `hybrid` adds, for each vehicle, the
//! number of vehicles that stand in the cells it would cross.

use super::lane::each_blocker;
use super::layout::{Fixed, MAX_VEHICLES, Occupancy, StaticLayout};

/// Buffers for deducing a goal board.
pub struct Buffers {
    requests: [Request; MAX_VEHICLES],
    kept_free: [u16; 16],
}

impl Default for Buffers {
    fn default() -> Self {
        Self { requests: [Request { vehicle: 0, ask: Ask::Leave(0) }; MAX_VEHICLES], kept_free: [0; 16] }
    }
}

#[derive(Clone, Copy)]
struct Request {
    vehicle: u8,
    ask: Ask,
}

#[derive(Clone, Copy)]
enum Ask {
    /// Leave this offset of the line.
    Leave(u8),
    /// Have the whole vehicle end before this offset.
    EndBefore(u8),
    /// Have the whole vehicle begin at this offset or later.
    BeginAt(u8),
}

/// Distance of all vehicles to their places, and how many vehicles they would have to cross.
pub struct Totals {
    /// `goal_distance`.
    pub distance: u32,
    /// What `hybrid` adds.
    pub in_the_way: u32,
}

/// Deduces the goal board and measures the way to it.
#[inline]
pub fn measure(layout: &StaticLayout, occupancy: &Occupancy, plan: &mut Buffers) -> Totals {
    each_place(layout, occupancy, plan, |_, _| {})
}

/// The same, telling the place of the target and of every vehicle that was asked to leave its own.
#[inline]
pub fn each_place(
    layout: &StaticLayout,
    occupancy: &Occupancy,
    plan: &mut Buffers,
    mut tell: impl FnMut(usize, u8),
) -> Totals {
    let target = layout.target();
    let lane = layout.vehicles()[target];
    let here = occupancy.position(target);
    let mut totals = Totals { distance: u32::from(here.abs_diff(layout.exit())), in_the_way: 0 };
    tell(target, layout.exit());
    plan.kept_free = [0; 16];
    for offset in layout.ahead(here).chain(here..here + lane.length) {
        keep(&mut plan.kept_free, &lane, offset);
    }

    // A vehicle asked once is never asked again, so the requests fit the buffer.
    let mut asked = 1u128 << target;
    let mut count = 0;
    for blocker in each_blocker(layout, occupancy) {
        totals.in_the_way += 1;
        if layout.vehicles()[blocker].horizontal != lane.horizontal {
            request(plan, &mut count, &mut asked, blocker, Ask::Leave(lane.line));
        }
    }
    let mut served = 0;
    while served < count {
        let Request { vehicle, ask } = plan.requests[served];
        served += 1;
        let vehicle = usize::from(vehicle);
        let fixed = layout.vehicles()[vehicle];
        let here = occupancy.position(vehicle);
        let Some(place) = place(&fixed, here, ask, &plan.kept_free) else { continue };
        totals.distance += u32::from(here.abs_diff(place));
        tell(vehicle, place);
        for offset in place..place + fixed.length {
            keep(&mut plan.kept_free, &fixed, offset);
        }
        let low = place < here;
        let crossed = if low { place..here } else { here + fixed.length..place + fixed.length };
        let mut last = None;
        for step in 0..crossed.end - crossed.start {
            let offset = if low { crossed.end - 1 - step } else { crossed.start + step };
            let found = occupancy.vehicle_at(fixed.cell(offset));
            let Some(other) = found.filter(|_| found != last) else { continue };
            last = found;
            totals.in_the_way += 1;
            if layout.vehicles()[other].horizontal == fixed.horizontal {
                let ask = if low { Ask::EndBefore(place) } else { Ask::BeginAt(place + fixed.length) };
                request(plan, &mut count, &mut asked, other, ask);
            } else if (place..place + fixed.length).contains(&offset) {
                request(plan, &mut count, &mut asked, other, Ask::Leave(fixed.line));
            }
        }
    }
    totals
}

fn request(plan: &mut Buffers, count: &mut usize, asked: &mut u128, vehicle: usize, ask: Ask) {
    if *asked >> vehicle & 1 == 0 {
        *asked |= 1 << vehicle;
        plan.requests[*count] = Request { vehicle: vehicle as u8, ask };
        *count += 1;
    }
}

fn keep(kept_free: &mut [u16; 16], fixed: &Fixed, offset: u8) {
    let (row, column) = if fixed.horizontal { (fixed.line, offset) } else { (offset, fixed.line) };
    kept_free[usize::from(row & 15)] |= 1 << column;
}

fn place(fixed: &Fixed, here: u8, ask: Ask, kept_free: &[u16; 16]) -> Option<u8> {
    let free = |position: &u8| {
        (*position..position + fixed.length).all(|offset| {
            let (row, column) = if fixed.horizontal { (fixed.line, offset) } else { (offset, fixed.line) };
            kept_free[usize::from(row & 15)] >> column & 1 == 0
        })
    };
    // Highest acceptable position on the low side, lowest on the high side.
    let (low, high) = match ask {
        Ask::Leave(offset) => (fixed.below(offset), fixed.above(offset)),
        Ask::EndBefore(offset) => (offset.checked_sub(fixed.length), None),
        Ask::BeginAt(offset) => (None, Some(offset)),
    };
    let low = low.and_then(|low| (fixed.earliest..=low).rev().find(free));
    let high = high.and_then(|high| (high..=fixed.latest).find(free));
    match (low, high) {
        (Some(low), Some(high)) if here.abs_diff(high) < here.abs_diff(low) => Some(high),
        (Some(low), _) => Some(low),
        (None, high) => high,
    }
}
