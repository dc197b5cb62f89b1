//! The texts of instances: the benchmark's format, and CSV for spreadsheets ([`csv`](crate::csv)).
//!
//! The benchmark's format has sections `SECTION_HORIZON`, `SECTION_SHIFTS`, `SECTION_STAFF`, `SECTION_DAYS_OFF`,
//! `SECTION_SHIFT_ON_REQUESTS`, `SECTION_SHIFT_OFF_REQUESTS` and `SECTION_COVER`; lines with `#` are comments, days count
//! from 0, and day 0 is a Monday. A text of one line is CSV with ` / ` between its rows ([`compact`](crate::compact)).

use crate::row::{Row, names};
use crate::ward::{Cover, Person, Request, Shift, Ward};
use unstuck_core::error::{ParseError, presentable};

/// Reads the instance of a text in either format. `name` is its name.
///
/// # Errors
///
/// What is wrong with the text, and in which line.
pub fn read(text: &str, name: &str) -> Result<Ward, ParseError> {
    if is_line(text) {
        // The rows of a text of one line have no lines that an editor could show.
        return read_rows(&text.trim().replace(ROW, "\n"), name).map_err(|error| match error.place {
            Some(place) => {
                let message = format!("row {}: {}", place.line, error.message);
                ParseError { place: None, message, ..error }
            }
            None => error,
        });
    }
    read_rows(text, name)
}

/// Between the rows of a text of one line.
const ROW: &str = " / ";

/// Whether a text is one line that holds a whole ward.
pub fn is_line(text: &str) -> bool {
    let text = text.trim();
    !text.contains('\n') && text.contains(ROW)
}

/// Whether a text is a ward in any format.
pub fn is_ward(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let mut first = first.filter(|line| !line.is_empty() && !line.starts_with('#'));
    first.next().is_some_and(|line| {
        line.starts_with("SECTION_HORIZON") || line.split([',', ';', ' ']).next() == Some("HORIZON")
    })
}

fn read_rows(text: &str, name: &str) -> Result<Ward, ParseError> {
    let mut ward = match text.lines().any(|line| line.trim_start().starts_with("SECTION_")) {
        true => benchmark(text, name)?,
        false => crate::csv::read(text, name)?,
    };
    for person in &mut ward.people {
        person.days_off.sort_unstable();
        person.days_off.dedup();
    }
    ward.check()?;
    Ok(ward)
}

fn benchmark(text: &str, name: &str) -> Result<Ward, ParseError> {
    let mut ward = Ward::blank(name);
    let mut section = "";
    // Shifts name each other: their successors are read once all are known.
    let mut successors: Vec<Row> = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let row = Row { line: line + 1, cells: content.split(',').map(str::trim).collect() };
        if content.starts_with("SECTION_") {
            section = content;
            resolve(&mut ward, &mut successors)?;
            continue;
        }
        if section != "SECTION_HORIZON" && ward.days == 0 {
            return Err(row.error("the horizon comes first").help("SECTION_HORIZON with the number of days"));
        }
        match section {
            "SECTION_HORIZON" => ward.days = row.horizon(row.cell(0, "the number of days")?)?,
            "SECTION_SHIFTS" => {
                let id = row.cell(0, "the name of the shift")?;
                let id = row.new_name(id, ward.shift(id).is_some(), "shift")?;
                let minutes = row.number_at(1, "the length in minutes")?;
                ward.shifts.push(Shift { id, minutes, begins: None, not_before: Vec::new() });
                successors.push(row);
            }
            "SECTION_STAFF" => {
                let person = staff(&ward, &row)?;
                ward.people.push(person);
            }
            "SECTION_DAYS_OFF" => {
                let person = row.person(&ward, row.cell(0, "the person")?)?;
                for cell in row.cells[1..].iter().filter(|cell| !cell.is_empty()) {
                    let day = row.day(&ward, cell, 0)?;
                    ward.people[person].days_off.push(day);
                }
            }
            "SECTION_SHIFT_ON_REQUESTS" | "SECTION_SHIFT_OFF_REQUESTS" => {
                let request = Request {
                    person: row.person(&ward, row.cell(0, "the person")?)?,
                    day: row.day(&ward, row.cell(1, "the day")?, 0)?,
                    shift: row.shift(&ward, row.cell(2, "the shift")?)?,
                    weight: row.number_at(3, "a weight")?,
                    on: section == "SECTION_SHIFT_ON_REQUESTS",
                };
                ward.requests.push(request);
            }
            "SECTION_COVER" => {
                let cover = Cover {
                    day: row.day(&ward, row.cell(0, "the day")?, 0)?,
                    shift: row.shift(&ward, row.cell(1, "the shift")?)?,
                    need: row.number_at(2, "the number of people")?,
                    under: row.number_at(3, "the weight of one missing")?,
                    over: row.number_at(4, "the weight of one too many")?,
                };
                row.add_cover(&mut ward, cover)?;
            }
            "" => return Err(row.error("a line before the first section")),
            _ => return Err(row.error(format!("unknown section '{}'", presentable(section, 40)))),
        }
    }
    resolve(&mut ward, &mut successors)?;
    Ok(ward)
}

/// Reads which shifts must not follow those of these rows.
fn resolve(ward: &mut Ward, rows: &mut Vec<Row>) -> Result<(), ParseError> {
    for row in rows.drain(..) {
        let ids = names(row.cells.get(2).copied().unwrap_or(""));
        let places: Result<Vec<usize>, ParseError> = ids.map(|id| row.shift(ward, id)).collect();
        if let Some(shift) = ward.shift(row.cells[0]) {
            ward.shifts[shift].not_before = places?;
        }
    }
    Ok(())
}

fn staff(ward: &Ward, row: &Row) -> Result<Person, ParseError> {
    let id = row.cell(0, "the name of the person")?;
    let id = row.new_name(id, ward.person(id).is_some(), "person")?;
    let mut max_shifts = vec![None; ward.shifts.len()];
    for limit in names(row.cells.get(1).copied().unwrap_or("")) {
        let (shift, most) = limit.split_once('=').unwrap_or((limit, ""));
        max_shifts[row.shift(ward, shift)?] = Some(row.number(most, "the most shifts of a kind")?);
    }
    if let Some(shift) = max_shifts.iter().position(Option::is_none) {
        let (shift, all) = (&ward.shifts[shift].id, ward.days);
        return Err(row
            .error(format!("{id}: no limit for the shift {shift}"))
            .help(format!("such as {shift}={all}")));
    }
    row.checked(Person {
        max_shifts: max_shifts.into_iter().flatten().collect(),
        max_minutes: row.number_at(2, "the most minutes")?,
        min_minutes: row.number_at(3, "the fewest minutes")?,
        max_run: row.number_at(4, "the most consecutive shifts")?,
        min_run: row.number_at(5, "the fewest consecutive shifts")?,
        min_rest: row.number_at(6, "the fewest consecutive days off")?,
        max_weekends: row.number_at(7, "the most weekends")?,
        days_off: Vec::new(),
        id,
    })
}
