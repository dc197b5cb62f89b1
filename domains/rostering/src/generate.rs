//! Generators of wards, the same on every machine for the same seed.

use crate::ward::{Cover, Person, Request, Shift, Ward};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream};

/// A parameter of a generator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Parameter {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Smallest and largest value.
    pub range: (f64, f64),
    /// Its value unless set.
    pub default: f64,
}

/// A distribution of instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generator {
    /// Name in every text.
    pub name: &'static str,
    /// One line of explanation.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

const fn parameter(name: &'static str, about: &'static str, range: (f64, f64), default: f64) -> Parameter {
    Parameter { name, about, range, default }
}

/// The generators.
pub const GENERATORS: &[Generator] = &[Generator {
    name: "ward",
    about: "a ward whose cover is that of a hidden legal roster, changed here and there, with wishes and days off",
    parameters: &[
        parameter("weeks", "length of the horizon", (1.0, 26.0), 4.0),
        parameter("people", "number of people", (2.0, 500.0), 20.0),
        parameter("shifts", "kinds of shifts: early, day, late, night, in this order", (1.0, 4.0), 3.0),
        parameter("skills", "part of the kinds of shifts that a person may work", (0.1, 1.0), 0.75),
        parameter("requests", "part of a person's weeks with a wish", (0.0, 1.0), 0.6),
        parameter("days_off", "fixed days off of a person in four weeks", (0.0, 8.0), 2.0),
        parameter("noise", "part of the cover that differs from the hidden roster by one", (0.0, 1.0), 0.2),
    ],
}];

/// Name, minutes and begin of the shifts. A shift must not be followed by an earlier one.
const SHIFTS: [(&str, u32, u32); 4] = [("E", 480, 420), ("D", 480, 540), ("L", 480, 840), ("N", 600, 1_260)];

impl Generator {
    /// The generator of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        GENERATORS.iter().find(|generator| generator.name == name)
    }

    /// The instance of a number in the set that a seed stands for. Parameters that are not set have their defaults.
    ///
    /// # Errors
    ///
    /// There is no such parameter, or its value is out of range.
    pub fn generate(&self, set: &[(&str, f64)], seed: u64, number: u64) -> Result<Ward, ParseError> {
        for &(name, value) in set {
            let Some(row) = self.parameters.iter().find(|row| row.name == name) else {
                let names: Vec<&str> = self.parameters.iter().map(|row| row.name).collect();
                let error = ParseError::new(format!("{} has no parameter '{name}'", self.name));
                return Err(error.help(format!("available: {}", names.join(", "))));
            };
            if !(row.range.0..=row.range.1).contains(&value) {
                let (low, high) = row.range;
                return Err(ParseError::new(format!("{name} is {value}")).help(format!("{low} to {high}")));
            }
        }
        let value = |name: &str| {
            let set = set.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
            let default = self.parameters.iter().find(|row| row.name == name).map(|row| row.default);
            set.or(default).unwrap_or(0.0)
        };
        let mut random = stream(seed, "ward", &[number]);
        let ward = ward(&value, &mut random, format!("{}-{seed}-{number}", self.name));
        ward.check()?;
        Ok(ward)
    }
}

fn ward(value: &dyn Fn(&str) -> f64, random: &mut Stream, name: String) -> Ward {
    let (weeks, people, kinds) =
        (value("weeks") as usize, value("people") as usize, value("shifts") as usize);
    let mut ward = Ward { days: 7 * weeks, ..Ward::blank(&name) };
    for (place, &(id, minutes, begins)) in SHIFTS[..kinds].iter().enumerate() {
        let not_before = (0..place).collect();
        ward.shifts.push(Shift { id: id.to_owned(), minutes, begins: Some(begins), not_before });
    }
    let mut present = vec![0_u32; ward.days * kinds];
    for person in 0..people {
        let mut skilled: Vec<usize> = (0..kinds).collect();
        shuffle(&mut skilled, random);
        skilled.truncate(((value("skills") * kinds as f64).round() as usize).max(1));
        skilled.sort_unstable();
        let line = hidden_line(&ward, &skilled, random);
        for (day, shift) in line.iter().enumerate().filter_map(|(day, cell)| cell.map(|shift| (day, shift))) {
            present[day * kinds + shift] += 1;
        }
        let row = hire(&ward, person, &skilled, &line, value("days_off"), random);
        wishes(&mut ward, person, &skilled, value("requests"), random);
        ward.people.push(row);
    }
    for (place, &count) in present.iter().enumerate() {
        let mut need = count;
        if random.random::<f64>() < value("noise") {
            need = if random.random::<bool>() { need + 1 } else { need.saturating_sub(1) };
        }
        ward.cover.push(Cover { day: place / kinds, shift: place % kinds, need, under: 100, over: 1 });
    }
    ward
}

/// A line with runs of 2 to 5 days of work and 2 or 3 of rest, and work on at most every other weekend.
fn hidden_line(ward: &Ward, skilled: &[usize], random: &mut Stream) -> Vec<Option<usize>> {
    let mut line = vec![None; ward.days];
    let mut day = random.random_range(0..4);
    let odd = random.random_range(0..2);
    while day < ward.days {
        let length = random.random_range(3..=5);
        let mut shift = 0;
        let end = (day + length).min(ward.days);
        let free_weekend = |day: usize| ward.weekday(day) >= 5 && day / 7 % 2 == odd;
        let end = (day..end).find(|&day| free_weekend(day)).unwrap_or(end);
        if end >= day + 2 || end == ward.days {
            for cell in &mut line[day..end] {
                // Shifts within a run never go back to an earlier one.
                if shift == 0 || random.random::<f64>() < 0.4 {
                    shift = random.random_range(shift..skilled.len());
                }
                *cell = Some(skilled[shift]);
            }
            day = end + random.random_range(2..=3);
        } else {
            day = end + 2;
        }
    }
    line
}

/// The person whose limits a hidden line keeps.
fn hire(
    ward: &Ward,
    person: usize,
    skilled: &[usize],
    line: &[Option<usize>],
    days_off: f64,
    random: &mut Stream,
) -> Person {
    let minutes: u32 = line.iter().flatten().map(|&shift| ward.shifts[shift].minutes).sum();
    let count = (days_off * ward.days as f64 / 28.0).round() as usize;
    let mut off: Vec<usize> = (0..ward.days).filter(|&day| line[day].is_none()).collect();
    shuffle(&mut off, random);
    off.truncate(count);
    off.sort_unstable();
    let worked = |weekend: &&(usize, usize)| (weekend.0..=weekend.1).any(|day| line[day].is_some());
    let weekends = ward.weekends().iter().filter(worked).count() as u32;
    let id = match person / 26 {
        0 => String::new(),
        more => more.to_string(),
    };
    Person {
        id: format!("{}{id}", char::from(b'A' + (person % 26) as u8)),
        max_shifts: (0..ward.shifts.len())
            .map(|shift| if skilled.contains(&shift) { ward.days as u32 } else { 0 })
            .collect(),
        max_minutes: minutes + 480,
        min_minutes: minutes.saturating_sub(600),
        max_run: 5,
        min_run: 2,
        min_rest: 2,
        max_weekends: weekends.max(ward.days as u32 / 14),
        days_off: off,
    }
}

/// In some weeks a person wants a shift, or wants to be free, on one to three days.
fn wishes(ward: &mut Ward, person: usize, skilled: &[usize], part: f64, random: &mut Stream) {
    for week in 0..ward.days / 7 {
        if random.random::<f64>() >= part {
            continue;
        }
        let (first, length) = (7 * week + random.random_range(0..5), random.random_range(1..=3));
        let (on, weight) = (random.random::<f64>() < 0.6, random.random_range(1..=3));
        let shift = skilled[random.random_range(0..skilled.len())];
        let days = first..(first + length).min(ward.days);
        ward.requests.extend(days.map(|day| Request { person, day, shift, weight, on }));
    }
}
