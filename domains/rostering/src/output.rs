//! Rosters as files: CSV, and calendars (iCalendar, RFC 5545), one for each person in one text.

use crate::date;
use crate::row::Row;
use crate::ward::{WEEKDAYS, Ward};
use unstuck_core::error::ParseError;

/// The roster as CSV: a row for each person.
pub fn csv(ward: &Ward, cells: &[u8], out: &mut String) {
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

/// How a text of calendars begins.
pub const CALENDAR: &str = "BEGIN:VCALENDAR";

const NAME: &str = "X-WR-CALNAME:";

/// The calendars of all people. Without times of day, shifts are events of whole days. Nothing if the ward has no date for
/// its first day.
pub fn calendars(ward: &Ward, cells: &[u8], out: &mut String) {
    let Some(first) = ward.first_date else { return };
    for (person, line) in cells.chunks(ward.days.max(1)).enumerate() {
        let id = &ward.people[person].id;
        out.push_str(&format!(
            "{CALENDAR}\r\nVERSION:2.0\r\nPRODID:-//unstuck//rostering//EN\r\n{NAME}{id}\r\n"
        ));
        for (day, &cell) in line.iter().enumerate() {
            event(ward, (person, first + day as i64), cell, out);
        }
        out.push_str("END:VCALENDAR\r\n");
    }
}

fn event(ward: &Ward, (person, on): (usize, i64), cell: u8, out: &mut String) {
    let Some(shift) = usize::from(cell).checked_sub(1).map(|shift| &ward.shifts[shift]) else { return };
    let uid: String = ward.people[person].id.chars().filter(char::is_ascii_alphanumeric).collect();
    out.push_str("BEGIN:VEVENT\r\n");
    out.push_str(&format!("UID:{person}-{uid}-{}@rostering.unstuck\r\n", date::compact(on)));
    out.push_str(&format!("DTSTAMP:{}T000000Z\r\n", date::compact(on)));
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
    let summary = shift.id.replace('\\', "\\\\");
    out.push_str(&format!("SUMMARY:{summary}\r\nEND:VEVENT\r\n"));
}

/// The cells of a text of calendars.
///
/// # Errors
///
/// The first line that is wrong.
pub fn read_calendars(ward: &Ward, text: &str) -> Result<Vec<u8>, ParseError> {
    let Some(first) = ward.first_date else {
        return Err(ParseError::new("a calendar, but the horizon has no 'start'"));
    };
    let mut cells = vec![0_u8; ward.people.len() * ward.days];
    let mut known = vec![false; ward.people.len()];
    let (mut person, mut day) = (None, None);
    for (line, content) in text.lines().enumerate() {
        let row = Row { line: line + 1, cells: vec![content] };
        if content == CALENDAR {
            (person, day) = (None, None);
        } else if let Some(id) = content.strip_prefix(NAME) {
            let place = row.person(ward, id)?;
            if std::mem::replace(&mut known[place], true) {
                return Err(row.error("a second calendar of the person"));
            }
            person = Some(place);
        } else if content.starts_with("DTSTART") {
            let digits = content.rsplit(':').next().unwrap_or("");
            let word = |from: usize, to: usize| digits.get(from..to).unwrap_or("");
            let date = date::read(&format!("{}-{}-{}", word(0, 4), word(4, 6), word(6, 8)));
            let found = date.and_then(|date| usize::try_from(date - first).ok());
            day = found.filter(|&day| day < ward.days);
            day.ok_or_else(|| row.error("an event outside of the horizon"))?;
        } else if let Some(id) = content.strip_prefix("SUMMARY:") {
            let shift = row.shift(ward, &id.replace("\\\\", "\\"))?;
            match (person, day.take()) {
                (Some(person), Some(day)) => cells[person * ward.days + day] = shift as u8 + 1,
                _ => return Err(row.error("an event without a person or a date")),
            }
        }
    }
    match known.iter().position(|known| !known) {
        Some(person) => Err(ParseError::new(format!("there is no calendar of '{}'", ward.people[person].id))),
        None => Ok(cells),
    }
}
