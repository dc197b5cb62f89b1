//! The problem, rosters, and their exact cost.
//!
//! A roster is a matrix of cells: for each person and day 0 for a day off, or the place of a shift plus 1. Sums that limits
//! speak of are kept beside it. Inside, a cost is one number: violations above, the objective below.

use crate::classes::Classes;
use crate::ward::{Kept, Ward};
use std::ops::Range;
use unstuck_core::optimisation::Cost;

/// One violation, in a packed cost.
pub const HARD: i64 = 1 << 40;

/// The cost of a packed one.
pub fn unpack(packed: i64) -> Cost {
    let hard = (packed + HARD / 2) >> 40;
    Cost { hard, soft: packed - hard * HARD }
}

/// The limits of a person, as the search reads them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub max_minutes: u32,
    pub min_minutes: u32,
    pub max_run: u32,
    pub min_run: u32,
    pub min_rest: u32,
    pub max_weekends: u32,
    /// The longest shift: minutes too many or too few count in these.
    pub longest: u32,
}

/// One instance with its tables.
#[derive(Debug, Clone)]
pub struct Rostering {
    /// The ward as it was given.
    pub(crate) given: Ward,
    /// The ward with its absences as limits.
    pub(crate) ward: Ward,
    /// Rosters are written as calendars.
    pub(crate) calendars: bool,
    pub(crate) days: usize,
    /// Kinds of cells: the shifts and the day off.
    pub(crate) kinds: usize,
    pub(crate) limits: Vec<Limits>,
    /// Packed cost of a cell by person, day and kind: requests, fixed days off, changes.
    pub(crate) cell_costs: Vec<i64>,
    /// Packed cost of a kind after a kind.
    pub(crate) successions: Vec<i64>,
    /// Minutes of each kind; 0 for the day off.
    pub(crate) minutes: Vec<u32>,
    /// Most shifts of each kind, by person; no limit for the day off.
    pub(crate) max_shifts: Vec<u32>,
    /// Need, cost of one missing and of one too many, by day and kind.
    pub(crate) cover: Vec<[i32; 3]>,
    pub(crate) weekends: Vec<(usize, usize)>,
    /// The first weekend that ends on the day or later.
    pub(crate) weekend_from: Vec<usize>,
    pub(crate) classes: Classes,
    pub(crate) bound: i64,
}

/// A roster.
#[derive(Debug, PartialEq, Eq)]
pub struct Roster {
    /// Cells by person and day.
    pub cells: Vec<u8>,
    /// People by day and kind of cell.
    pub(crate) present: Vec<u16>,
    /// Cells by person and kind.
    pub(crate) counts: Vec<u16>,
    /// Minutes of each person.
    pub(crate) minutes: Vec<u32>,
    /// Weekends with work, of each person.
    pub(crate) weekends: Vec<u32>,
}

impl Clone for Roster {
    fn clone(&self) -> Self {
        let Self { cells, present, counts, minutes, weekends } = self;
        Self {
            cells: cells.clone(),
            present: present.clone(),
            counts: counts.clone(),
            minutes: minutes.clone(),
            weekends: weekends.clone(),
        }
    }
    fn clone_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.present.clone_from(&other.present);
        self.counts.clone_from(&other.counts);
        self.minutes.clone_from(&other.minutes);
        self.weekends.clone_from(&other.weekends);
    }
}

impl Rostering {
    /// The problem of a ward, which [`check`](Ward::check) has accepted.
    pub fn new(given: Ward) -> Self {
        let (ward, frozen) = (given.with_absences(), given.frozen());
        let (days, kinds) = (ward.days, ward.shifts.len() + 1);
        let minutes: Vec<u32> =
            std::iter::once(0).chain(ward.shifts.iter().map(|shift| shift.minutes)).collect();
        let mut successions = vec![0; kinds * kinds];
        for (place, shift) in ward.shifts.iter().enumerate() {
            shift.not_before.iter().for_each(|next| successions[(place + 1) * kinds + next + 1] = HARD);
        }
        let mut cell_costs = vec![0; ward.people.len() * days * kinds];
        let mut add = |person: usize, day: usize, cost: &dyn Fn(usize) -> i64| {
            let start = (person * days + day) * kinds;
            (0..kinds).for_each(|kind| cell_costs[start + kind] += cost(kind));
        };
        for request in &ward.requests {
            let unmet = |kind: usize| (kind == request.shift + 1) != request.on;
            add(request.person, request.day, &|kind| i64::from(unmet(kind)) * i64::from(request.weight));
        }
        for (person, row) in ward.people.iter().enumerate() {
            row.days_off.iter().for_each(|&day| add(person, day, &|kind| i64::from(kind > 0) * HARD));
        }
        if let Some(Kept { cells, weight }) = &ward.kept {
            for (place, &cell) in cells.iter().enumerate() {
                let cost = i64::from(*weight) + if place % days < frozen { HARD } else { 0 };
                let changed = |kind: usize| i64::from(kind != usize::from(cell)) * cost;
                add(place / days, place % days, &changed);
            }
        }
        let mut cover = vec![[0; 3]; days * kinds];
        for row in &ward.cover {
            cover[row.day * kinds + row.shift + 1] =
                [row.need, row.under, row.over].map(|value| value as i32);
        }
        let longest = minutes.iter().copied().max().unwrap_or(0).max(1);
        let limits = |person: &crate::ward::Person| Limits {
            max_minutes: person.max_minutes,
            min_minutes: person.min_minutes,
            max_run: person.max_run,
            min_run: person.min_run,
            min_rest: person.min_rest,
            max_weekends: person.max_weekends,
            longest,
        };
        let weekends = ward.weekends();
        let from = |day: usize| weekends.iter().take_while(|weekend| weekend.1 < day).count();
        let max_shifts = ward
            .people
            .iter()
            .flat_map(|person| std::iter::once(u32::MAX).chain(person.max_shifts.iter().copied()));
        Self {
            days,
            kinds,
            classes: Classes::new(kinds, &minutes, &successions),
            limits: ward.people.iter().map(limits).collect(),
            cell_costs,
            successions,
            minutes,
            max_shifts: max_shifts.collect(),
            cover,
            weekend_from: (0..days).map(from).collect(),
            weekends,
            bound: crate::bounds::cover_and_minutes(&ward),
            calendars: false,
            given,
            ward,
        }
    }

    /// Rosters are written as calendars: the ward has a date for its first day.
    #[must_use]
    pub fn with_calendars(self) -> Self {
        Self { calendars: true, ..self }
    }

    /// The ward, with its absences as limits.
    pub fn ward(&self) -> &Ward {
        &self.ward
    }

    /// The ward as it was given.
    pub fn given(&self) -> &Ward {
        &self.given
    }

    /// How many people there are.
    pub fn people(&self) -> usize {
        self.limits.len()
    }

    /// The roster of these cells.
    pub fn roster(&self, cells: Vec<u8>) -> Roster {
        let mut roster = self.empty();
        for (place, cell) in cells.into_iter().enumerate() {
            self.set(&mut roster, place / self.days, place % self.days, cell);
        }
        roster
    }

    /// The roster without any work.
    pub fn empty(&self) -> Roster {
        let people = self.people();
        let mut present = vec![0; self.days * self.kinds];
        (0..self.days).for_each(|day| present[day * self.kinds] = people as u16);
        let mut counts = vec![0; people * self.kinds];
        (0..people).for_each(|person| counts[person * self.kinds] = self.days as u16);
        Roster {
            cells: vec![0; people * self.days],
            present,
            counts,
            minutes: vec![0; people],
            weekends: vec![0; people],
        }
    }

    /// The cells of a person.
    #[inline]
    pub fn line<'r>(&self, roster: &'r Roster, person: usize) -> &'r [u8] {
        &roster.cells[person * self.days..(person + 1) * self.days]
    }

    /// Sets a cell, and returns the packed difference of the cover.
    #[inline]
    pub(crate) fn set(&self, roster: &mut Roster, person: usize, day: usize, cell: u8) -> i64 {
        let place = person * self.days + day;
        let old = std::mem::replace(&mut roster.cells[place], cell);
        if old == cell {
            return 0;
        }
        let delta = self.cover_delta(roster, day, old, cell);
        let (old, cell) = (usize::from(old), usize::from(cell));
        roster.present[day * self.kinds + old] -= 1;
        roster.present[day * self.kinds + cell] += 1;
        roster.counts[person * self.kinds + old] -= 1;
        roster.counts[person * self.kinds + cell] += 1;
        roster.minutes[person] = roster.minutes[person] + self.minutes[cell] - self.minutes[old];
        if (old == 0) != (cell == 0)
            && let Some((first, last)) = self.weekend_at(day)
        {
            let start = person * self.days;
            let works = (first..=last).any(|other| other != day && roster.cells[start + other] > 0);
            if !works && cell > 0 {
                roster.weekends[person] += 1;
            } else if !works {
                roster.weekends[person] -= 1;
            }
        }
        delta
    }

    /// The weekend of a day, if it is in one.
    #[inline]
    pub(crate) fn weekend_at(&self, day: usize) -> Option<(usize, usize)> {
        self.weekends.get(self.weekend_from[day]).copied().filter(|&(first, _)| first <= day)
    }

    /// The difference of the cover's cost if one person changes from a kind of cell to another.
    #[inline]
    pub(crate) fn cover_delta(&self, roster: &Roster, day: usize, old: u8, new: u8) -> i64 {
        if old == new { 0 } else { self.joining(roster, day, new) - self.joining_without(roster, day, old) }
    }

    /// The difference of the cover's cost if one more person has a kind of cell.
    #[inline]
    pub(crate) fn joining(&self, roster: &Roster, day: usize, cell: u8) -> i64 {
        let place = day * self.kinds + usize::from(cell);
        let [need, under, over] = self.cover[place];
        i64::from(if i32::from(roster.present[place]) < need { -under } else { over })
    }

    #[inline]
    fn joining_without(&self, roster: &Roster, day: usize, cell: u8) -> i64 {
        let place = day * self.kinds + usize::from(cell);
        let [need, under, over] = self.cover[place];
        i64::from(if i32::from(roster.present[place]) <= need { -under } else { over })
    }

    /// The packed cost of a cell without cover.
    #[inline]
    pub(crate) fn cell_cost(&self, person: usize, day: usize, cell: u8) -> i64 {
        self.cell_costs[(person * self.days + day) * self.kinds + usize::from(cell)]
    }

    #[inline]
    pub(crate) fn succession(&self, before: u8, after: u8) -> i64 {
        self.successions[usize::from(before) * self.kinds + usize::from(after)]
    }

    /// Violations by the sums of a person.
    #[inline]
    pub(crate) fn sums(&self, person: usize, minutes: u32, weekends: u32) -> i64 {
        let limits = &self.limits[person];
        let excess = minutes.saturating_sub(limits.max_minutes) + limits.min_minutes.saturating_sub(minutes);
        let units = if excess == 0 { 0 } else { excess.div_ceil(limits.longest) };
        i64::from(units + weekends.saturating_sub(limits.max_weekends))
    }

    /// Violations by runs within a range of days that begins and ends with whole runs.
    #[inline]
    pub(crate) fn runs(&self, person: usize, range: Range<usize>, works: impl Fn(usize) -> bool) -> i64 {
        let limits = &self.limits[person];
        let (mut violations, mut start) = (0_i64, range.start);
        while start < range.end {
            let working = works(start);
            let mut end = start + 1;
            while end < range.end && works(end) == working {
                end += 1;
            }
            let length = (end - start) as u32;
            let edge = start == 0 || end == self.days;
            violations += i64::from(self.run_violations(limits, working, length, edge));
            start = end;
        }
        violations
    }

    #[inline]
    fn run_violations(&self, limits: &Limits, working: bool, length: u32, edge: bool) -> u32 {
        let fewest = if working { limits.min_run } else { limits.min_rest };
        let short = if edge { 0 } else { fewest.saturating_sub(length) };
        short + if working { length.saturating_sub(limits.max_run) } else { 0 }
    }

    /// The packed cost of a person's line, without cover.
    pub(crate) fn line_cost(&self, roster: &Roster, person: usize) -> i64 {
        let line = self.line(roster, person);
        let mut cost: i64 =
            line.iter().enumerate().map(|(day, &cell)| self.cell_cost(person, day, cell)).sum();
        cost += line.windows(2).map(|pair| self.succession(pair[0], pair[1])).sum::<i64>();
        let mut violations = self.runs(person, 0..self.days, |day| line[day] > 0);
        violations += self.sums(person, roster.minutes[person], roster.weekends[person]);
        for kind in 1..self.kinds {
            let place = person * self.kinds + kind;
            violations += i64::from(u32::from(roster.counts[place]).saturating_sub(self.max_shifts[place]));
        }
        cost + violations * HARD
    }

    /// The cost of the cover on some days.
    pub(crate) fn cover_cost(&self, roster: &Roster, days: Range<usize>) -> i64 {
        let places = days.start * self.kinds..days.end * self.kinds;
        let cost = |place: usize| {
            let ([need, under, over], present) = (self.cover[place], i32::from(roster.present[place]));
            i64::from(if present < need { (need - present) * under } else { (present - need) * over })
        };
        places.map(cost).sum()
    }

    /// The packed cost.
    pub(crate) fn packed_cost(&self, roster: &Roster) -> i64 {
        let lines: i64 = (0..self.people()).map(|person| self.line_cost(roster, person)).sum();
        lines + self.cover_cost(roster, 0..self.days)
    }

    /// The packed difference of a person's line, without cover, if the days of a range (not empty) get new cells.
    #[inline]
    pub(crate) fn line_delta(
        &self,
        roster: &Roster,
        person: usize,
        range: Range<usize>,
        new: impl Fn(usize) -> u8,
    ) -> i64 {
        let line = self.line(roster, person);
        let (first, last) = (range.start, range.end - 1);
        let after = |day: usize| if range.contains(&day) { new(day) } else { line[day] };
        let (mut cost, mut minutes, mut status) = (0, roster.minutes[person], false);
        let mut counts = [0_i16; 64];
        let mut touched = 0_u64;
        for day in range.clone() {
            let (old, cell) = (line[day], new(day));
            if old == cell {
                continue;
            }
            cost += self.cell_cost(person, day, cell) - self.cell_cost(person, day, old);
            minutes = minutes + self.minutes[usize::from(cell)] - self.minutes[usize::from(old)];
            counts[usize::from(old)] -= 1;
            counts[usize::from(cell)] += 1;
            touched |= 1 << old | 1 << cell;
            status |= (old == 0) != (cell == 0);
        }
        if touched == 0 {
            return 0;
        }
        for day in first.max(1)..(last + 2).min(self.days) {
            cost += self.succession(after(day - 1), after(day)) - self.succession(line[day - 1], line[day]);
        }
        let mut violations = 0;
        touched &= !1;
        while touched > 0 {
            let kind = touched.trailing_zeros() as usize;
            touched &= touched - 1;
            let place = person * self.kinds + kind;
            let (before, most) = (i64::from(roster.counts[place]), i64::from(self.max_shifts[place]));
            violations += (before + i64::from(counts[kind]) - most).max(0) - (before - most).max(0);
        }
        let mut weekends = roster.weekends[person];
        if status {
            for &(start, end) in &self.weekends[self.weekend_from[first]..] {
                if start > last {
                    break;
                }
                weekends += u32::from((start..=end).any(|day| after(day) > 0));
                weekends -= u32::from((start..=end).any(|day| line[day] > 0));
            }
            let (mut low, mut high) = (first, last + 1);
            if low > 0 {
                let works = line[low - 1] > 0;
                while low > 0 && (line[low - 1] > 0) == works {
                    low -= 1;
                }
            }
            if high < self.days {
                let works = line[high] > 0;
                while high < self.days && (line[high] > 0) == works {
                    high += 1;
                }
            }
            violations += self.runs(person, low..high, |day| after(day) > 0);
            violations -= self.runs(person, low..high, |day| line[day] > 0);
        }
        violations += self.sums(person, minutes, weekends);
        violations -= self.sums(person, roster.minutes[person], roster.weekends[person]);
        cost + violations * HARD
    }
}
