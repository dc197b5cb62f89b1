//! Lower bounds on the cost of a roster.

use crate::ward::{Cover, Person, Ward};

/// How many shifts a person can have on some of the days at most, by minutes, days off and weekends.
fn capacity(ward: &Ward, person: &Person, days: &dyn Fn(usize) -> bool) -> i64 {
    let able = ward.shifts.iter().zip(&person.max_shifts).filter(|(_, most)| **most > 0);
    let Some(shortest) = able.map(|(shift, _)| shift.minutes).min() else { return 0 };
    let by_minutes = person.max_minutes.checked_div(shortest).unwrap_or(u32::MAX);
    let counts = |day: usize| days(day) && !person.days_off.contains(&day);
    let week = (0..ward.days).filter(|&day| ward.weekday(day) < 5 && counts(day)).count();
    let mut weekends: Vec<usize> =
        ward.weekends().iter().map(|&(a, b)| (a..=b).filter(|&day| counts(day)).count()).collect();
    weekends.sort_unstable_by(|a, b| b.cmp(a));
    let weekend: usize = weekends.iter().take(person.max_weekends as usize).sum();
    i64::from(by_minutes).min((week + weekend) as i64)
}

/// The cost of the cheapest people missing, if there is only so much capacity for a part of the cover.
fn missing(rows: &mut [&Cover], capacity: i64) -> i64 {
    rows.sort_by_key(|row| row.under);
    let mut lack = rows.iter().map(|row| i64::from(row.need)).sum::<i64>() - capacity;
    let mut cost = 0;
    for row in rows {
        let here = lack.clamp(0, row.need.into());
        cost += here * i64::from(row.under);
        lack -= here;
    }
    cost
}

/// People missing at least, by the minutes, the days and the weekends that people may work: on all days together, or on
/// weekends and on other days by themselves, whichever is more.
pub fn cover_and_minutes(ward: &Ward) -> i64 {
    let bound = |days: &dyn Fn(usize) -> bool| {
        let capacity: i64 = ward.people.iter().map(|person| capacity(ward, person, days)).sum();
        let mut rows: Vec<&Cover> = ward.cover.iter().filter(|row| days(row.day)).collect();
        missing(&mut rows, capacity)
    };
    let weekend = bound(&|day| ward.weekday(day) >= 5);
    let week = bound(&|day| ward.weekday(day) < 5);
    bound(&|_| true).max(weekend + week)
}
