//! An instance: the days, the shifts, the people with their limits, requests and cover.

use std::ops::Range;
use unstuck_core::error::ParseError;

/// Most days of a horizon.
pub const MAX_DAYS: usize = 1_000;
/// Most kinds of shifts.
pub const MAX_SHIFTS: usize = 60;
/// Most people.
pub const MAX_PEOPLE: usize = 2_000;
/// Most that all weights may add up to.
pub const MAX_SUM: u64 = 500_000_000;
/// Largest weight, limit of minutes and number of people of a cover.
pub const MAX_NUMBER: u32 = 1_000_000;

/// A kind of shift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shift {
    /// Name in every text.
    pub id: String,
    /// Length in minutes.
    pub minutes: u32,
    /// Minute of the day at which it begins, if that is known; for calendars.
    pub begins: Option<u32>,
    /// The shifts, by their places, that must not follow on the next day.
    pub not_before: Vec<usize>,
}

/// A person and the limits of their line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Name in every text.
    pub id: String,
    /// Most shifts of each kind.
    pub max_shifts: Vec<u32>,
    /// Most minutes in the horizon.
    pub max_minutes: u32,
    /// Fewest minutes in the horizon.
    pub min_minutes: u32,
    /// Most consecutive days of work.
    pub max_run: u32,
    /// Fewest consecutive days of work; runs at the edges of the horizon may be shorter.
    pub min_run: u32,
    /// Fewest consecutive days off; runs at the edges of the horizon may be shorter.
    pub min_rest: u32,
    /// Most weekends with work on either day.
    pub max_weekends: u32,
    /// Days without work, from 0.
    pub days_off: Vec<usize>,
}

/// A wish for a shift on a day, or against it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// Who.
    pub person: usize,
    /// The day, from 0.
    pub day: usize,
    /// The shift.
    pub shift: usize,
    /// Cost if the wish is not met.
    pub weight: u32,
    /// Whether the shift is wanted; else it is not wanted.
    pub on: bool,
}

/// How many people a shift needs on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cover {
    /// The day, from 0.
    pub day: usize,
    /// The shift.
    pub shift: usize,
    /// People that are needed.
    pub need: u32,
    /// Cost of each one missing.
    pub under: u32,
    /// Cost of each one too many.
    pub over: u32,
}

/// A person is out for some days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Absence {
    /// Who.
    pub person: usize,
    /// The days, from 0.
    pub days: Range<usize>,
}

/// A roster that changes should stay close to; see [`repair`](crate::repair).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The cells by person and day: 0 for a day off, else the place of the shift plus 1.
    pub cells: Vec<u8>,
    /// Cost of each changed cell.
    pub weight: u32,
}

/// Cost of a changed cell, if the text names none.
pub const KEEP: u32 = 20;

/// One instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ward {
    /// Name within its set.
    pub name: String,
    /// Length of the horizon.
    pub days: usize,
    /// The weekday of the first day: 0 is Monday.
    pub first_weekday: usize,
    /// The date of the first day, in days since 1 January 1970; for calendars.
    pub first_date: Option<i64>,
    /// The shifts.
    pub shifts: Vec<Shift>,
    /// The people.
    pub people: Vec<Person>,
    /// The wishes.
    pub requests: Vec<Request>,
    /// The cover; shifts that are not named on a day may have any number of people.
    pub cover: Vec<Cover>,
    /// A roster to stay close to.
    pub kept: Option<Kept>,
    /// Who is out, and when.
    pub absences: Vec<Absence>,
    /// The least cost that is known, if the source names it.
    pub best_known: Option<i64>,
}

/// Names of the weekdays, Monday first.
pub const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

impl Ward {
    /// A ward without anything.
    pub fn blank(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            days: 0,
            first_weekday: 0,
            first_date: None,
            shifts: Vec::new(),
            people: Vec::new(),
            requests: Vec::new(),
            cover: Vec::new(),
            kept: None,
            absences: Vec::new(),
            best_known: None,
        }
    }

    /// The weekday of a day: 0 is Monday.
    pub fn weekday(&self, day: usize) -> usize {
        (self.first_weekday + day) % 7
    }

    /// The weekends: the first and the last day of each within the horizon.
    pub fn weekends(&self) -> Vec<(usize, usize)> {
        let mut weekends: Vec<(usize, usize)> = Vec::new();
        for day in 0..self.days {
            match (self.weekday(day), weekends.last_mut()) {
                (6, Some(last)) if last.0 + 1 == day => last.1 = day,
                (5 | 6, _) => weekends.push((day, day)),
                _ => {}
            }
        }
        weekends
    }

    /// The place of a shift.
    pub fn shift(&self, id: &str) -> Option<usize> {
        self.shifts.iter().position(|shift| shift.id == id)
    }

    /// The place of a person.
    pub fn person(&self, id: &str) -> Option<usize> {
        self.people.iter().position(|person| person.id == id)
    }

    /// The first days, which have passed and must not change: those before the first absence, if there is a roster to keep.
    pub fn frozen(&self) -> usize {
        let first = self.absences.iter().map(|absence| absence.days.start).min();
        self.kept.as_ref().and(first).unwrap_or(0)
    }

    /// The ward with its absences as limits: an absent person has days off, keeps the minutes that missed shifts would have
    /// had, and the runs around the absence may be as short as a day.
    pub fn with_absences(&self) -> Self {
        let mut ward = self.clone();
        for Absence { person, days } in &self.absences {
            let who = &mut ward.people[*person];
            for day in days.clone().filter(|day| !self.people[*person].days_off.contains(day)) {
                let cell = self.kept.as_ref().map_or(0, |kept| kept.cells[person * self.days + day]);
                if let Some(shift) = usize::from(cell).checked_sub(1) {
                    let minutes = self.shifts[shift].minutes;
                    who.min_minutes = who.min_minutes.saturating_sub(minutes);
                    who.max_minutes = who.max_minutes.saturating_sub(minutes).max(who.min_minutes);
                }
                who.days_off.push(day);
            }
            who.days_off.sort_unstable();
            who.days_off.dedup();
            (who.min_run, who.min_rest) = (who.min_run.min(1), who.min_rest.min(1));
        }
        ward
    }

    /// The roster to stay close to, without the cells of absent people: where a repair begins.
    pub fn kept_start(&self) -> Option<Vec<u8>> {
        let mut cells = self.kept.as_ref()?.cells.clone();
        for Absence { person, days } in &self.absences {
            days.clone().for_each(|day| cells[person * self.days + day] = 0);
        }
        Some(cells)
    }

    /// The most that a roster can cost, about.
    fn sum(&self) -> u64 {
        let people = self.people.len() as u64;
        let cover = |row: &Cover| u64::from(row.need) * u64::from(row.under) + people * u64::from(row.over);
        let keep = self.kept.as_ref().map_or(0, |kept| kept.cells.len() as u64 * u64::from(kept.weight));
        let wishes: u64 = self.requests.iter().map(|request| u64::from(request.weight)).sum();
        self.cover.iter().map(cover).fold(keep.saturating_add(wishes), u64::saturating_add)
    }

    /// The name of a cell: that of its shift, or nothing for a day off.
    pub fn cell_text(&self, cell: u8) -> &str {
        usize::from(cell).checked_sub(1).map_or("", |shift| &self.shifts[shift].id)
    }

    /// Checks what a reader cannot check line by line: how much there is of everything.
    ///
    /// # Errors
    ///
    /// What is missing or out of range.
    pub fn check(&self) -> Result<(), ParseError> {
        let range = |what: &str, count: usize, most: usize| match (1..=most).contains(&count) {
            true => Ok(()),
            false => Err(ParseError::new(format!("{}: there are {count} {what}", self.name))
                .help(format!("1 to {most} {what} are possible"))),
        };
        range("days", self.days, MAX_DAYS)?;
        range("shifts", self.shifts.len(), MAX_SHIFTS)?;
        range("people", self.people.len(), MAX_PEOPLE)?;
        if self.sum() > MAX_SUM {
            let error = ParseError::new(format!("{}: the weights add up to {}", self.name, self.sum()));
            return Err(error.help(format!("at most {MAX_SUM}: make all weights smaller by the same factor")));
        }
        Ok(())
    }
}
