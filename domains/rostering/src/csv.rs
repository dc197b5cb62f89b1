//! A ward as one CSV file, for people with spreadsheets.
//!
//! The file has sections. A section begins with a row that has its name in the first cell, then a row with the names of its
//! columns in any order, then its rows. Empty rows and rows that begin with `#` are skipped; cells are separated by commas,
//! semicolons or tabs, and may be quoted. Days count from 1; where the horizon has a date, days may be written as dates.
//!
//! | section | columns (those in brackets may be left out, or left empty) |
//! |---|---|
//! | `HORIZON` | `days`; \[`start`\]: date of the first day, such as 2026-11-02; without it the first day is a Monday; \[`keep`\] 20: cost of each cell that differs from `ROSTER`; \[`best_known`\] |
//! | `SHIFTS` | `shift`, `minutes`; \[`begins`\]: time of day, such as 07:30; \[`not_followed_by`\]: shifts that must not follow on the next day, separated by `\|` |
//! | `PEOPLE` | `person`, `max_minutes`; \[`min_minutes`\] 0, \[`max_run`\] 5, \[`min_run`\] 1, \[`min_rest`\] 1 (consecutive days), \[`max_weekends`\] all, \[`days_off`\]: days separated by spaces, \[`max SHIFT`\] for any shift: most shifts of the kind |
//! | `DEMAND` | `days`, `shift`, `people`; \[`under`\] 100, \[`over`\] 1: cost of each person missing or too many |
//! | `REQUESTS` | `person`, `days`, `shift` (or `any`), `wants`: `yes` or `no`; \[`weight`\] 1 |
//! | `ABSENT` | `person`, `days`: who is out. The days before the first absence have passed, and stay as they are in `ROSTER` |
//! | `ROSTER` | `person`, then a column for each day: a roster to stay close to. The row with the name of the section may be left out, so that the file of a roster can follow that of its ward |
//!
//! `days` are separated by spaces, or by commas within quotes: numbers, dates, `Mon` to `Sun`, ranges such as `3-5` and
//! `Mon-Fri`, or `all`. A later row of the demand replaces an earlier one for the same day and shift, so that exceptions
//! follow the rule.

use crate::date;
use crate::row::{Row, names};
use crate::ward::{Absence, Cover, KEEP, Kept, Person, Request, Shift, WEEKDAYS, Ward};
use std::iter::Peekable;
use unstuck_core::error::{ParseError, presentable};

/// The rows that are neither empty nor comments.
pub(crate) fn rows(text: &str) -> Peekable<impl Iterator<Item = Row<'_>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = text.lines().enumerate().map(|(line, content)| Row { line: line + 1, cells: split(content) });
    rows.filter(|row: &Row| row.cells.iter().any(|cell| !cell.is_empty()) && !row.cells[0].starts_with('#'))
        .peekable()
}

/// The cells of a line; separators within quotes do not separate.
fn split(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let cells = line.split(|sign: char| {
        is_quoted ^= sign == '"';
        !is_quoted && ",;\t".contains(sign)
    });
    cells.map(|cell| cell.trim().trim_matches('"').trim()).collect()
}

const SECTIONS: [&str; 7] = ["HORIZON", "SHIFTS", "PEOPLE", "DEMAND", "REQUESTS", "ABSENT", "ROSTER"];
const ROSTER: usize = 6;
const COLUMNS: [&[&str]; 6] = [
    &["days", "start", "keep", "best_known"],
    &["shift", "minutes", "begins", "not_followed_by"],
    &["person", "max_minutes", "min_minutes", "max_run", "min_run", "min_rest", "max_weekends", "days_off"],
    &["days", "shift", "people", "under", "over"],
    &["person", "days", "shift", "wants", "weight"],
    &["person", "days"],
];

/// A row of a section, read by the names of its columns.
struct Named<'a, 't> {
    row: &'a Row<'t>,
    header: &'a [String],
}

impl<'a, 't> Named<'a, 't> {
    /// Checks that every cell has a column.
    fn new(row: &'a Row<'t>, header: &'a [String], section: usize) -> Result<Self, ParseError> {
        let place = row.cells.iter().rposition(|cell| !cell.is_empty()).unwrap_or(0);
        if place == 0 && section > 0 {
            let found = presentable(row.cells[0], 20);
            let message =
                format!("expected a row of {} or the name of a section, found '{found}'", SECTIONS[section]);
            return Err(row.error(message).help(format!("sections are {}", SECTIONS.join(", "))));
        }
        if header.get(place).is_none_or(String::is_empty) {
            let found = presentable(row.cells[place], 20);
            let help = "lists have spaces between their days, or are in quotes";
            return Err(row.error(format!("there is no column for the cell '{found}'")).help(help));
        }
        Ok(Self { row, header })
    }

    /// The cell of a column; empty if there is none.
    fn get(&self, column: &str) -> &'t str {
        let place = self.header.iter().position(|name| name == column);
        place.and_then(|place| self.row.cells.get(place).copied()).unwrap_or("")
    }

    fn need(&self, column: &str) -> Result<&'t str, ParseError> {
        match self.get(column) {
            "" => Err(self.row.error(format!("'{column}' is missing"))),
            cell => Ok(cell),
        }
    }

    fn number(&self, column: &str, default: Option<u32>) -> Result<u32, ParseError> {
        match (self.get(column), default) {
            ("", Some(default)) => Ok(default),
            ("", None) => Err(self.row.error(format!("'{column}' is missing"))),
            (cell, _) => self.row.number(cell, column),
        }
    }

    fn days(&self, ward: &Ward, list: &str) -> Result<Vec<usize>, ParseError> {
        days(self.row, ward, list)
    }
}

/// Days: numbers from 1, dates, weekdays, ranges of numbers and weekdays, or `all`; separated by spaces.
pub(crate) fn days(row: &Row, ward: &Ward, list: &str) -> Result<Vec<usize>, ParseError> {
    let weekday = |word: &str| WEEKDAYS.iter().position(|name| name.eq_ignore_ascii_case(word));
    let mut days = Vec::new();
    for word in list.split([' ', ',', ';']).filter(|word| !word.is_empty()) {
        let range = word.split_once('-').filter(|_| word.matches('-').count() == 1);
        let weekdays = range.and_then(|(first, last)| Some((weekday(first)?, weekday(last)?)));
        if word.eq_ignore_ascii_case("all") {
            days.extend(0..ward.days);
        } else if let Some((first, last)) = weekdays.or(weekday(word).map(|one| (one, one))) {
            let length = (last + 7 - first) % 7;
            days.extend((0..ward.days).filter(|&day| (ward.weekday(day) + 7 - first) % 7 <= length));
        } else if let Some((first, last)) = range {
            let (first, last) = (row.day(ward, first, 1)?, row.day(ward, last, 1)?);
            if first > last {
                return Err(row.error(format!("the range of days '{}' is empty", presentable(word, 20))));
            }
            days.extend(first..=last);
        } else if let Some(date) = date::read(word) {
            let Some(first) = ward.first_date else {
                return Err(row.error("a date, but the horizon has no 'start'"));
            };
            if !(first..first + ward.days as i64).contains(&date) {
                let last = date::write(first + ward.days as i64 - 1);
                let range = format!("the horizon is {} to {last}", date::write(first));
                return Err(row.error(format!("{word} is outside of the horizon")).help(range));
            }
            days.push((date - first) as usize);
        } else {
            days.push(row.day(ward, word, 1)?);
        }
    }
    days.sort_unstable();
    days.dedup();
    Ok(days)
}

/// Reads a ward.
///
/// # Errors
///
/// What is wrong with the text, and in which line.
pub fn read(text: &str, name: &str) -> Result<Ward, ParseError> {
    let mut ward = Ward::blank(name);
    let mut section = None;
    let (mut header, mut successors, mut roster) = (Vec::new(), Vec::new(), Vec::new());
    let mut keep = KEEP;
    let mut rows = rows(text);
    if rows.peek().is_none() {
        return Err(ParseError::new("the text is empty"));
    }
    for row in rows {
        let is_alone = row.cells[1..].iter().all(|cell| cell.is_empty());
        let named = SECTIONS.iter().position(|name| is_alone && name.eq_ignore_ascii_case(row.cells[0]));
        if let Some(place) = named {
            resolve(&mut ward, &mut successors)?;
            (section, header) = (Some(place), Vec::new());
            continue;
        }
        if is_roster_header(&ward, &row) {
            resolve(&mut ward, &mut successors)?;
            (section, header) = (Some(ROSTER), vec![String::new()]);
            continue;
        }
        let Some(place) = section else {
            let found = presentable(row.cells[0], 20);
            let help = format!("sections are {}, or SECTION_HORIZON … of the benchmark", SECTIONS.join(", "));
            return Err(row.error(format!("expected the name of a section, found '{found}'")).help(help));
        };
        if place == ROSTER {
            roster.push(row);
            continue;
        }
        if header.is_empty() {
            header = read_header(&ward, &row, place)?;
            continue;
        }
        if place > 0 && ward.days == 0 {
            return Err(row.error("the section HORIZON comes first"));
        }
        let named = Named::new(&row, &header, place)?;
        match place {
            0 if ward.days > 0 => return Err(row.error("a second row of HORIZON")),
            0 => {
                ward.days = row.horizon(named.need("days")?)?;
                if !named.get("start").is_empty() {
                    let first = date::read(named.get("start"))
                        .ok_or_else(|| row.error("'start' is not a date").help("such as 2026-11-02"))?;
                    (ward.first_date, ward.first_weekday) = (Some(first), date::weekday(first));
                }
                keep = named.number("keep", Some(KEEP))?;
                let best = named.get("best_known");
                ward.best_known = (!best.is_empty())
                    .then(|| named.number("best_known", None).map(i64::from))
                    .transpose()?;
            }
            1 => {
                let shift = shift(&ward, &named)?;
                successors.push((ward.shifts.len(), named.get("not_followed_by"), row.line));
                ward.shifts.push(shift);
            }
            2 => {
                let person = person(&ward, &named)?;
                ward.people.push(person);
            }
            3 => demand(&mut ward, &named)?,
            4 => requests(&mut ward, &named)?,
            _ => {
                let person = row.person(&ward, named.need("person")?)?;
                let days = named.days(&ward, named.need("days")?)?;
                add_absence(&mut ward, person, &days);
            }
        }
    }
    resolve(&mut ward, &mut successors)?;
    if !roster.is_empty() {
        ward.kept = Some(Kept { cells: cells(&ward, roster.into_iter())?, weight: keep });
    }
    Ok(ward)
}

/// Whether a row begins the file of a roster: `person,Mon 1,Tue 2,…`.
fn is_roster_header(ward: &Ward, row: &Row) -> bool {
    let first = format!("{} 1", WEEKDAYS[ward.weekday(0)]);
    row.cells[0] == "person" && row.cells.get(1).is_some_and(|cell| **cell == first)
}

/// Adds an absence; days that are known already are not added again.
pub(crate) fn add_absence(ward: &mut Ward, person: usize, days: &[usize]) {
    let known = |absences: &[Absence], day: usize| {
        absences.iter().any(|absence| absence.person == person && absence.days.contains(&day))
    };
    for &day in days {
        if known(&ward.absences, day) {
            continue;
        }
        let before = |absence: &&mut Absence| absence.person == person && absence.days.end == day;
        match ward.absences.iter_mut().find(before) {
            Some(absence) => absence.days.end = day + 1,
            None => ward.absences.push(Absence { person, days: day..day + 1 }),
        }
    }
}

/// The cells of a roster: a row for each person, after a row of names that may be left out. Cells of days off are empty or `-`.
pub(crate) fn cells<'t>(ward: &Ward, rows: impl Iterator<Item = Row<'t>>) -> Result<Vec<u8>, ParseError> {
    let (people, days) = (ward.people.len(), ward.days);
    let (mut cells, mut known) = (vec![0_u8; people * days], vec![false; people]);
    for (number, row) in rows.enumerate() {
        if number == 0 && row.cells[0].eq_ignore_ascii_case("person") {
            continue;
        }
        let person = row.person(ward, row.cell(0, "the person")?)?;
        if std::mem::replace(&mut known[person], true) {
            let id = presentable(row.cells[0], 20);
            return Err(row.error(format!("the roster has two rows of '{id}'")));
        }
        if row.cells.len() > days + 1 && row.cells[days + 1..].iter().any(|cell| !cell.is_empty()) {
            return Err(row.error(format!("there are cells after the last of {days} days")));
        }
        for (day, cell) in row.cells[1..].iter().take(days).enumerate() {
            let off = cell.is_empty() || *cell == "-";
            cells[person * days + day] = if off { 0 } else { row.shift(ward, cell)? as u8 + 1 };
        }
    }
    match known.iter().position(|known| !known) {
        Some(person) => {
            Err(ParseError::new(format!("the roster has no row of '{}'", ward.people[person].id)))
        }
        None => Ok(cells),
    }
}

fn read_header(ward: &Ward, row: &Row, section: usize) -> Result<Vec<String>, ParseError> {
    // Names of shifts keep their case.
    let lower = |cell: &&str| match cell.get(..4) {
        Some(max) if max.eq_ignore_ascii_case("max ") => format!("max {}", cell[4..].trim()),
        _ => cell.to_ascii_lowercase(),
    };
    let header: Vec<String> = row.cells.iter().map(lower).collect();
    for (place, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if header[..place].contains(name) {
            return Err(row.error(format!("{} has two columns '{name}'", SECTIONS[section])));
        }
        let limit =
            section == 2 && name.strip_prefix("max ").is_some_and(|shift| ward.shift(shift).is_some());
        if !COLUMNS[section].contains(&name.as_str()) && !limit {
            let error = row.error(format!("{} has no column '{}'", SECTIONS[section], presentable(name, 20)));
            return Err(error.help(format!("columns: {}", COLUMNS[section].join(", "))));
        }
    }
    Ok(header)
}

fn resolve(ward: &mut Ward, rows: &mut Vec<(usize, &str, usize)>) -> Result<(), ParseError> {
    for (shift, list, line) in rows.drain(..) {
        let row = Row { line, cells: Vec::new() };
        let places: Result<Vec<usize>, ParseError> = names(list).map(|id| row.shift(ward, id)).collect();
        ward.shifts[shift].not_before = places?;
    }
    Ok(())
}

fn shift(ward: &Ward, named: &Named) -> Result<Shift, ParseError> {
    let id = named.need("shift")?;
    let id = named.row.new_name(id, ward.shift(id).is_some(), "shift")?;
    let begins = match named.get("begins") {
        "" => None,
        time => {
            let (hours, minutes) = time.split_once(':').unwrap_or((time, "0"));
            let begins = hours.parse::<u32>().ok().zip(minutes.parse::<u32>().ok());
            let begins = begins.filter(|&(hours, minutes)| hours < 24 && minutes < 60);
            let wrong = || named.row.error("'begins' is not a time of day").help("such as 07:30");
            Some(begins.map(|(hours, minutes)| 60 * hours + minutes).ok_or_else(wrong)?)
        }
    };
    Ok(Shift { id, minutes: named.number("minutes", None)?, begins, not_before: Vec::new() })
}

fn person(ward: &Ward, named: &Named) -> Result<Person, ParseError> {
    let id = named.need("person")?;
    let id = named.row.new_name(id, ward.person(id).is_some(), "person")?;
    let all = ward.days as u32;
    let most = |shift: &Shift| named.number(&format!("max {}", shift.id), Some(all));
    named.row.checked(Person {
        max_shifts: ward.shifts.iter().map(most).collect::<Result<_, _>>()?,
        max_minutes: named.number("max_minutes", None)?,
        min_minutes: named.number("min_minutes", Some(0))?,
        max_run: named.number("max_run", Some(5))?,
        min_run: named.number("min_run", Some(1))?,
        min_rest: named.number("min_rest", Some(1))?,
        max_weekends: named.number("max_weekends", Some(all))?,
        days_off: named.days(ward, named.get("days_off"))?,
        id,
    })
}

fn demand(ward: &mut Ward, named: &Named) -> Result<(), ParseError> {
    let shift = named.row.shift(ward, named.need("shift")?)?;
    let need = named.number("people", None)?;
    let (under, over) = (named.number("under", Some(100))?, named.number("over", Some(1))?);
    for day in named.days(ward, named.need("days")?)? {
        ward.cover.retain(|cover| (cover.day, cover.shift) != (day, shift));
        ward.cover.push(Cover { day, shift, need, under, over });
    }
    Ok(())
}

fn requests(ward: &mut Ward, named: &Named) -> Result<(), ParseError> {
    let person = named.row.person(ward, named.need("person")?)?;
    let on = match named.need("wants")?.to_ascii_lowercase().as_str() {
        "yes" | "on" => true,
        "no" | "off" => false,
        _ => return Err(named.row.error("'wants' is neither yes nor no")),
    };
    let shifts = match named.need("shift")? {
        "any" if !on => 0..ward.shifts.len(),
        "any" => return Err(named.row.error("'any' is for shifts that are not wanted")),
        id => {
            let shift = named.row.shift(ward, id)?;
            shift..shift + 1
        }
    };
    let weight = named.number("weight", Some(1))?;
    for day in named.days(ward, named.need("days")?)? {
        ward.requests.extend(shifts.clone().map(|shift| Request { person, day, shift, weight, on }));
    }
    Ok(())
}
