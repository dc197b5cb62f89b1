//! Moves between bins of an offline packing: an item into another bin, swaps of one item for one and of two for one.

use crate::packing::{Packing, Solution};
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Cost, Measure, MoveKind, Moves};
use unstuck_core::random::{RngExt, Stream};

/// One move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// An item goes into another bin.
    Shift {
        /// The item.
        item: u32,
        /// The bin.
        to: u32,
    },
    /// Two items of different bins change places.
    Swap {
        /// One item.
        one: u32,
        /// The other.
        other: u32,
    },
    /// Two items of one bin and one of another change places.
    TwoForOne {
        /// The items of the same bin.
        two: [u32; 2],
        /// The item of the other bin.
        one: u32,
    },
}

const KINDS: &[MoveKind] = &[
    MoveKind { name: "move", about: "an item into another bin" },
    MoveKind { name: "swap", about: "two items of different bins change places" },
    MoveKind { name: "two-for-one", about: "two items of a bin and one of another change places" },
];

/// What a move does: the two bins, and how much of the load of the first goes to the second.
struct Effect {
    from: usize,
    to: usize,
    shifted: i64,
}

impl<const ONLINE: bool> Packing<ONLINE> {
    fn size(&self, item: u32) -> i64 {
        self.items().sizes[item as usize].into()
    }

    fn effect(&self, solution: &Solution, change: Move) -> Effect {
        let home = |item: u32| solution.home[item as usize] as usize;
        match change {
            Move::Shift { item, to } => {
                Effect { from: home(item), to: to as usize, shifted: self.size(item) }
            }
            Move::Swap { one, other } => {
                Effect { from: home(one), to: home(other), shifted: self.size(one) - self.size(other) }
            }
            Move::TwoForOne { two: [first, second], one } => {
                let shifted = self.size(first) + self.size(second) - self.size(one);
                Effect { from: home(first), to: home(one), shifted }
            }
        }
    }

    /// Whether the bins are different and have room.
    fn is_possible(&self, solution: &Solution, change: Move) -> bool {
        let Effect { from, to, shifted } = self.effect(solution, change);
        let capacity = i64::from(self.items().capacity);
        let load = |bin: usize| i64::from(solution.loads[bin]);
        from != to && load(to) + shifted <= capacity && load(from) - shifted <= capacity
    }
}

/// Puts an item into another bin, which does not change the order of bins.
fn carry(solution: &mut Solution, item: u32, to: usize, size: u32) {
    let from = std::mem::replace(&mut solution.home[item as usize], to as u32) as usize;
    let place = solution.bins[from].iter().position(|&other| other == item);
    if let Some(place) = place {
        solution.bins[from].swap_remove(place);
    }
    solution.bins[to].push(item);
    solution.loads[from] -= size;
    solution.loads[to] += size;
}

/// Removes a bin if it is empty; the last one takes its place.
pub(crate) fn drop_empty(solution: &mut Solution, bin: usize) {
    if !solution.bins[bin].is_empty() {
        return;
    }
    solution.bins.swap_remove(bin);
    solution.loads.swap_remove(bin);
    if let Some(items) = solution.bins.get(bin) {
        items.iter().for_each(|&item| solution.home[item as usize] = bin as u32);
    }
}

impl<const ONLINE: bool> Moves for Packing<ONLINE> {
    type Move = Move;
    const KINDS: &'static [MoveKind] = if ONLINE { &[] } else { KINDS };

    fn propose(&self, kind: usize, solution: &Solution, random: &mut Stream) -> Option<Move> {
        let count = self.items().sizes.len() as u32;
        let item = random.random_range(0..count);
        let change = match kind {
            0 => Move::Shift { item, to: random.random_range(0..solution.bins.len() as u32) },
            1 => Move::Swap { one: item, other: random.random_range(0..count) },
            _ => {
                let bin = &solution.bins[solution.home[item as usize] as usize];
                let second = bin[random.random_range(0..bin.len())];
                if second == item {
                    return None;
                }
                Move::TwoForOne { two: [item, second], one: random.random_range(0..count) }
            }
        };
        self.is_possible(solution, change).then_some(change)
    }

    fn scan(
        &self,
        kind: usize,
        solution: &Solution,
        each: &mut impl FnMut(Option<Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let count = self.items().sizes.len() as u32;
        let mut offer = |change: Move| each(self.is_possible(solution, change).then_some(change));
        for item in 0..count {
            match kind {
                0 => {
                    for to in 0..solution.bins.len() as u32 {
                        offer(Move::Shift { item, to })?;
                    }
                }
                1 => {
                    for other in item + 1..count {
                        offer(Move::Swap { one: item, other })?;
                    }
                }
                _ => {
                    let bin = &solution.bins[solution.home[item as usize] as usize];
                    for &second in bin.iter().filter(|&&second| second > item) {
                        for one in 0..count {
                            offer(Move::TwoForOne { two: [item, second], one })?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn delta(&self, solution: &Solution, change: Move) -> Measure {
        let Effect { from, to, shifted } = self.effect(solution, change);
        let (x, y) = (i64::from(solution.loads[from]), i64::from(solution.loads[to]));
        let squares = (x - shifted).pow(2) + (y + shifted).pow(2) - x * x - y * y;
        let emptied = x == shifted;
        Measure { cost: Cost::soft(-i64::from(emptied)), guide: -squares }
    }

    fn apply(&self, solution: &mut Solution, change: Move) -> u64 {
        let Effect { from, to, .. } = self.effect(solution, change);
        let touched = (solution.bins[from].len() + solution.bins[to].len()) as u64;
        let size = |item: u32| self.items().sizes[item as usize];
        match change {
            Move::Shift { item, .. } => carry(solution, item, to, size(item)),
            Move::Swap { one, other } => {
                carry(solution, one, to, size(one));
                carry(solution, other, from, size(other));
            }
            Move::TwoForOne { two, one } => {
                two.into_iter().for_each(|item| carry(solution, item, to, size(item)));
                carry(solution, one, from, size(one));
            }
        }
        drop_empty(solution, from);
        touched
    }
}
