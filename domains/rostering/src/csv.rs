//! A ward as one CSV file, for people with spreadsheets.
//!
//! The file has sections. A section begins with a row that has its name in the first cell, then a row with the names of its
//! columns in any order, then its rows. Empty rows and rows that begin with `#` are skipped; cells are separated by commas
//! or semicolons. Days count from 1; where the horizon has a date, days may be written as dates.
//!
//! | section | columns (those in brackets may be left out, or left empty) |
//! |---|---|
//! | `HORIZON` | `days`; \[`start`\]: date of the first day, such as 2026-11-02; without it the first day is a Monday |
//! | `SHIFTS` | `shift`, `minutes`; \[`begins`\]: time of day, such as 07:30; \[`not_followed_by`\]: shifts that must not follow on the next day, separated by `\|` |
//! | `PEOPLE` | `person`, `max_minutes`; \[`min_minutes`\] 0, \[`max_run`\] 5, \[`min_run`\] 1, \[`min_rest`\] 1 (consecutive days), \[`max_weekends`\] all, \[`days_off`\]: days separated by spaces, \[`max SHIFT`\] for any shift: most shifts of the kind |
//! | `DEMAND` | `days`, `shift`, `people`; \[`under`\] 100, \[`over`\] 1: cost of each person missing or too many |
//! | `REQUESTS` | `person`, `days`, `shift` (or `any`), `wants`: `yes` or `no`; \[`weight`\] 1 |
//!
//! `days` of demand and requests are separated by spaces: numbers, dates, `Mon` to `Sun`, or `all`. A later row of the
//! demand replaces an earlier one for the same day and shift, so that exceptions follow the rule.

use crate::date;
use crate::row::{Row, names};
use crate::ward::{Cover, Person, Request, Shift, WEEKDAYS, Ward};
use std::iter::Peekable;
use unstuck_core::error::{ParseError, presentable};

/// The rows that are neither empty nor comments.
pub(crate) fn rows(text: &str) -> Peekable<impl Iterator<Item = Row<'_>>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = text.lines().enumerate().map(|(line, content)| {
        let cells = content.split([',', ';']).map(|cell| cell.trim().trim_matches('"').trim()).collect();
        Row { line: line + 1, cells }
    });
    rows.filter(|row: &Row| row.cells.iter().any(|cell| !cell.is_empty()) && !row.cells[0].starts_with('#'))
        .peekable()
}

const SECTIONS: [&str; 5] = ["HORIZON", "SHIFTS", "PEOPLE", "DEMAND", "REQUESTS"];
const COLUMNS: [&[&str]; 5] = [
    &["days", "start"],
    &["shift", "minutes", "begins", "not_followed_by"],
    &["person", "max_minutes", "min_minutes", "max_run", "min_run", "min_rest", "max_weekends", "days_off"],
    &["days", "shift", "people", "under", "over"],
    &["person", "days", "shift", "wants", "weight"],
];

/// A row of a section, read by the names of its columns.
struct Named<'a, 't> {
    row: &'a Row<'t>,
    header: &'a [String],
}

impl<'t> Named<'_, 't> {
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

    /// Days: numbers from 1, dates, weekdays, or `all`.
    fn days(&self, ward: &Ward, list: &str) -> Result<Vec<usize>, ParseError> {
        let mut days = Vec::new();
        for word in list.split_ascii_whitespace() {
            let weekday = WEEKDAYS.iter().position(|name| name.eq_ignore_ascii_case(word));
            match (weekday, date::read(word), ward.first_date) {
                _ if word.eq_ignore_ascii_case("all") => days.extend(0..ward.days),
                (Some(weekday), ..) => {
                    days.extend((0..ward.days).filter(|&day| ward.weekday(day) == weekday));
                }
                (_, Some(date), Some(first)) if (first..first + ward.days as i64).contains(&date) => {
                    days.push((date - first) as usize);
                }
                (_, Some(_), Some(first)) => {
                    let last = date::write(first + ward.days as i64 - 1);
                    let range = format!("the horizon is {} to {last}", date::write(first));
                    return Err(self.row.error(format!("{word} is outside of the horizon")).help(range));
                }
                (_, Some(_), None) => {
                    return Err(self.row.error("a date, but the horizon has no 'start'"));
                }
                _ => days.push(self.row.day(ward, word, 1)?),
            }
        }
        days.sort_unstable();
        days.dedup();
        Ok(days)
    }
}

/// Reads a ward.
///
/// # Errors
///
/// What is wrong with the text, and in which line.
pub fn read(text: &str, name: &str) -> Result<Ward, ParseError> {
    let mut ward = Ward::blank(name);
    let mut section = None;
    let (mut header, mut successors) = (Vec::new(), Vec::new());
    let mut rows = rows(text);
    if rows.peek().is_none() {
        return Err(ParseError::new("the text is empty"));
    }
    for row in rows {
        if let Some(place) = SECTIONS.iter().position(|name| *name == row.cells[0]) {
            resolve(&mut ward, &mut successors)?;
            (section, header) = (Some(place), Vec::new());
            continue;
        }
        let Some(place) = section else {
            let found = presentable(row.cells[0], 20);
            let help = format!("sections are {}, or SECTION_HORIZON … of the benchmark", SECTIONS.join(", "));
            return Err(row.error(format!("expected the name of a section, found '{found}'")).help(help));
        };
        if header.is_empty() {
            header = read_header(&ward, &row, place)?;
            continue;
        }
        if place > 0 && ward.days == 0 {
            return Err(row.error("the section HORIZON comes first"));
        }
        let named = Named { row: &row, header: &header };
        match place {
            0 => {
                ward.days = row.horizon(named.need("days")?)?;
                if !named.get("start").is_empty() {
                    let first = date::read(named.get("start"))
                        .ok_or_else(|| row.error("'start' is not a date").help("such as 2026-11-02"))?;
                    (ward.first_date, ward.first_weekday) = (Some(first), date::weekday(first));
                }
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
            _ => requests(&mut ward, &named)?,
        }
    }
    resolve(&mut ward, &mut successors)?;
    Ok(ward)
}

fn read_header(ward: &Ward, row: &Row, section: usize) -> Result<Vec<String>, ParseError> {
    let header: Vec<String> = row.cells.iter().map(|&cell| cell.to_owned()).collect();
    for name in header.iter().filter(|name| !name.is_empty()) {
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

/// The ward as CSV.
pub fn write(ward: &Ward) -> String {
    let start = ward.first_date.map_or_else(String::new, date::write);
    let mut out = format!(
        "HORIZON\ndays,start\n{},{start}\n\nSHIFTS\nshift,minutes,begins,not_followed_by\n",
        ward.days
    );
    for Shift { id, minutes, begins, not_before } in &ward.shifts {
        let begins =
            begins.map_or_else(String::new, |begins| format!("{:02}:{:02}", begins / 60, begins % 60));
        let next: Vec<&str> = not_before.iter().map(|&shift| ward.shifts[shift].id.as_str()).collect();
        out.push_str(&format!("{id},{minutes},{begins},{}\n", next.join("|")));
    }
    out.push_str("\nPEOPLE\nperson,max_minutes,min_minutes,max_run,min_run,min_rest,max_weekends,days_off");
    ward.shifts.iter().for_each(|shift| out.push_str(&format!(",max {}", shift.id)));
    let list = |days: &[usize]| days.iter().map(|day| (day + 1).to_string()).collect::<Vec<_>>().join(" ");
    for person in &ward.people {
        let Person { id, max_minutes, min_minutes, max_run, min_run, min_rest, max_weekends, .. } = person;
        let days = list(&person.days_off);
        out.push_str(&format!(
            "\n{id},{max_minutes},{min_minutes},{max_run},{min_run},{min_rest},{max_weekends},{days}"
        ));
        person.max_shifts.iter().for_each(|most| out.push_str(&format!(",{most}")));
    }
    out.push_str("\n\nDEMAND\ndays,shift,people,under,over\n");
    for Cover { day, shift, need, under, over } in &ward.cover {
        out.push_str(&format!("{},{},{need},{under},{over}\n", day + 1, ward.shifts[*shift].id));
    }
    out.push_str("\nREQUESTS\nperson,days,shift,wants,weight\n");
    for Request { person, day, shift, weight, on } in &ward.requests {
        let (person, shift) = (&ward.people[*person].id, &ward.shifts[*shift].id);
        out.push_str(&format!("{person},{},{shift},{},{weight}\n", day + 1, if *on { "yes" } else { "no" }));
    }
    out
}
