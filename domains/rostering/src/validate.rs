//! An independent check of a roster's text against the data of its ward: it shares no code with the search.

use crate::ward::Ward;

/// The cost of a valid roster by component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checked {
    /// Wanted shifts that were not given.
    pub on: i64,
    /// Unwanted shifts that were given.
    pub off: i64,
    /// People missing.
    pub under: i64,
    /// People too many.
    pub over: i64,
    /// Cells that differ from the roster to stay close to.
    pub changed: i64,
}

impl Checked {
    /// The cost.
    pub fn total(&self) -> i64 {
        self.on + self.off + self.under + self.over + self.changed
    }
}

/// Checks all hard rules and returns the cost by component.
///
/// # Errors
///
/// The first violation, or what is wrong with the text.
pub fn validate(ward: &Ward, text: &str) -> Result<Checked, String> {
    let mut table: Vec<Option<Vec<Option<usize>>>> = vec![None; ward.people.len()];
    for (number, line) in text.lines().enumerate() {
        let mut words = line.split([',', ';']).map(|word| word.trim().trim_matches('"'));
        let id = words.next().unwrap_or("");
        if line.trim().is_empty() || number == 0 && id.eq_ignore_ascii_case("person") {
            continue;
        }
        let at = format!("line {}", number + 1);
        let person = ward.people.iter().position(|person| person.id == id);
        let person = person.ok_or_else(|| format!("{at}: there is no person '{id}'"))?;
        let mut row = vec![None; ward.days];
        for (day, word) in words.enumerate().filter(|(_, word)| !matches!(*word, "" | "-")) {
            let shift = ward.shifts.iter().position(|shift| shift.id == word);
            let cell = row.get_mut(day).ok_or_else(|| format!("{at}: there is no day {}", day + 1))?;
            *cell = Some(shift.ok_or_else(|| format!("{at}: there is no shift '{word}'"))?);
        }
        if table[person].replace(row).is_some() {
            return Err(format!("{at}: a second row of {id}"));
        }
    }
    let mut rows = Vec::new();
    for (person, row) in ward.people.iter().zip(table) {
        let row = row.ok_or_else(|| format!("there is no row of {}", person.id))?;
        check_person(ward, person, &row).map_err(|violation| format!("{}: {violation}", person.id))?;
        rows.push(row);
    }
    let mut checked = Checked::default();
    for wish in &ward.requests {
        let given = rows[wish.person][wish.day] == Some(wish.shift);
        match (wish.on, given) {
            (true, false) => checked.on += i64::from(wish.weight),
            (false, true) => checked.off += i64::from(wish.weight),
            _ => {}
        }
    }
    for cover in &ward.cover {
        let count = rows.iter().filter(|row| row[cover.day] == Some(cover.shift)).count() as i64;
        let difference = count - i64::from(cover.need);
        if difference < 0 {
            checked.under -= difference * i64::from(cover.under);
        } else {
            checked.over += difference * i64::from(cover.over);
        }
    }
    if let Some(kept) = &ward.kept {
        for (person, row) in rows.iter().enumerate() {
            for (day, cell) in row.iter().enumerate().take(kept.frozen) {
                if cell.map_or(0, |shift| shift + 1) != usize::from(kept.cells[person * ward.days + day]) {
                    return Err(format!(
                        "{}: day {} has passed, and changes",
                        ward.people[person].id,
                        day + 1
                    ));
                }
            }
        }
        let cells = rows.iter().flatten().map(|cell| cell.map_or(0, |shift| shift + 1));
        let changed = cells.zip(&kept.cells).filter(|(cell, before)| *cell != usize::from(**before)).count();
        checked.changed = changed as i64 * i64::from(kept.weight);
    }
    Ok(checked)
}

fn check_person(ward: &Ward, person: &crate::ward::Person, row: &[Option<usize>]) -> Result<(), String> {
    for &day in &person.days_off {
        if row[day].is_some() {
            return Err(format!("works on day {}, which is a day off", day + 1));
        }
    }
    for day in 1..row.len() {
        if let (Some(before), Some(after)) = (row[day - 1], row[day])
            && ward.shifts[before].not_before.contains(&after)
        {
            let (before, after) = (&ward.shifts[before].id, &ward.shifts[after].id);
            return Err(format!("{after} on day {} follows {before}", day + 1));
        }
    }
    for (shift, &most) in person.max_shifts.iter().enumerate() {
        let count = row.iter().filter(|cell| **cell == Some(shift)).count();
        if count > most as usize {
            return Err(format!("{count} shifts {}, more than {most}", ward.shifts[shift].id));
        }
    }
    let minutes: u64 = row.iter().flatten().map(|&shift| u64::from(ward.shifts[shift].minutes)).sum();
    if minutes > person.max_minutes.into() {
        return Err(format!("{minutes} minutes, more than {}", person.max_minutes));
    }
    if minutes < person.min_minutes.into() {
        return Err(format!("{minutes} minutes, fewer than {}", person.min_minutes));
    }
    let mut weekends = std::collections::BTreeSet::new();
    for (day, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
        let since_monday = ward.first_weekday + day;
        if since_monday % 7 >= 5 {
            weekends.insert(since_monday / 7);
        }
    }
    if weekends.len() > person.max_weekends as usize {
        return Err(format!("works on {} weekends, more than {}", weekends.len(), person.max_weekends));
    }
    let pattern: String = row.iter().map(|cell| if cell.is_some() { 'w' } else { '-' }).collect();
    if let Some(long) = pattern.split('-').map(str::len).find(|&length| length > person.max_run as usize) {
        return Err(format!("{long} consecutive shifts, more than {}", person.max_run));
    }
    // Runs at either edge may continue outside of the horizon.
    for (what, sign, other, fewest) in
        [("shifts", 'w', '-', person.min_run), ("days off", '-', 'w', person.min_rest)]
    {
        let inner = pattern.trim_matches(sign).split(other);
        if let Some(short) = inner.map(str::len).find(|&length| length > 0 && length < fewest as usize) {
            return Err(format!("{short} consecutive {what}, fewer than {fewest}"));
        }
    }
    Ok(())
}
