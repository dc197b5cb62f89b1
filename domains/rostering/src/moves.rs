//! Moves: new cells for some days of a person, blocks of days swapped between two people, a block of days shifted in time.

use crate::roster::{Roster, Rostering, unpack};
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Measure, MoveKind, Moves};
use unstuck_core::random::{RngExt, Stream};

/// Most days of a block.
pub const MAX_BLOCK: usize = 14;
/// Most days that get the same new cell.
const MAX_CHANGE: usize = 4;

/// One move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// Some days of a person get the same cell.
    Change {
        /// Who.
        person: u16,
        /// First day.
        first: u16,
        /// How many days.
        length: u8,
        /// 0 for days off, else the place of the shift plus 1.
        cell: u8,
    },
    /// Two people swap their cells of some days.
    Swap {
        /// One of them.
        person: u16,
        /// The other.
        other: u16,
        /// First day.
        first: u16,
        /// How many days.
        length: u8,
    },
    /// The first days of a block go behind its other days.
    Shift {
        /// Who.
        person: u16,
        /// First day.
        first: u16,
        /// How many days the block has.
        length: u8,
        /// How many of them go behind the others.
        by: u8,
    },
}

const KINDS: &[MoveKind] = &[
    MoveKind { name: "change", about: "one to four days of a person get the same shift, or are days off" },
    MoveKind { name: "swap", about: "two people swap their cells of one to fourteen days" },
    MoveKind { name: "shift", about: "a block of days of a person goes earlier or later" },
];

impl Rostering {
    /// Draws a block of days.
    #[inline]
    fn block(&self, fewest: usize, most: usize, random: &mut Stream) -> Option<(usize, usize)> {
        let most = most.min(self.days);
        if most < fewest {
            return None;
        }
        let length = random.random_range(fewest..=most);
        Some((random.random_range(0..=self.days - length), length))
    }

    /// Whether a kind of cell can ever be legal for the person on that day.
    #[inline]
    pub(crate) fn may(&self, person: usize, day: usize, cell: u8) -> bool {
        self.max_shifts[person * self.kinds + usize::from(cell)] > 0
            && self.cell_cost(person, day, cell) < crate::roster::HARD / 2
    }

    /// The packed difference of a move.
    #[inline]
    pub(crate) fn packed_delta(&self, roster: &Roster, change: Move) -> i64 {
        match change {
            Move::Change { person, first, length, cell } => {
                let (person, first) = (usize::from(person), usize::from(first));
                let range = first..first + usize::from(length);
                let line = self.line(roster, person);
                let cover: i64 =
                    range.clone().map(|day| self.cover_delta(roster, day, line[day], cell)).sum();
                cover + self.line_delta(roster, person, range, |_| cell)
            }
            Move::Swap { person, other, first, length } => {
                let (person, other, first) = (usize::from(person), usize::from(other), usize::from(first));
                let range = first..first + usize::from(length);
                let (one, two) = (self.line(roster, person), self.line(roster, other));
                self.line_delta(roster, person, range.clone(), |day| two[day])
                    + self.line_delta(roster, other, range, |day| one[day])
            }
            Move::Shift { person, first, length, by } => {
                let (person, first) = (usize::from(person), usize::from(first));
                let (length, by) = (usize::from(length), usize::from(by));
                let line = self.line(roster, person);
                let new = |day: usize| {
                    let place = day - first + by;
                    line[first + if place < length { place } else { place - length }]
                };
                let range = first..first + length;
                let cover: i64 =
                    range.clone().map(|day| self.cover_delta(roster, day, line[day], new(day))).sum();
                cover + self.line_delta(roster, person, range, new)
            }
        }
    }

    /// Makes a move, and returns how many cells changed.
    pub(crate) fn make(&self, roster: &mut Roster, change: Move) -> u64 {
        let mut cells = [0_u8; MAX_BLOCK];
        let put = |roster: &mut Roster, person: u16, first: u16, cells: &[u8]| {
            let mut changed = 0;
            for (place, &cell) in cells.iter().enumerate() {
                let (person, day) = (usize::from(person), usize::from(first) + place);
                changed += u64::from(roster.cells[person * self.days + day] != cell);
                self.set(roster, person, day, cell);
            }
            changed
        };
        let copy = |roster: &Roster, person: u16, first: u16, into: &mut [u8]| {
            let start = usize::from(person) * self.days + usize::from(first);
            into.copy_from_slice(&roster.cells[start..start + into.len()]);
        };
        match change {
            Move::Change { person, first, length, cell } => {
                cells.fill(cell);
                put(roster, person, first, &cells[..usize::from(length)])
            }
            Move::Swap { person, other, first, length } => {
                let mut others = [0_u8; MAX_BLOCK];
                let (cells, others) = (&mut cells[..length.into()], &mut others[..length.into()]);
                copy(roster, person, first, cells);
                copy(roster, other, first, others);
                put(roster, person, first, others) + put(roster, other, first, cells)
            }
            Move::Shift { person, first, length, by } => {
                let cells = &mut cells[..length.into()];
                copy(roster, person, first, cells);
                cells.rotate_left(by.into());
                put(roster, person, first, cells)
            }
        }
    }
}

impl Moves for Rostering {
    type Move = Move;
    const KINDS: &'static [MoveKind] = KINDS;

    #[inline]
    fn propose(&self, kind: usize, roster: &Roster, random: &mut Stream) -> Option<Move> {
        let person = random.random_range(0..self.people());
        match kind {
            0 => {
                let (first, length) = self.block(1, MAX_CHANGE, random)?;
                let cell = random.random_range(0..self.kinds as u8);
                let line = &self.line(roster, person)[first..first + length];
                let may = (first..first + length).all(|day| self.may(person, day, cell));
                let change =
                    Move::Change { person: person as u16, first: first as u16, length: length as u8, cell };
                (may && line.iter().any(|&old| old != cell)).then_some(change)
            }
            1 => {
                let other = random.random_range(0..self.people());
                let (first, length) = self.block(1, MAX_BLOCK, random)?;
                let (one, two) = (self.line(roster, person), self.line(roster, other));
                let may = |&day: &usize| self.may(person, day, two[day]) && self.may(other, day, one[day]);
                // The block ends before a day whose cells the two may not swap.
                let end = first + (first..first + length).take_while(may).count();
                let (first_day, length) = (first as u16, (end - first) as u8);
                let (person, other) = (person as u16, other as u16);
                let swap = Move::Swap { person, other, first: first_day, length };
                (one[first..end] != two[first..end]).then_some(swap)
            }
            _ => {
                let (first, length) = self.block(2, MAX_BLOCK, random)?;
                let by = random.random_range(1..length) as u8;
                let line = self.line(roster, person);
                let differs = line[first..first + length].iter().any(|&cell| cell != line[first]);
                let (person, first, length) = (person as u16, first as u16, length as u8);
                differs.then_some(Move::Shift { person, first, length, by })
            }
        }
    }

    fn scan(
        &self,
        kind: usize,
        roster: &Roster,
        each: &mut impl FnMut(Option<Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let most = if kind == 0 { MAX_CHANGE } else { MAX_BLOCK };
        for person in 0..self.people() as u16 {
            let line = self.line(roster, person.into());
            for length in 1..=most.min(self.days) {
                for first in 0..=self.days - length {
                    let days = first..first + length;
                    let (first, length) = (first as u16, length as u8);
                    match kind {
                        0 => {
                            for cell in 0..self.kinds as u8 {
                                let may = days.clone().all(|day| self.may(person.into(), day, cell));
                                let changes = may && days.clone().any(|day| line[day] != cell);
                                each(changes.then_some(Move::Change { person, first, length, cell }))?;
                            }
                        }
                        1 => {
                            for other in person + 1..self.people() as u16 {
                                let two = self.line(roster, other.into());
                                let differ = line[days.start] != two[days.start]
                                    && line[days.end - 1] != two[days.end - 1];
                                each(differ.then_some(Move::Swap { person, other, first, length }))?;
                            }
                        }
                        _ => {
                            for by in 1..length {
                                each(Some(Move::Shift { person, first, length, by }))?;
                            }
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn delta(&self, roster: &Roster, change: Move) -> Measure {
        Measure { cost: unpack(self.packed_delta(roster, change)), guide: 0 }
    }
    fn apply(&self, roster: &mut Roster, change: Move) -> u64 {
        self.make(roster, change)
    }
    /// A violation weighs as much as one person missing: walks pass through rosters that break a rule.
    #[inline]
    fn energy(&self, delta: Measure) -> f64 {
        self.violation_weight() * delta.cost.hard as f64 + delta.cost.soft as f64
    }
}
