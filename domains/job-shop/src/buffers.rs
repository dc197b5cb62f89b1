//! The buffers of a tabu search: schedules, tails, estimates of shifts, and what is forbidden.

use crate::schedule::{Schedule, Shift, gap};
use crate::shop::{Objective, Shop};

/// The buffers of a tabu search.
#[derive(Debug, Default)]
pub struct Search {
    pub(crate) present: Schedule,
    pub(crate) best: Schedule,
    pub(crate) trial: Schedule,
    /// The longest path from the start of each operation to the end of the schedule.
    pub(crate) tail: Vec<u32>,
    pub(crate) path: Vec<u32>,
    pub(crate) shifts: Vec<Shift>,
    /// The operations of a shift in their new order, and their heads.
    pub(crate) block: Vec<u32>,
    pub(crate) head: Vec<u32>,
    /// The number of each operation among those of its machine, and the most that a machine has.
    pub(crate) rank: Vec<u32>,
    pub(crate) width: usize,
    /// By operation and rank of another: the round until which the first must not come before the second again.
    pub(crate) tabu: Vec<u32>,
    pub(crate) round: u32,
    /// Rounds since the best schedule was found.
    pub(crate) vain: u32,
    /// The search was interrupted: it continues if it is asked to improve its best schedule again.
    pub(crate) interrupted: bool,
    pub(crate) work: u64,
}

impl Search {
    pub(crate) fn prepare(&mut self, shop: &Shop, schedule: &Schedule) {
        let count = shop.operations().len();
        self.present.clone_from(schedule);
        self.best.clone_from(schedule);
        (self.work, self.vain) = (10 * count as u64, 0);
        if self.rank.len() != count || self.round > u32::MAX / 2 {
            let mut counts = vec![0; shop.machines() as usize];
            let rank = |machine: u32| {
                counts[machine as usize] += 1;
                counts[machine as usize] - 1
            };
            self.rank = shop.operations().iter().map(|operation| operation.machine).map(rank).collect();
            self.width = counts.iter().copied().max().unwrap_or(0) as usize;
            self.tabu = vec![0; count * self.width];
            self.round = 0;
        }
        // Nothing of an earlier search is forbidden.
        self.round += 1_000_000;
        self.tail.clear();
        self.tail.resize(count + 1, 0);
        self.update_tails(shop, count - 1);
    }

    /// Computes the tails from a place of the order back to its beginning.
    pub(crate) fn update_tails(&mut self, shop: &Shop, from: usize) {
        let Self { present: Schedule { order, after, gap, .. }, tail, .. } = self;
        for &operation in order[..=from].iter().rev() {
            let here = operation as usize;
            let fixed = &shop.operations()[here];
            let next = after[here] as usize;
            tail[here] = fixed.time + tail[fixed.after as usize].max(tail[next] + gap[next]);
        }
    }

    /// The operations that a shift puts into another order, in the order of time before it: the moved one and those that it
    /// passes.
    pub(crate) fn passed(&mut self, Shift { what, anchor, later }: Shift) {
        let next = if later { &self.present.after } else { &self.present.before };
        let mut operation = what;
        self.block.clear();
        while operation != anchor {
            operation = next[operation as usize];
            self.block.push(operation);
        }
        if !later {
            self.block.reverse();
        }
    }

    pub(crate) fn tabu(&mut self, first: u32, second: u32) -> &mut u32 {
        &mut self.tabu[first as usize * self.width + self.rank[second as usize] as usize]
    }

    /// Whether the shift restores an order that is forbidden. [`passed`](Self::passed) was called.
    pub(crate) fn is_tabu(&mut self, Shift { what, later, .. }: Shift) -> bool {
        (0..self.block.len()).any(|place| {
            let other = self.block[place];
            let until = if later { *self.tabu(other, what) } else { *self.tabu(what, other) };
            until > self.round
        })
    }

    /// Forbids to undo a shift for some rounds.
    pub(crate) fn forbid(&mut self, shift: Shift, rounds: u32) {
        self.passed(shift);
        for place in 0..self.block.len() {
            let other = self.block[place];
            let until = self.round + rounds;
            let entry = if shift.later { self.tabu(shift.what, other) } else { self.tabu(other, shift.what) };
            *entry = until;
        }
    }

    /// The longest path through the operations that change places. [`passed`](Self::passed) was called, and the block is
    /// put into its new order.
    pub(crate) fn estimate(&mut self, shop: &Shop, Shift { what, later, .. }: Shift) -> u32 {
        let Self { present, tail, block, head, .. } = self;
        let (before, after) = if later {
            let ends = (present.before[what as usize], present.after[block[block.len() - 1] as usize]);
            block.push(what);
            ends
        } else {
            let ends = (present.before[block[0] as usize], present.after[what as usize]);
            block.insert(0, what);
            ends
        };
        let setups = !shop.setups().is_empty();
        let gap = |before: u32, after: u32| if setups { gap(shop, before, after) } else { 0 };
        head.clear();
        let (mut last, mut end) = (before, present.end[before as usize]);
        for &operation in &*block {
            let fixed = &shop.operations()[operation as usize];
            let start = (end + gap(last, operation)).max(present.end[fixed.before as usize]).max(fixed.ready);
            head.push(start);
            (last, end) = (operation, start + fixed.time);
        }
        let none = shop.operations().len() as u32;
        let (mut next, mut rest, mut longest) = (after, tail[after as usize], 0);
        for (&operation, &start) in block.iter().zip(&*head).rev() {
            let fixed = &shop.operations()[operation as usize];
            let between = if next == none { 0 } else { gap(operation, next) };
            rest = fixed.time + tail[fixed.after as usize].max(rest + between);
            longest = longest.max(start + rest);
            next = operation;
        }
        longest
    }
}

impl Search {
    /// As [`is_possible`](crate::neighbourhood::is_possible), by tails: the operations that a shift passes need longer to the end than what follows, or
    /// precedes, the moved one. Tails are those of the present schedule, and known for the makespan only.
    pub(crate) fn has_longer_tail(&self, shop: &Shop, shift: Shift) -> bool {
        let next = shop.operations()[shift.what as usize].after as usize;
        shop.objective == Objective::Makespan
            && shift.later
            && self.tail[next] - shop.operations()[next].time < self.tail[shift.anchor as usize]
    }
}
