//! Lines of a text, with errors that name them.

use crate::ward::{Cover, MAX_DAYS, MAX_NUMBER, Person, Ward};
use unstuck_core::error::{ParseError, presentable};

/// The cells of one line, with what is needed to name it in errors.
pub(crate) struct Row<'t> {
    pub line: usize,
    pub cells: Vec<&'t str>,
}

impl<'t> Row<'t> {
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::new(message).at(self.line, 1)
    }

    pub fn cell(&self, place: usize, what: &str) -> Result<&'t str, ParseError> {
        match self.cells.get(place) {
            Some(cell) if !cell.is_empty() => Ok(cell),
            _ => Err(self.error(format!("{what} is missing"))),
        }
    }

    pub fn number(&self, cell: &str, what: &str) -> Result<u32, ParseError> {
        cell.parse().ok().filter(|number| *number <= MAX_NUMBER).ok_or_else(|| {
            self.error(format!("expected {what}, found '{}'", presentable(cell, 20)))
                .help(format!("whole numbers from 0 to {MAX_NUMBER}"))
        })
    }

    pub fn number_at(&self, place: usize, what: &str) -> Result<u32, ParseError> {
        self.number(self.cell(place, what)?, what)
    }

    fn known(
        &self,
        found: Option<usize>,
        id: &str,
        what: &str,
        names: Vec<&str>,
    ) -> Result<usize, ParseError> {
        found.ok_or_else(|| {
            let error = self.error(format!("unknown {what} '{}'", presentable(id, 20)));
            match names.is_empty() {
                true => error.help(format!("the section that names each {what} comes first")),
                false => error.help(format!("known: {}", names.join(", "))),
            }
        })
    }

    pub fn shift(&self, ward: &Ward, id: &str) -> Result<usize, ParseError> {
        let names = ward.shifts.iter().map(|shift| shift.id.as_str()).collect();
        self.known(ward.shift(id), id, "shift", names)
    }

    pub fn person(&self, ward: &Ward, id: &str) -> Result<usize, ParseError> {
        let names = ward.people.iter().map(|person| person.id.as_str()).collect();
        self.known(ward.person(id), id, "person", names)
    }

    /// A day below the horizon, where the first is `from`.
    pub fn day(&self, ward: &Ward, cell: &str, from: usize) -> Result<usize, ParseError> {
        let day = cell.parse::<usize>().ok().and_then(|day| day.checked_sub(from));
        day.filter(|&day| day < ward.days).ok_or_else(|| {
            self.error(format!("there is no day '{}'", presentable(cell, 20)))
                .help(format!("days are {from} to {}", (ward.days + from).saturating_sub(1)))
        })
    }

    pub fn horizon(&self, cell: &str) -> Result<usize, ParseError> {
        let days = self.number(cell, "the number of days")? as usize;
        match (1..=MAX_DAYS).contains(&days) {
            true => Ok(days),
            false => Err(self
                .error(format!("a horizon of {days} days"))
                .help(format!("1 to {MAX_DAYS} days are possible"))),
        }
    }

    /// A name that is not in use yet.
    pub fn new_name(&self, cell: &str, known: bool, what: &str) -> Result<String, ParseError> {
        let shown = presentable(cell, 20);
        if known {
            return Err(self.error(format!("the {what} '{shown}' is named twice")));
        }
        // Texts of one line, lists and comments use these.
        let reserved = cell.starts_with('#') || cell.contains(" / ");
        if reserved || cell.contains(|sign: char| ";,|\"".contains(sign) || sign.is_control()) {
            let error = self.error(format!("'{shown}' cannot be the name of a {what}"));
            return Err(error.help("names have no , ; | \" and no # at their beginning, nor ' / '"));
        }
        Ok(cell.to_owned())
    }

    /// Checks the limits of a person that depend on each other.
    pub fn checked(&self, person: Person) -> Result<Person, ParseError> {
        if person.min_minutes > person.max_minutes {
            return Err(self.error(format!(
                "{}: at least {} minutes and at most {}",
                person.id, person.min_minutes, person.max_minutes
            )));
        }
        if person.max_run == 0 || person.min_run > person.max_run {
            return Err(self.error(format!(
                "{}: at least {} consecutive shifts and at most {}",
                person.id, person.min_run, person.max_run
            )));
        }
        Ok(person)
    }

    /// Adds the cover of a shift on a day, which must not have one yet.
    pub fn add_cover(&self, ward: &mut Ward, cover: Cover) -> Result<(), ParseError> {
        if ward.cover.iter().any(|other| (other.day, other.shift) == (cover.day, cover.shift)) {
            let shift = &ward.shifts[cover.shift].id;
            return Err(self.error(format!("the cover of {shift} on this day is given twice")));
        }
        ward.cover.push(cover);
        Ok(())
    }
}

/// The name of each shift in a list such as `E|L`.
pub(crate) fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split('|').map(str::trim).filter(|id| !id.is_empty())
}
