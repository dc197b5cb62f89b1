//! Rosters for people: CSV, a text grid, and a calendar for each person.

use crate::date;
use crate::roster::{Roster, Rostering};
use crate::ward::{WEEKDAYS, Ward};

/// The roster as CSV: a row for each person.
pub(crate) fn csv(ward: &Ward, cells: &[u8], out: &mut String) {
    out.push_str("person");
    for day in 0..ward.days {
        out.push_str(&format!(",{} {}", WEEKDAYS[ward.weekday(day)], day + 1));
    }
    out.push('\n');
    for (person, line) in ward.people.iter().zip(cells.chunks(ward.days.max(1))) {
        out.push_str(&person.id);
        for &cell in line {
            out.push(',');
            out.push_str(ward.cell_text(cell));
        }
        out.push('\n');
    }
}

/// The roster as a grid of text: people and days, then for each shift how many are present and needed. Cells that break a
/// rule are marked with `!`, cells that differ from the roster to stay close to with `*`.
pub fn grid(problem: &Rostering, roster: &Roster) -> String {
    let ward = problem.ward();
    let ids = ward.people.iter().map(|person| &person.id).chain(ward.shifts.iter().map(|shift| &shift.id));
    let first = ids.map(|id| id.chars().count()).max().unwrap_or(0).max(4);
    let width = ward.shifts.iter().map(|shift| shift.id.chars().count()).max().unwrap_or(1).max(3) + 2;
    let mut broken = vec![false; roster.cells.len()];
    for component in problem.components(roster) {
        if let (true, Some(person), Some(day)) = (component.cost.hard > 0, component.person, component.day) {
            broken[person * ward.days + day] = true;
        }
    }
    let mut out = String::new();
    let mut row = |name: &str, cell: &dyn Fn(usize) -> String| {
        out.push_str(&format!("{name:<first$}"));
        for day in 0..ward.days {
            let bar = if day > 0 && ward.weekday(day) == 0 { "|" } else { " " };
            out.push_str(&format!("{bar}{:>width$}", cell(day)));
        }
        out.push('\n');
    };
    row("", &|day| WEEKDAYS[ward.weekday(day)].to_owned());
    row("day", &|day| (day + 1).to_string());
    for (person, who) in ward.people.iter().enumerate() {
        row(&who.id, &|day| {
            let place = person * ward.days + day;
            let cell = roster.cells[place];
            let changed = ward.kept.as_ref().is_some_and(|kept| kept.cells[place] != cell);
            let mark = if broken[place] {
                "!"
            } else if changed {
                "*"
            } else {
                ""
            };
            format!("{}{mark}", if cell == 0 { "." } else { ward.cell_text(cell) })
        });
    }
    for (shift, kind) in ward.shifts.iter().enumerate() {
        row(&kind.id, &|day| {
            let present = roster.present[day * problem.kinds + shift + 1];
            let need = ward.cover.iter().find(|cover| (cover.day, cover.shift) == (day, shift));
            need.map_or_else(|| present.to_string(), |cover| format!("{present}/{}", cover.need))
        });
    }
    out
}

/// The shifts of a person as an iCalendar file. Without times of day, shifts are events of whole days. `None` if the ward has
/// no date for its first day.
pub fn calendar(problem: &Rostering, roster: &Roster, person: usize) -> Option<String> {
    let ward = problem.ward();
    let first = ward.first_date?;
    let mut out = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//unstuck//rostering//EN\r\n");
    let stamp = format!("{}T000000Z", date::compact(first));
    for (day, &cell) in problem.line(roster, person).iter().enumerate() {
        let Some(shift) = usize::from(cell).checked_sub(1).map(|shift| &ward.shifts[shift]) else { continue };
        let on = first + day as i64;
        let uid: String = ward.people[person].id.chars().filter(char::is_ascii_alphanumeric).collect();
        out.push_str("BEGIN:VEVENT\r\n");
        out.push_str(&format!("UID:{person}-{uid}-{}@rostering.unstuck\r\n", date::compact(on)));
        out.push_str(&format!("DTSTAMP:{stamp}\r\n"));
        match shift.begins {
            Some(begins) => {
                let moment = |minutes: u32| {
                    let day = date::compact(on + i64::from(minutes / 1_440));
                    format!("{day}T{:02}{:02}00", minutes / 60 % 24, minutes % 60)
                };
                let (begin, end) = (moment(begins), moment(begins + shift.minutes));
                out.push_str(&format!("DTSTART:{begin}\r\nDTEND:{end}\r\n"));
            }
            None => {
                let (begin, end) = (date::compact(on), date::compact(on + 1));
                out.push_str(&format!("DTSTART;VALUE=DATE:{begin}\r\nDTEND;VALUE=DATE:{end}\r\n"));
            }
        }
        let summary = shift.id.replace('\\', "\\\\").replace(';', "\\;");
        out.push_str(&format!("SUMMARY:{summary}\r\nEND:VEVENT\r\n"));
    }
    out.push_str("END:VCALENDAR\r\n");
    Some(out)
}
