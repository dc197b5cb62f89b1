//! Moves that a breadth-first search need not try, because the same two moves the other way round come earlier.
//!
//! Let a move on line X be followed by one on an earlier line Y. If the two do not meet, Y's move is possible before X's, X's is
//! possible after it, and both orders lead to the same state in two moves; the order that starts with Y is
//! generated first. A search that expands its layers in the order of generation reaches every state first by
//! the earliest of its shortest paths, and no part of an earliest path is such a pair, so leaving the pair
//! out loses nothing.
//!
//! Parallel lines never meet. A move meets the crossing lines whose cell in its line it enters, passes or leaves.

use super::problem::{Action, RushHour, State};
use std::ops::ControlFlow;
use unstuck_core::problem::Visit;

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// Emits the moves on a small board that a breadth-first search has to try.
    #[inline]
    pub(super) fn visit_small_in_layers<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let first = last.map_or(0, |last| self.after(last.line, last.from, last.to));
        self.emit_small(state, visitor, |batch| self.order[first + batch])
    }

    /// A number for every move of a small board.
    #[inline]
    pub(super) fn move_number(action: Action) -> usize {
        usize::from(action.line) << 8 | usize::from(action.from) << 4 | usize::from(action.to)
    }

    /// Where the masks begin that belong to a last move.
    #[inline]
    fn after(&self, line: u8, from: u16, to: u16) -> usize {
        (1 + Self::move_number(Action { line, from, to })) * self.batches.len()
    }

    /// Fills the masks: per last move and batch, the targets that have to be tried. The first are for no last move.
    pub(super) fn fill_order(&mut self) {
        let lines = self.line_count();
        let batches = self.batches.len();
        self.order = vec![u64::MAX; (1 + (lines << 8)) * batches];
        for number in 0..lines {
            for from in 0..self.configurations(number) {
                let line = *self.line(number);
                let mut targets = self.tables.targets_at(line.targets, from, 0);
                while targets != 0 {
                    let to = targets.trailing_zeros() as u16;
                    targets &= targets - 1;
                    let skipped = self.unmet(number, from, to) & ((1 << number) - 1);
                    let kin = u64::from(self.tables.kin_at(line.kin, from, to));
                    let first = self.after(number as u8, from, to);
                    for batch in 0..batches {
                        let mut keep = u64::MAX;
                        let (start, end) = (self.batches[batch].first, self.batches[batch].end);
                        for other in start..end {
                            let other = usize::from(other);
                            let (bit, count) = (self.lanes[other].bit % 64, self.configurations(other));
                            if other == number {
                                keep &= !(kin << bit);
                                continue;
                            }
                            let all = if count > 1 { ((1 << count) - 1) << bit } else { 0 };
                            if skipped >> other & 1 == 1 {
                                keep &= !all;
                            }
                        }
                        self.order[first + batch] = keep;
                    }
                }
            }
        }
    }

    /// The other lines that a move does not meet.
    fn unmet(&self, number: usize, from: u16, to: u16) -> u32 {
        let line = self.line(number);
        let first = line.first as usize;
        let slot = self.slot_moved(line, Action { line: number as u8, from, to });
        let place = |configuration| self.tables.positions(first, configuration) >> (4 * slot) & 15;
        let (low, high) = (place(from).min(place(to)), place(from).max(place(to)));
        let length = u32::from(self.length(usize::from(self.vehicles_in(number)[slot])));
        let covered = |position: u32| ((1u32 << length) - 1) << position;
        let swept = (1u32 << (high + length)) - (1 << low);
        // Cells covered both before and after stay closed to the rows all the time.
        let met = swept & !(covered(place(from)) & covered(place(to)));
        let crossing = if self.is_row(number) { met << self.board.height } else { met };
        !(crossing | 1 << number)
    }
}
