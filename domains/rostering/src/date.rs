//! Dates as days since 1 January 1970, in the Gregorian calendar.

/// Days from 1 January 1970 to the first day of a year (negative before).
fn year_start(year: i64) -> i64 {
    let before = year - 1;
    365 * (year - 1970) + (before / 4 - before / 100 + before / 400) - (1969 / 4 - 1969 / 100 + 1969 / 400)
}

fn month_length(year: i64, month: usize) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads `2026-11-02`; years from 1900 to 2999.
pub fn read(text: &str) -> Option<i64> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let (year, month, day): (i64, usize, i64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let valid = parts.next().is_none()
        && (1900..3000).contains(&year)
        && (1..=12).contains(&month)
        && (1..=month_length(year, month)).contains(&day);
    let months: i64 = (1..month).map(|month| month_length(year, month)).sum();
    valid.then(|| year_start(year) + months + day - 1)
}

fn parts(date: i64) -> (i64, usize, i64) {
    // Not after the year of the date, whether that is before 1970 or after.
    let mut year = 1970 + date.div_euclid(if date < 0 { 365 } else { 366 });
    while year_start(year + 1) <= date {
        year += 1;
    }
    let (mut month, mut day) = (1, date - year_start(year));
    while day >= month_length(year, month) {
        day -= month_length(year, month);
        month += 1;
    }
    (year, month, day + 1)
}

/// Writes `20261102`.
pub fn compact(date: i64) -> String {
    let (year, month, day) = parts(date);
    format!("{year:04}{month:02}{day:02}")
}

/// Writes `2026-11-02`.
pub fn write(date: i64) -> String {
    let (year, month, day) = parts(date);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The weekday: 0 is Monday.
pub fn weekday(date: i64) -> usize {
    (date + 3).rem_euclid(7) as usize
}
