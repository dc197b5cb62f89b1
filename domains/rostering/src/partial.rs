//! Rosters that are built day by day: at each step a person gets a shift of the present day, or the day is closed.
//!
//! Only people are offered whose line stays legal: rest and runs are long enough, minutes, weekends and shifts of the kind are
//! left, and a run that begins has room for its fewest days. While someone must continue a run that is too short, the day
//! cannot be closed. In the end, lines that break a rule (minutes are missing, say) are replaced by the [best
//! lines](mod@crate::line) that the others leave, where there are any.

use crate::line::Lines;
use crate::roster::{HARD, Roster, Rostering};
use std::ops::ControlFlow;
use unstuck_core::optimisation::decision::ChoiceView;
use unstuck_core::optimisation::{Construction, Ruin};

/// A roster that is being built.
#[derive(Debug, Clone)]
pub struct Partial {
    /// The roster so far.
    pub roster: Roster,
    /// The present day.
    pub day: usize,
    /// Whose lines are being built; those of the others are kept.
    pub(crate) free: Vec<bool>,
    /// Consecutive days of work before the present day, or of rest as a negative number; rest before the horizon is long.
    pub(crate) runs: Vec<i32>,
}

/// A way to continue: a person works a shift, or everyone else has the day off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A person works.
    Work {
        /// Who.
        person: u16,
        /// The place of the shift plus 1.
        cell: u8,
    },
    /// The day is complete.
    Close,
}

/// Rest before the first day.
const LONG: i32 = 10_000;

impl Rostering {
    fn begin(&self, roster: Roster, free: Vec<bool>) -> Partial {
        Partial { roster, day: 0, free, runs: vec![-LONG; self.people()] }
    }

    /// Whether a person may work a kind of shift on the present day.
    fn legal(&self, partial: &Partial, person: usize, cell: u8) -> bool {
        let (roster, day) = (&partial.roster, partial.day);
        let limits = &self.limits[person];
        let place = person * self.kinds + usize::from(cell);
        let left = self.max_shifts[place].saturating_sub(roster.counts[place].into());
        let minutes = limits.max_minutes.saturating_sub(roster.minutes[person]);
        if left == 0 || minutes < self.minutes[usize::from(cell)] || !self.may(person, day, cell) {
            return false;
        }
        let run = partial.runs[person];
        if run > 0 {
            let before = roster.cells[person * self.days + day - 1];
            if run as u32 >= limits.max_run || self.succession(before, cell) > 0 {
                return false;
            }
        } else if (-run) < limits.min_rest as i32 {
            return false;
        }
        // The days that the run must have yet, with this one.
        let touches_start = run == day as i32 && run > 0 || day == 0;
        let more = match touches_start {
            true => 1,
            false => (limits.min_run as i32 - run.max(0)).max(1) as usize,
        };
        let end = (day + more).min(self.days);
        let mut weekends = limits.max_weekends.saturating_sub(roster.weekends[person]);
        for next in day..end {
            if next > day && !(1..self.kinds as u8).any(|cell| self.may(person, next, cell)) {
                return false;
            }
            if let Some((first, _)) = self.weekend_at(next) {
                let counted = next > first && (next > day || run > 0);
                if !counted {
                    if weekends == 0 {
                        return false;
                    }
                    weekends -= 1;
                }
            }
        }
        let shortest = self.minutes[1..].iter().min().copied().unwrap_or(0);
        let after = minutes - self.minutes[usize::from(cell)];
        if after < shortest * (end - day - 1) as u32 {
            return false;
        }
        // A kind that nothing may follow but itself must not run out within the fewest days.
        end - day < 2
            || (1..self.kinds).any(|next| {
                let place = person * self.kinds + next;
                let used = u32::from(roster.counts[place]) + u32::from(next == usize::from(cell));
                self.succession(cell, next as u8) == 0 && used < self.max_shifts[place]
            })
    }

    /// People whose lines break a rule get the best ones that the others leave.
    fn replace_broken_lines(&self, roster: &mut Roster) {
        let mut lines = Lines::default();
        for person in 0..self.people() {
            if self.line_cost(roster, person) < HARD / 2 {
                continue;
            }
            let old = self.line(roster, person).to_vec();
            (0..self.days).for_each(|day| {
                self.set(roster, person, day, 0);
            });
            let found = self.best_line(roster, person, 0..self.days, &mut lines, None);
            for (day, &cell) in (if found { &lines.found } else { &old }).iter().enumerate() {
                self.set(roster, person, day, cell);
            }
        }
    }

    /// Whether a person must work on the present day, and has not got a shift yet.
    pub(crate) fn must(&self, partial: &Partial, person: usize) -> bool {
        let run = partial.runs[person];
        run > 0
            && run < self.limits[person].min_run as i32
            && run < partial.day as i32
            && partial.roster.cells[person * self.days + partial.day] == 0
    }
}

impl Construction for Rostering {
    type Partial = Partial;
    type Choice = Choice;

    fn start(&self, _features: &[u16]) -> Partial {
        self.begin(self.empty(), vec![true; self.people()])
    }

    /// By person, then by shift; to close the day comes last.
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        if partial.day >= self.days {
            return ControlFlow::Continue(());
        }
        let mut obliged = false;
        for person in 0..self.people() {
            if !partial.free[person] || partial.roster.cells[person * self.days + partial.day] > 0 {
                continue;
            }
            let must = self.must(partial, person);
            for cell in 1..self.kinds as u8 {
                if self.legal(partial, person, cell) {
                    obliged |= must;
                    each(Choice::Work { person: person as u16, cell })?;
                }
            }
        }
        if obliged { ControlFlow::Continue(()) } else { each(Choice::Close) }
    }

    fn extend(&self, partial: &mut Partial, choice: Choice) {
        match choice {
            Choice::Work { person, cell } => {
                self.set(&mut partial.roster, person.into(), partial.day, cell);
            }
            Choice::Close => {
                for (person, run) in partial.runs.iter_mut().enumerate() {
                    let works = partial.roster.cells[person * self.days + partial.day] > 0;
                    *run = if works { (*run).max(0) + 1 } else { (*run).min(0) - 1 };
                }
                partial.day += 1;
            }
        }
    }

    fn finish(&self, partial: &Partial) -> Roster {
        let mut roster = partial.roster.clone();
        self.replace_broken_lines(&mut roster);
        roster
    }

    fn overhead(&self) -> u64 {
        40 * (self.people() * self.days) as u64
    }

    fn choice_text(&self, partial: &Partial, choice: Choice) -> String {
        let day = partial.day + 1;
        match choice {
            Choice::Work { person, cell } => {
                let (id, shift) = (&self.ward.people[usize::from(person)].id, self.ward.cell_text(cell));
                format!("{id} works {shift} on day {day}")
            }
            Choice::Close => format!("day {day} is complete"),
        }
    }
}

impl Ruin for Rostering {
    const RUINS: bool = true;

    /// The lines.
    fn parts(&self, _roster: &Roster) -> usize {
        self.people()
    }
    fn without(&self, roster: &Roster, removed: &[usize], _features: &[u16]) -> Partial {
        let (mut roster, mut free) = (roster.clone(), vec![false; self.people()]);
        for &person in removed {
            free[person] = true;
            (0..self.days).for_each(|day| {
                self.set(&mut roster, person, day, 0);
            });
        }
        self.begin(roster, free)
    }
    /// The cost of the line.
    fn removal(&self, roster: &Roster, part: usize) -> f64 {
        self.line_cost(roster, part) as f64
    }
}

/// What features of a choice see, shortened.
pub(crate) type View<'a> = ChoiceView<'a, Rostering>;
