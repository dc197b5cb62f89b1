//! What people see of a ward and of a roster: a grid of people and days, and costs in words.

use crate::partial::Partial;
use crate::problem::Component;
use crate::roster::{Roster, Rostering};
use crate::ward::{WEEKDAYS, Ward};
use crate::{compact, date, repair};
use serde::Serialize;
use unstuck_core::optimisation::{self, Cost, Presented};
use unstuck_core::puzzle::{Picture, Piece, Tint};
use unstuck_core::view::Board;

/// The data of a board of kind `roster`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RosterBoard {
    /// The days.
    pub days: Vec<DayLabel>,
    /// Names of the shifts.
    pub shifts: Vec<String>,
    /// Names of the people.
    pub people: Vec<String>,
    /// For each person and day the place of the shift; none for days off. Empty before anything is planned.
    pub cells: Vec<Vec<Option<usize>>>,
    /// For each shift and day the people present and needed; needed is none where any number will do.
    pub cover: Vec<Vec<(u16, Option<u32>)>>,
    /// Cells (person, day) at which a hard rule is broken.
    pub broken: Vec<(usize, usize)>,
    /// Cells (person, day) that differ from the roster to stay close to.
    pub changed: Vec<(usize, usize)>,
}

/// A day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DayLabel {
    /// `Mon` to `Sun`.
    pub weekday: &'static str,
    /// The date, if it is known.
    pub date: Option<String>,
}

/// Columns of a terminal that a grid takes, and lines of violations and of changes below it.
const COLUMNS: usize = 110;
const LINES: usize = 20;

/// A day in words.
fn day_text(ward: &Ward, day: usize) -> String {
    let weekday = WEEKDAYS[ward.weekday(day)];
    match ward.first_date {
        Some(first) => format!("day {} ({weekday} {})", day + 1, date::write(first + day as i64)),
        None => format!("day {} ({weekday})", day + 1),
    }
}

impl Rostering {
    /// What a component is, in words.
    fn sentence(&self, roster: &Roster, component: &Component) -> String {
        let ward = self.ward();
        let &Component { name, person, day, shift, cost } = component;
        let who = person.map_or_else(String::new, |person| ward.people[person].id.clone());
        let on = day.map_or_else(String::new, |day| format!(", {}", day_text(ward, day)));
        let shift = shift.map_or("", |shift| ward.shifts[shift].id.as_str());
        let minutes = person.map_or(0, |person| roster.minutes[person]);
        let limits = person.map(|person| &ward.people[person]);
        let limit = |value: fn(&crate::ward::Person) -> u32| limits.map_or(0, value);
        let many = cost.hard;
        let before = |person: usize, day: usize| ward.cell_text(self.line(roster, person)[day - 1]);
        match name {
            "day-off" => format!("{who}{on}: works on a day off"),
            "forbidden-succession" => {
                let before = person.zip(day).map_or("", |(person, day)| before(person, day));
                format!("{who}{on}: {shift} must not follow {before}")
            }
            "max-shifts" => format!("{who}: {many} too many of shift {shift}"),
            "max-minutes" => format!("{who}: {minutes} minutes, more than {}", limit(|one| one.max_minutes)),
            "min-minutes" => format!("{who}: {minutes} minutes, fewer than {}", limit(|one| one.min_minutes)),
            "max-consecutive" => {
                let most = limit(|one| one.max_run);
                format!("{who}, from {}: more than {most} shifts in a row", &on[on.len().min(2)..])
            }
            "min-consecutive" => {
                let fewest = limit(|one| one.min_run);
                format!("{who}, from {}: fewer than {fewest} shifts in a row", &on[on.len().min(2)..])
            }
            "min-days-off" => {
                let fewest = limit(|one| one.min_rest);
                format!("{who}, from {}: fewer than {fewest} days off in a row", &on[on.len().min(2)..])
            }
            "max-weekends" => format!("{who}: more than {} weekends", limit(|one| one.max_weekends)),
            "passed" => format!("{who}{on}: the day has passed, and changes"),
            "shift-on" => format!("{who}{on}: wants {shift}"),
            "shift-off" => format!("{who}{on}: does not want {shift}"),
            "changed" => {
                let change = person.zip(day).and_then(|(person, day)| self.change_at(roster, person, day));
                change.map_or_else(|| format!("{who}{on}: changed"), |change| change.text(ward))
            }
            _ => {
                let what = if name == "cover-under" { "too few" } else { "too many" };
                format!("{}: {what} people in {shift}", &on[on.len().min(2)..])
            }
        }
    }

    fn change_at(&self, roster: &Roster, person: usize, day: usize) -> Option<repair::Change> {
        let at = |change: &repair::Change| (change.person, change.day) == (person, day);
        repair::changes(self, roster).into_iter().find(at)
    }

    /// The days of a grid that fit into a row, as a part of the roster, with what is below it.
    fn grid(&self, roster: &Roster, days: std::ops::Range<usize>, marks: &Marks, rows: &mut Vec<Vec<Piece>>) {
        let ward = self.ward();
        let piece = |text: String, tint: Tint| Piece { text, tint };
        let bar = |day: usize| if day > days.start && ward.weekday(day) == 0 { "|" } else { " " };
        let (first, width) = (name_width(ward), cell_width(ward));
        let mut head = |name: &str, label: &dyn Fn(usize) -> String| {
            let mut row = vec![piece(format!("{name:<first$}"), Tint::Faint)];
            row.extend(
                days.clone().map(|day| piece(format!("{}{:<width$}", bar(day), label(day)), Tint::Faint)),
            );
            rows.push(row);
        };
        head("", &|day| WEEKDAYS[ward.weekday(day)][..2].to_owned());
        head("day", &|day| (day + 1).to_string());
        for (person, who) in ward.people.iter().enumerate() {
            let mut row = vec![piece(format!("{:<first$}", who.id), Tint::Plain)];
            for day in days.clone() {
                let (cell, place) = (self.line(roster, person)[day], (person, day));
                let (mark, marked) = match (marks.broken.contains(&place), marks.changed.contains(&place)) {
                    (true, _) => ("!", Some(Tint::Strong)),
                    (false, true) => ("*", Some(Tint::Strong)),
                    _ => ("", None),
                };
                let (name, tint) = match cell {
                    0 => (".", Tint::Faint),
                    _ => (ward.cell_text(cell), Tint::Hue(cell - 1)),
                };
                row.push(piece(bar(day).to_owned(), Tint::Faint));
                row.push(piece(format!("{:<width$}", format!("{name}{mark}")), marked.unwrap_or(tint)));
            }
            rows.push(row);
        }
        for (shift, kind) in ward.shifts.iter().enumerate() {
            let mut row = vec![piece(format!("{:<first$}", kind.id), Tint::Faint)];
            for day in days.clone() {
                let present = i64::from(roster.present[day * self.kinds + shift + 1]);
                let need = ward.cover.iter().find(|cover| (cover.day, cover.shift) == (day, shift));
                let more = need.map_or(0, |cover| present - i64::from(cover.need));
                let text = if more == 0 { String::new() } else { format!("{more:+}") };
                row.push(piece(bar(day).to_owned(), Tint::Faint));
                let tint = if more < 0 { Tint::Strong } else { Tint::Faint };
                row.push(piece(format!("{text:<width$}"), tint));
            }
            rows.push(row);
        }
    }

    fn marks(&self, roster: &Roster) -> Marks {
        let costs = self.costs(roster);
        let places = |wanted: &dyn Fn(&Component) -> bool| {
            let found = costs.iter().filter(|component| wanted(component));
            found.filter_map(|component| component.person.zip(component.day)).collect()
        };
        Marks {
            broken: places(&|component| component.cost.hard > 0),
            changed: places(&|component| component.name == "changed"),
        }
    }
}

/// Cells that are marked.
struct Marks {
    broken: Vec<(usize, usize)>,
    changed: Vec<(usize, usize)>,
}

fn name_width(ward: &Ward) -> usize {
    let ids = ward.people.iter().map(|person| &person.id).chain(ward.shifts.iter().map(|shift| &shift.id));
    ids.map(|id| id.chars().count()).max().unwrap_or(0).max(3)
}

/// Of a cell with its mark.
fn cell_width(ward: &Ward) -> usize {
    let ids = ward.shifts.iter().map(|shift| shift.id.chars().count() + 1);
    ids.max().unwrap_or(2).max(if ward.days > 99 { 3 } else { 2 })
}

fn line(text: String, tint: Tint) -> Vec<Piece> {
    vec![Piece { text, tint }]
}

impl Presented for Rostering {
    fn text(&self) -> String {
        compact::line(self.given())
    }

    fn size(&self) -> usize {
        self.people() * self.days
    }

    fn best_known(&self) -> Option<Cost> {
        let given = self.given();
        let same = given.kept.is_none() && given.absences.is_empty();
        given.best_known.filter(|_| same).map(Cost::soft)
    }

    fn picture(&self, roster: Option<&Roster>) -> Picture {
        let ward = self.ward();
        let (people, shifts) = (ward.people.len(), ward.shifts.len());
        let kinds = if shifts == 1 { "kind" } else { "kinds" };
        let mut rows = vec![line(
            format!("{people} people, {} days, {shifts} {kinds} of shifts", ward.days),
            Tint::Faint,
        )];
        let Some(roster) = roster else { return Picture { rows } };
        let marks = self.marks(roster);
        let week = 7 * (cell_width(ward) + 1);
        let weeks = (COLUMNS.saturating_sub(name_width(ward)) / week).max(1);
        let mut start = 0;
        while start < ward.days {
            let end = (start + 7 * weeks - (ward.weekday(start) % 7)).min(ward.days);
            if start > 0 {
                rows.push(line(String::new(), Tint::Plain));
            }
            self.grid(roster, start..end, &marks, &mut rows);
            start = end;
        }
        let costs = self.costs(roster);
        let broken: Vec<&Component> = costs.iter().filter(|one| one.cost.hard > 0).collect();
        for one in broken.iter().take(LINES) {
            rows.push(line(format!("! {}", self.sentence(roster, one)), Tint::Strong));
        }
        if broken.len() > LINES {
            rows.push(line(format!("! and {} more violations", broken.len() - LINES), Tint::Strong));
        }
        let changes = repair::changes(self, roster);
        for change in changes.iter().take(2 * LINES) {
            rows.push(line(format!("* {}", change.text(ward)), Tint::Plain));
        }
        if changes.len() > 2 * LINES {
            rows.push(line(format!("* and {} more changes", changes.len() - 2 * LINES), Tint::Plain));
        }
        if ward.kept.is_some() {
            let cost: i64 = costs.iter().filter(|one| one.name != "changed").map(|one| one.cost.soft).sum();
            let text = format!("changed cells: {}; {cost} without the cost of changes", changes.len());
            rows.push(line(text, Tint::Plain));
        }
        Picture { rows }
    }

    fn sketch(&self, partial: &Partial) -> Option<Board> {
        Some(self.view(Some(&partial.roster)))
    }

    fn view(&self, roster: Option<&Roster>) -> Board {
        let ward = self.ward();
        let label = |day: usize| DayLabel {
            weekday: WEEKDAYS[ward.weekday(day)],
            date: ward.first_date.map(|first| date::write(first + day as i64)),
        };
        let marks =
            roster.map_or(Marks { broken: Vec::new(), changed: Vec::new() }, |roster| self.marks(roster));
        let shift_of = |&cell: &u8| usize::from(cell).checked_sub(1);
        let lines = |roster: &Roster| -> Vec<Vec<Option<usize>>> {
            roster.cells.chunks(ward.days).map(|line| line.iter().map(shift_of).collect()).collect()
        };
        let cover = |shift: usize, day: usize| {
            let present = roster.map_or(0, |roster| roster.present[day * self.kinds + shift + 1]);
            let need = ward.cover.iter().find(|cover| (cover.day, cover.shift) == (day, shift));
            (present, need.map(|cover| cover.need))
        };
        let shifts = 0..ward.shifts.len();
        Board::new(
            "roster",
            RosterBoard {
                days: (0..ward.days).map(label).collect(),
                shifts: ward.shifts.iter().map(|shift| shift.id.clone()).collect(),
                people: ward.people.iter().map(|person| person.id.clone()).collect(),
                cells: roster.map_or_else(Vec::new, lines),
                cover: shifts.map(|shift| (0..ward.days).map(|day| cover(shift, day)).collect()).collect(),
                broken: marks.broken,
                changed: marks.changed,
            },
        )
    }

    fn components(&self, roster: &Roster) -> Vec<optimisation::Component> {
        let named = |component: &Component| optimisation::Component {
            name: self.sentence(roster, component),
            cost: component.cost,
        };
        self.costs(roster).iter().map(named).collect()
    }
}
