//! Writes wards as CSV in one line, with ` / ` between its rows.
//!
//! Days with the same demand, and days of the same wish, share a row; columns without anything are left out.

use crate::date;
use crate::output;
use crate::ward::{KEEP, Person, Shift, Ward};

/// The ward as one line.
pub fn line(ward: &Ward) -> String {
    rows(ward).join(" / ")
}

/// Days from 1, runs of them as ranges.
fn days(days: &[usize]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut start = 0;
    for end in 1..=days.len() {
        if end < days.len() && days[end] == days[end - 1] + 1 {
            continue;
        }
        let (first, last) = (days[start] + 1, days[end - 1] + 1);
        words.push(if first == last { first.to_string() } else { format!("{first}-{last}") });
        start = end;
    }
    words.join(" ")
}

/// Days by what is written after them, in the order in which that appears; a day that appears again begins another row.
fn grouped<K: PartialEq>(pairs: impl Iterator<Item = (usize, K)>) -> Vec<(Vec<usize>, K)> {
    let mut groups: Vec<(Vec<usize>, K)> = Vec::new();
    for (day, key) in pairs {
        match groups.iter_mut().find(|(days, known)| *known == key && !days.contains(&day)) {
            Some((days, _)) => days.push(day),
            None => groups.push((vec![day], key)),
        }
    }
    groups.iter_mut().for_each(|(days, _)| days.sort_unstable());
    groups
}

fn rows(ward: &Ward) -> Vec<String> {
    let mut rows = vec!["HORIZON".to_owned()];
    let start = ward.first_date.map(|first| ("start", date::write(first)));
    let keep = ward.kept.as_ref().filter(|kept| kept.weight != KEEP);
    let keep = keep.map(|kept| ("keep", kept.weight.to_string()));
    let best = ward.best_known.map(|best| ("best_known", best.to_string()));
    let cells: Vec<(&str, String)> =
        [Some(("days", ward.days.to_string())), start, keep, best].into_iter().flatten().collect();
    rows.push(cells.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(","));
    rows.push(cells.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(","));
    rows.push("SHIFTS".to_owned());
    rows.push("shift,minutes,begins,not_followed_by".to_owned());
    for Shift { id, minutes, begins, not_before } in &ward.shifts {
        let begins =
            begins.map_or_else(String::new, |begins| format!("{:02}:{:02}", begins / 60, begins % 60));
        let next: Vec<&str> = not_before.iter().map(|&shift| ward.shifts[shift].id.as_str()).collect();
        rows.push(format!("{id},{minutes},{begins},{}", next.join("|")));
    }
    people(ward, &mut rows);
    rows.push("DEMAND".to_owned());
    rows.push("days,shift,people,under,over".to_owned());
    let demand = ward.cover.iter().map(|row| (row.day, (row.shift, row.need, row.under, row.over)));
    for (list, (shift, need, under, over)) in grouped(demand) {
        rows.push(format!("{},{},{need},{under},{over}", days(&list), ward.shifts[shift].id));
    }
    if !ward.requests.is_empty() {
        rows.push("REQUESTS".to_owned());
        rows.push("person,days,shift,wants,weight".to_owned());
    }
    let wishes = ward.requests.iter().map(|row| (row.day, (row.person, row.shift, row.on, row.weight)));
    for (list, (person, shift, on, weight)) in grouped(wishes) {
        let (person, shift) = (&ward.people[person].id, &ward.shifts[shift].id);
        let wants = if on { "yes" } else { "no" };
        rows.push(format!("{person},{},{shift},{wants},{weight}", days(&list)));
    }
    if !ward.absences.is_empty() {
        rows.push("ABSENT".to_owned());
        rows.push("person,days".to_owned());
    }
    for absence in &ward.absences {
        let list: Vec<usize> = absence.days.clone().collect();
        rows.push(format!("{},{}", ward.people[absence.person].id, days(&list)));
    }
    if let Some(kept) = &ward.kept {
        rows.push("ROSTER".to_owned());
        let mut roster = String::new();
        output::csv(ward, &kept.cells, &mut roster);
        rows.extend(roster.lines().map(str::to_owned));
    }
    rows
}

fn people(ward: &Ward, rows: &mut Vec<String>) {
    let all = ward.days as u32;
    let limited: Vec<usize> = (0..ward.shifts.len())
        .filter(|&shift| ward.people.iter().any(|person| person.max_shifts[shift] != all))
        .collect();
    rows.push("PEOPLE".to_owned());
    let mut header =
        String::from("person,max_minutes,min_minutes,max_run,min_run,min_rest,max_weekends,days_off");
    limited.iter().for_each(|&shift| header += &format!(",max {}", ward.shifts[shift].id));
    rows.push(header);
    for person in &ward.people {
        let Person { id, max_minutes, min_minutes, max_run, min_run, min_rest, max_weekends, .. } = person;
        let off = days(&person.days_off);
        let mut row =
            format!("{id},{max_minutes},{min_minutes},{max_run},{min_run},{min_rest},{max_weekends},{off}");
        for &shift in &limited {
            let most = person.max_shifts[shift];
            row += &if most == all { ",".to_owned() } else { format!(",{most}") };
        }
        rows.push(row);
    }
}
