//! `blockers_deep`: how many moves the vehicles that must move need at least.
//!
//! The recursive blocker count, done soundly. If the target is to reach the exit, every vehicle in its
//! lane must at some time have left it. To leave, it goes far enough to one side or the other, and
//! the vehicles in the cells it crosses must at some time have left these, and so on. Any one chain of
//! such choices may be wrong, but some consistent set of them is what a solution really does, so
//! the cheapest consistent set costs no more than any solution.
//!
//! # The bound
//!
//! Fix a state. A *sweep* gives every vehicle v an interval [low(v), high(v)] of positions that contains its
//! present position p(v). It is *closed* if
//!
//! 1. the target's interval contains the exit position;
//! 2. no interval exceeds what walls and the vehicles of its own line leave possible for ever;
//! 3. if v's interval takes it over a cell where w ≠ v stands now, then w's interval contains a
//!    position at which w is off that cell. If w shares v's line, it must be off it on the far side:
//!    far enough for v to stand where its interval ends. If w is the target and can only get off the cell
//!    forwards, it must do so at a position before the exit.
//!
//! Its cost is the sum over vehicles of the least cost of visiting both ends of the interval: in slides, one for each
//! end that is not p(v); in steps, with a = p − low and b = high − p, a + b + min(a, b). The target ends at
//! the exit: in steps it pays its distance and twice what it goes backwards; in slides it pays 1, or 2 if it goes
//! backwards or if (3) applied to it at all, as another vehicle then crosses its cells before it leaves for good.
//! The feature is the least cost of a closed sweep; 0 at a goal. A branch and bound finds it exactly: (3) leaves at most
//! two ways, and all that is forced is drawn in before it branches.
//!
//! # It never overestimates
//!
//! Take a solution and let v's interval be the positions v takes in it, with the target's first
//! arrival at the exit as the end. (1) and (2) are plain. For (3): when v first covers the cell, w is not on it,
//! so w took a position off the cell; vehicles of one line cannot pass each other, so w was then beyond v, and it is also
//! beyond v when v stands at the end of its interval. If w is the target, this happened before the end, at
//! a position other than the exit. So the sweep is closed. Each vehicle pays no more than it moved: a vehicle that takes
//! positions on both sides of p(v) makes a slide in each direction. If (3) applied to the target, then
//! it moved before v crossed the cell and again at the end, since the last move of a shortest solution
//! is the target's: 2 slides. ∎
//!
//! # It is consistent
//!
//! Let one action take v from p to q and let S' be a cheapest closed sweep after it. Before it, take the same
//! intervals but for v the hull of its interval and p. It is closed: the cells between p and q were
//! free, so v adds no demand; a demand on v because it stands at p is met by q. (For the target, q is
//! not the exit unless the action solves the puzzle, when the sweep of the target alone has the action's cost.)
//! Only v's cost changes, by no more than the action's cost: moving to q and then visiting the ends of its interval in S'
//! visits the ends of the hull. In slides the target, too, pays at most one more: between 1 and 2. Actions are
//! reversible, so the difference is bounded both ways. ∎
//!
//! # It dominates `blocking`
//!
//! Vehicles in the lane are all drawn in by (3) and pay at least 1 each, as does the target. In steps it
//! also dominates `distance_blockers`.
//!
//! # Limits
//!
//! The least cost is cut off at a constant of the instance, since the number of branches can double with
//! every vehicle drawn in. With up to [`UNCAPPED`] vehicles the constant is what all vehicles together can cost, so it
//! cuts off nothing; above, it is [`Measure::CAP`]. A minimum with a constant and a maximum with `blocking` keep both
//! properties. Where no closed sweep exists the board has no solution and the value is that constant.

use std::marker::PhantomData;

use super::layout::{Fixed, Occupancy, StaticLayout};

/// Most vehicles for which the cheapest sweep is found at any cost.
pub const UNCAPPED: usize = 32;

/// What an action is counted in.
pub trait Measure {
    /// Where the search for the cheapest sweep stops on boards with more than [`UNCAPPED`] vehicles.
    const CAP: u32;
    /// Cost for a vehicle to visit the positions `low` and `high` cells away on either side.
    fn visit(low: u8, high: u8) -> u32;
    /// Cost for the target to reach the exit `ahead` cells away after going `back` cells backwards, when it
    /// has to make way for another vehicle or not.
    fn leave(ahead: u8, back: u8, makes_way: bool) -> u32;
}

/// Any distance in one direction is one action.
pub enum Slides {}
/// Each cell is one action.
pub enum Steps {}

impl Measure for Slides {
    const CAP: u32 = 24;
    #[inline]
    fn visit(low: u8, high: u8) -> u32 {
        u32::from(low > 0) + u32::from(high > 0)
    }
    #[inline]
    fn leave(_ahead: u8, back: u8, makes_way: bool) -> u32 {
        1 + u32::from(makes_way || back > 0)
    }
}

impl Measure for Steps {
    const CAP: u32 = 40;
    #[inline]
    fn visit(low: u8, high: u8) -> u32 {
        u32::from(low) + u32::from(high) + u32::from(low.min(high))
    }
    #[inline]
    fn leave(ahead: u8, back: u8, _makes_way: bool) -> u32 {
        u32::from(ahead) + 2 * u32::from(back)
    }
}

/// The cut-off of an instance, which is also the largest value unless `blocking` is larger.
pub fn cap<M: Measure>(layout: &StaticLayout) -> u32 {
    let mut sum = 0;
    for (v, fixed) in layout.vehicles().iter().enumerate() {
        let span = fixed.span() as u8;
        sum += if v == layout.target() {
            M::leave(layout.max_distance() as u8, span, true)
        } else {
            (0..=span).map(|low| M::visit(low, span - low)).max().unwrap_or(0)
        };
    }
    if layout.vehicles().len() <= UNCAPPED { sum } else { sum.min(M::CAP) }
}

/// The least cost of a closed sweep, given the instance's [`cap`] and the value of `blocking`.
#[inline]
pub fn blockers_deep<M: Measure>(
    layout: &StaticLayout,
    occupancy: &Occupancy,
    cap: u32,
    blocking: u32,
) -> u32 {
    if occupancy.position(layout.target()) == layout.exit() {
        return 0;
    }
    // An empty lane involves no further vehicle; the target's way may still be walled off.
    let target = &layout.vehicles()[layout.target()];
    if blocking == 1 && (target.earliest..=target.latest).contains(&layout.exit()) {
        return M::leave(occupancy.position(layout.target()).abs_diff(layout.exit()), 0, false);
    }
    // A sweep is copied at every branch, so small boards get small ones.
    let cheapest = match layout.vehicles().len() {
        0..=16 => cheapest::<M, 16>(layout, occupancy, cap),
        17..=32 => cheapest::<M, 32>(layout, occupancy, cap),
        _ => cheapest::<M, 128>(layout, occupancy, cap),
    };
    cheapest.max(blocking)
}

fn cheapest<M: Measure, const N: usize>(layout: &StaticLayout, occupancy: &Occupancy, cap: u32) -> u32 {
    let target = layout.target();
    let mut sweep =
        Sweep::<N> { low: [0; N], high: [0; N], clear: [0; N], open: 0, makes_way: false, cost: 0 };
    for v in 0..layout.vehicles().len() {
        sweep.low[v % N] = occupancy.position(v);
        sweep.high[v % N] = occupancy.position(v);
    }
    let mut search = Search::<M, N> {
        layout,
        vehicles: layout.vehicles(),
        occupancy,
        target,
        best: cap,
        measure: PhantomData,
    };
    sweep.cost = search.price(&sweep, target);
    let end = layout.exit();
    let drawn = if layout.exit_high() {
        search.draw_high(&mut sweep, target, end)
    } else {
        search.draw_low(&mut sweep, target, end)
    };
    if drawn {
        search.close(sweep);
    }
    search.best
}

/// A sweep in the making.
#[derive(Clone, Copy)]
struct Sweep<const N: usize> {
    low: [u8; N],
    high: [u8; N],
    /// Per vehicle, the offsets along its line that it has to leave at some time.
    clear: [u16; N],
    /// Vehicles with offsets to leave that may not be met yet.
    open: u128,
    /// Some vehicle has to cross the target's present cells.
    makes_way: bool,
    /// Cost of all vehicles drawn in so far; 1 for one whose direction is still open.
    cost: u32,
}

struct Search<'a, M, const N: usize> {
    layout: &'a StaticLayout,
    vehicles: &'a [Fixed],
    occupancy: &'a Occupancy,
    target: usize,
    /// Cost of the cheapest closed sweep known, or the cap.
    best: u32,
    measure: PhantomData<M>,
}

impl<M: Measure, const N: usize> Search<'_, M, N> {
    /// What one vehicle pays in a sweep.
    #[inline]
    fn price(&self, sweep: &Sweep<N>, v: usize) -> u32 {
        let here = self.occupancy.position(v);
        let (low, high) = (here - sweep.low[v % N], sweep.high[v % N] - here);
        if v == self.target {
            let back = if self.layout.exit_high() { low } else { high };
            M::leave(here.abs_diff(self.layout.exit()), back, sweep.makes_way)
        } else {
            M::visit(low, high).max(u32::from(sweep.clear[v % N] != 0))
        }
    }

    /// Extends v's interval down to `to` and adds the vehicles there; false if that is impossible.
    fn draw_low(&self, sweep: &mut Sweep<N>, v: usize, to: u8) -> bool {
        let fixed = &self.vehicles[v];
        let from = sweep.low[v % N];
        if from <= to {
            return true;
        }
        if to < fixed.earliest {
            return false;
        }
        let before = self.price(sweep, v);
        sweep.low[v % N] = to;
        sweep.cost = sweep.cost + self.price(sweep, v) - before;
        for offset in (to..from).rev() {
            let Some(w) = self.occupancy.vehicle_at(fixed.cell(offset)) else { continue };
            let other = &self.vehicles[w];
            let drawn = if other.horizontal != fixed.horizontal {
                self.draw_off(sweep, w, fixed.line)
            } else {
                to >= other.length
                    && self.let_through(sweep, w, to - other.length, false)
                    && self.draw_low(sweep, w, to - other.length)
            };
            if !drawn {
                return false;
            }
        }
        true
    }

    /// Extends v's interval up to `to` and adds the vehicles there; false if that is impossible.
    fn draw_high(&self, sweep: &mut Sweep<N>, v: usize, to: u8) -> bool {
        let fixed = &self.vehicles[v];
        let from = sweep.high[v % N];
        if from >= to {
            return true;
        }
        if to > fixed.latest {
            return false;
        }
        let before = self.price(sweep, v);
        sweep.high[v % N] = to;
        sweep.cost = sweep.cost + self.price(sweep, v) - before;
        for offset in from + fixed.length..to + fixed.length {
            let Some(w) = self.occupancy.vehicle_at(fixed.cell(offset)) else { continue };
            let other = &self.vehicles[w];
            let drawn = if other.horizontal != fixed.horizontal {
                self.draw_off(sweep, w, fixed.line)
            } else {
                let beyond = to + fixed.length;
                self.let_through(sweep, w, beyond, true) && self.draw_high(sweep, w, beyond)
            };
            if !drawn {
                return false;
            }
        }
        true
    }

    /// Notes that the target, if w is the target, has to make way by going to `to`, low or high. It can do
    /// so forwards only short of the exit, where the puzzle is over.
    #[inline]
    fn let_through(&self, sweep: &mut Sweep<N>, w: usize, to: u8, high: bool) -> bool {
        if w != self.target {
            return true;
        }
        self.make_way(sweep);
        high != self.layout.exit_high()
            || if high { to < self.layout.exit() } else { to > self.layout.exit() }
    }

    #[inline]
    fn make_way(&self, sweep: &mut Sweep<N>) {
        let before = self.price(sweep, self.target);
        sweep.makes_way = true;
        sweep.cost = sweep.cost + self.price(sweep, self.target) - before;
    }

    /// Has w leave `offset` of its line, to whichever side.
    #[inline]
    fn draw_off(&self, sweep: &mut Sweep<N>, w: usize, offset: u8) -> bool {
        let fixed = &self.vehicles[w];
        if w == self.target {
            self.make_way(sweep);
            let exit = self.layout.exit();
            return match (fixed.below(offset), fixed.above(offset)) {
                // Forwards and short of the exit costs nothing more: the target passes there anyway.
                (_, Some(above)) if self.layout.exit_high() && above < exit => true,
                (Some(below), _) if !self.layout.exit_high() && below > exit => true,
                (Some(below), _) if self.layout.exit_high() => self.draw_low(sweep, w, below),
                (_, Some(above)) if !self.layout.exit_high() => self.draw_high(sweep, w, above),
                _ => false,
            };
        }
        let before = self.price(sweep, w);
        sweep.clear[w % N] |= 1 << offset;
        sweep.cost = sweep.cost + self.price(sweep, w) - before;
        sweep.open |= 1 << w;
        true
    }

    /// The lowest offset that w must leave and does not leave in its present interval.
    #[inline]
    fn unmet(&self, sweep: &Sweep<N>, w: usize) -> Option<u8> {
        // Going up to `high` leaves all offsets below it, going down to `low` all from its end there on.
        let still = (1u32 << (sweep.low[w % N] + self.vehicles[w].length)) - 1;
        let unmet = u32::from(sweep.clear[w % N]) & still & !((1u32 << sweep.high[w % N]) - 1);
        (unmet != 0).then(|| unmet.trailing_zeros() as u8)
    }

    /// Draws in all that is forced, then tries both ways of the first vehicle that has two.
    fn close(&mut self, mut sweep: Sweep<N>) {
        let mut choice = None;
        let mut waiting = sweep.open;
        while waiting != 0 {
            if sweep.cost >= self.best {
                return;
            }
            let w = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let Some(offset) = self.unmet(&sweep, w) else {
                sweep.open &= !(1 << w);
                continue;
            };
            let fixed = &self.vehicles[w];
            let drawn = match (fixed.below(offset), fixed.above(offset)) {
                (Some(below), None) => self.draw_low(&mut sweep, w, below),
                (None, Some(above)) => self.draw_high(&mut sweep, w, above),
                (None, None) => false,
                (Some(below), Some(above)) => {
                    choice = choice.or(Some((w, below, above)));
                    continue;
                }
            };
            if !drawn {
                return;
            }
            // What was drawn in may be forced too, or settle the choice.
            waiting = sweep.open;
            choice = None;
        }
        if sweep.cost >= self.best {
            return;
        }
        let Some((w, below, above)) = choice else {
            self.best = sweep.cost;
            return;
        };
        let mut other = sweep;
        let low = self.draw_low(&mut sweep, w, below);
        let high = self.draw_high(&mut other, w, above);
        // The cheaper way first: it prunes more of the other.
        match (low, high) {
            (true, true) if sweep.cost <= other.cost => {
                self.close(sweep);
                self.close(other);
            }
            (true, true) => {
                self.close(other);
                self.close(sweep);
            }
            (true, false) => self.close(sweep),
            (false, true) => self.close(other),
            (false, false) => {}
        }
    }
}
