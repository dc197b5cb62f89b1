//! The legal moves of a state.
//!
//! Short lines look their targets up. A small board puts the targets of many lines side by side into one
//! word, usually those of all, before emitting any: a loop over the bits of a word has one end that the
//! processor cannot predict, a loop per line has one per line.
//!
//! Long lines are scanned, vehicle by vehicle, in the order that ascending bits have in short ones.

use std::ops::ControlFlow;

use super::lines::{MAX, Metric, SHORT};
use super::problem::{Action, Batch, Lane, Line, RushHour, State};
use unstuck_core::problem::Visit;

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// Emits the moves on a small board.
    #[inline]
    pub(super) fn visit_small<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        self.emit_small(state, visitor, |batch| self.small_mask(batch, last))
    }

    /// The bits of a batch without those that need not be tried after a move.
    #[inline]
    pub(super) fn small_mask(&self, batch: usize, last: Option<Action>) -> u64 {
        let (Some(last), batch) = (last, &self.batches[batch]) else { return u64::MAX };
        if !(batch.first..batch.end).contains(&last.line) {
            return u64::MAX;
        }
        let kin = self.tables.kin_at(self.line(usize::from(last.line)).kin, last.from, last.to);
        !(u64::from(kin) << (self.lanes[usize::from(last.line)].bit % 64))
    }

    /// Emits those moves on a small board that a mask per batch lets through.
    #[inline]
    pub(super) fn emit_small<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        visitor: &mut V,
        mask: impl Fn(usize) -> u64,
    ) -> ControlFlow<()> {
        let code = state.code[0];
        let (mut numbers, mut down, mut across) = (code, state.down[0], state.across[0]);
        for (number, batch) in self.batches.iter().enumerate() {
            let mut found = self.gather(batch, &mut numbers, &mut down, &mut across) & mask(number);
            while found != 0 {
                visitor.action(self, state, batch.action(code, found.trailing_zeros()))?;
                found &= found - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The targets of a batch's lines, side by side. Their configuration numbers and the cells that cross them
    /// are shifted out.
    #[inline(always)]
    pub(super) fn gather(&self, batch: &Batch, numbers: &mut u64, down: &mut u64, across: &mut u64) -> u64 {
        let [first, middle, end] = [batch.first, batch.middle, batch.end].map(usize::from);
        let rows = self.gather_side(&self.lanes[first..middle], numbers, down);
        rows | self.gather_side(&self.lanes[middle..end], numbers, across)
    }

    /// The same for the rows, or for the columns.
    #[inline(always)]
    fn gather_side(&self, lanes: &[Lane], numbers: &mut u64, crossing: &mut u64) -> u64 {
        let (mut found, mut rest, mut cells) = (0, *numbers, *crossing);
        for lane in lanes {
            let targets = self.tables.targets_at(lane.targets, rest as u16 & 15, cells as u16 & 255);
            found |= u64::from(targets) << (lane.bit % 64);
            rest >>= 4;
            cells >>= 8;
        }
        (*numbers, *crossing) = (rest, cells);
        found
    }

    /// Emits the moves on a large board.
    pub(super) fn visit_large<V: Visit<Self>>(
        &self,
        state: &State<C, B>,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for number in 0..self.line_count() {
            let last = last.filter(|last| usize::from(last.line) == number);
            let line = self.line(number);
            if line.cells > SHORT {
                self.scan(state, number, last, |action| visitor.action(self, state, action))?;
                continue;
            }
            let from = Self::configuration(state, line);
            let mut targets = self.look_up(state, line);
            if let Some(last) = last {
                targets &= !self.tables.kin_at(line.kin, last.from, last.to);
            }
            while targets != 0 {
                let to = targets.trailing_zeros() as u16;
                visitor.action(self, state, Action { line: number as u8, from, to })?;
                targets &= targets - 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// The configurations that a short line can go to.
    #[inline]
    fn look_up(&self, state: &State<C, B>, line: &Line) -> u16 {
        let configuration = Self::configuration(state, line);
        self.tables.targets_at(line.targets, configuration, Self::crossed(state, line))
    }

    /// Number of legal moves.
    #[inline]
    pub fn legal_moves(&self, state: &State<C, B>) -> u32 {
        let mut count = 0;
        if B == 1 {
            let (mut numbers, mut down, mut across) = (state.code[0], state.down[0], state.across[0]);
            for batch in &self.batches {
                count += self.gather(batch, &mut numbers, &mut down, &mut across).count_ones();
            }
            return count;
        }
        for number in 0..self.line_count() {
            let line = self.line(number);
            if line.cells <= SHORT {
                count += self.look_up(state, line).count_ones();
                continue;
            }
            let _ = self.scan(state, number, None, |_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    }

    /// Emits the moves of a long line; see the successor order in the module's documentation.
    fn scan(
        &self,
        state: &State<C, B>,
        number: usize,
        last: Option<Action>,
        mut emit: impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let line = self.line(number);
        let from = Self::configuration(state, line);
        let positions = self.tables.positions(line.first as usize, from);
        let taken = Self::crossed(state, line) | line.walls | self.tables.mask(line.first as usize, from);
        let layout = self.tables.layout(usize::from(line.layout));
        let weights = self.tables.weights(layout);
        let (rested, back) = match (last, self.tables.metric()) {
            (None, _) => (usize::MAX, u16::MAX),
            (Some(last), Metric::Slides) => (self.slot_moved(line, last), u16::MAX),
            (Some(last), Metric::Steps) => (usize::MAX, last.from),
        };
        let reach = if self.tables.metric() == Metric::Steps { 1 } else { 16 };
        let vehicles = || (0..usize::from(line.vehicles)).filter(|&slot| slot != rested);
        for slot in vehicles() {
            let position = positions >> (4 * slot) & 15;
            let free = u32::from(taken & ((1 << position) - 1)).leading_zeros() + position - 32;
            let weight = &weights[slot];
            for distance in (1..=free.min(reach)).rev() {
                let to = from + weight[position as usize] - weight[(position - distance) as usize];
                if to != back {
                    emit(Action { line: number as u8, from, to })?;
                }
            }
        }
        for slot in vehicles().rev() {
            let position = positions >> (4 * slot) & 15;
            let end = position + u32::from(layout.length(slot));
            let free = (u32::from(taken) >> end | 1 << (u32::from(line.cells) - end)).trailing_zeros();
            let weight = &weights[slot];
            for distance in 1..=free.min(reach) {
                let to = from + weight[position as usize] - weight[(position + distance) as usize];
                if to != back {
                    emit(Action { line: number as u8, from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Which vehicle of the line an action moves.
    #[inline]
    pub(super) fn slot_moved(&self, line: &Line, action: Action) -> usize {
        let first = line.first as usize;
        let differ = self.tables.positions(first, action.from) ^ self.tables.positions(first, action.to);
        differ.trailing_zeros() as usize / 4 % MAX
    }
}
