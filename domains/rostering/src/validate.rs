//! An independent check of a roster's text against the data of its ward: it shares no code with the search.

use crate::ward::Ward;

/// What a roster violates, and its cost by component.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Checked {
    /// Hard rules that are broken, in words, and how often.
    pub violations: Vec<(String, i64)>,
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
    /// The cost without violations.
    pub fn total(&self) -> i64 {
        self.on + self.off + self.under + self.over + self.changed
    }

    /// How often hard rules are broken.
    pub fn hard(&self) -> i64 {
        self.violations.iter().map(|(_, count)| count).sum()
    }
}

type Table = Vec<Option<Vec<Option<usize>>>>;

/// Checks all hard rules and returns the cost by component.
///
/// # Errors
///
/// What is wrong with the text.
pub fn validate(given: &Ward, text: &str) -> Result<Checked, String> {
    let ward = &given.with_absences();
    let table = match text.trim_start().starts_with("BEGIN:VCALENDAR") {
        true => calendar(ward, text)?,
        false => spreadsheet(ward, text)?,
    };
    let (mut rows, mut checked) = (Vec::new(), Checked::default());
    for (person, row) in ward.people.iter().zip(table) {
        let row = row.ok_or_else(|| format!("there is no row of {}", person.id))?;
        let broken = check_person(ward, person, &row);
        let named = broken.into_iter().map(|(rule, count)| (format!("{}: {rule}", person.id), count));
        checked.violations.extend(named);
        rows.push(row);
    }
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
            for (day, cell) in row.iter().enumerate().take(given.frozen()) {
                if cell.map_or(0, |shift| shift + 1) != usize::from(kept.cells[person * ward.days + day]) {
                    let rule = format!("{}: day {} has passed, and changes", ward.people[person].id, day + 1);
                    checked.violations.push((rule, 1));
                }
            }
        }
        let cells = rows.iter().flatten().map(|cell| cell.map_or(0, |shift| shift + 1));
        let changed = cells.zip(&kept.cells).filter(|(cell, before)| *cell != usize::from(**before)).count();
        checked.changed = changed as i64 * i64::from(kept.weight);
    }
    Ok(checked)
}

fn spreadsheet(ward: &Ward, text: &str) -> Result<Table, String> {
    let mut table: Table = vec![None; ward.people.len()];
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (number, line) in text.lines().enumerate() {
        let cells = cells(line);
        let (id, words) = (cells[0].as_str(), cells[1..].iter().map(String::as_str));
        let is_header = id.eq_ignore_ascii_case("person") && table.iter().all(Option::is_none);
        let is_blank = id.is_empty() && words.clone().all(str::is_empty);
        if is_blank || is_header || id.starts_with('#') {
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
    Ok(table)
}

/// The cells of a line, at least one; separators within quotes do not separate.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    for (number, piece) in line.split('"').enumerate() {
        let last = cells.len() - 1;
        if number > 0 {
            cells[last].push('"');
        }
        if number % 2 == 1 {
            cells[last].push_str(piece);
            continue;
        }
        let mut parts = piece.split([',', ';', '\t']);
        cells[last].push_str(parts.next().unwrap_or_default());
        cells.extend(parts.map(str::to_owned));
    }
    cells.iter().map(|word| word.trim().trim_matches('"').trim().to_owned()).collect()
}

/// Each event of a calendar is a shift on the day on which it begins.
fn calendar(ward: &Ward, text: &str) -> Result<Table, String> {
    let first = ward.first_date.ok_or("a calendar, but the ward has no dates")?;
    let days: Vec<String> = (0..ward.days).map(|day| crate::date::compact(first + day as i64)).collect();
    let mut table: Table = vec![None; ward.people.len()];
    for part in text.split("BEGIN:VCALENDAR").skip(1) {
        let field = |part: &str, name: &str| {
            let line = part.lines().find(|line| line.starts_with(name));
            line.and_then(|line| line.split_once(':')).map(|(_, value)| value.to_owned())
        };
        let id = field(part, "X-WR-CALNAME").ok_or("a calendar without a name")?;
        let person = ward.people.iter().position(|person| person.id == id);
        let person = person.ok_or_else(|| format!("there is no person '{id}'"))?;
        let mut row = vec![None; ward.days];
        for event in part.split("BEGIN:VEVENT").skip(1) {
            let begins = field(event, "DTSTART").ok_or("an event without a beginning")?;
            let day = days.iter().position(|date| begins.starts_with(date.as_str()));
            let day = day.ok_or_else(|| format!("{id}: {begins} is outside of the horizon"))?;
            let name = field(event, "SUMMARY").unwrap_or_default().replace("\\\\", "\\");
            let shift = ward.shifts.iter().position(|shift| shift.id == name);
            row[day] = Some(shift.ok_or_else(|| format!("there is no shift '{name}'"))?);
        }
        if table[person].replace(row).is_some() {
            return Err(format!("a second calendar of {id}"));
        }
    }
    Ok(table)
}

/// The rules that a person's line breaks, and how often.
fn check_person(ward: &Ward, person: &crate::ward::Person, row: &[Option<usize>]) -> Vec<(String, i64)> {
    let mut broken = Vec::new();
    for &day in &person.days_off {
        if row[day].is_some() {
            broken.push((format!("works on day {}, which is a day off", day + 1), 1));
        }
    }
    for day in 1..row.len() {
        if let (Some(before), Some(after)) = (row[day - 1], row[day])
            && ward.shifts[before].not_before.contains(&after)
        {
            let (before, after) = (&ward.shifts[before].id, &ward.shifts[after].id);
            broken.push((format!("{after} on day {} follows {before}", day + 1), 1));
        }
    }
    for (shift, &most) in person.max_shifts.iter().enumerate() {
        let count = row.iter().filter(|cell| **cell == Some(shift)).count();
        if count > most as usize {
            let rule = format!("{count} shifts {}, more than {most}", ward.shifts[shift].id);
            broken.push((rule, count as i64 - i64::from(most)));
        }
    }
    let minutes: i64 = row.iter().flatten().map(|&shift| i64::from(ward.shifts[shift].minutes)).sum();
    let (most, fewest) = (i64::from(person.max_minutes), i64::from(person.min_minutes));
    // Minutes count in the longest shifts, rounded up.
    let longest = ward.shifts.iter().map(|shift| i64::from(shift.minutes)).max().unwrap_or(0).max(1);
    if minutes > most {
        broken
            .push((format!("{minutes} minutes, more than {most}"), (minutes - most + longest - 1) / longest));
    }
    if minutes < fewest {
        let count = (fewest - minutes + longest - 1) / longest;
        broken.push((format!("{minutes} minutes, fewer than {fewest}"), count));
    }
    let mut weekends = std::collections::BTreeSet::new();
    for (day, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some()) {
        let since_monday = ward.first_weekday + day;
        if since_monday % 7 >= 5 {
            weekends.insert(since_monday / 7);
        }
    }
    if weekends.len() > person.max_weekends as usize {
        let rule = format!("works on {} weekends, more than {}", weekends.len(), person.max_weekends);
        broken.push((rule, weekends.len() as i64 - i64::from(person.max_weekends)));
    }
    let pattern: String = row.iter().map(|cell| if cell.is_some() { 'w' } else { '-' }).collect();
    for long in pattern.split('-').map(str::len).filter(|&length| length > person.max_run as usize) {
        let rule = format!("{long} consecutive shifts, more than {}", person.max_run);
        broken.push((rule, long as i64 - i64::from(person.max_run)));
    }
    // Runs at either edge may continue outside of the horizon.
    for (what, sign, other, fewest) in
        [("shifts", 'w', '-', person.min_run), ("days off", '-', 'w', person.min_rest)]
    {
        let inner = pattern.trim_matches(sign).split(other).map(str::len);
        for short in inner.filter(|&length| length > 0 && length < fewest as usize) {
            let rule = format!("{short} consecutive {what}, fewer than {fewest}");
            broken.push((rule, i64::from(fewest) - short as i64));
        }
    }
    broken
}
