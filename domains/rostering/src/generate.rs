//! Generators of wards, the same on every machine for the same seed.

use crate::ward::{Cover, Person, Request, Shift, Ward};
use unstuck_core::domain::{GeneratorInfo, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream};

/// The generators.
pub const GENERATORS: &[GeneratorInfo] = &[
    GeneratorInfo {
        name: "ward",
        about: "a ward whose demand is that of a hidden legal roster, changed here and there, with wishes and days off",
        parameters: &[
            ("weeks", "4", "length of the horizon, 1 to 26"),
            ("people", "20", "number of people, 2 to 500"),
            ("shifts", "3", "kinds of shifts, 1 to 4: early, day, late, night, in this order"),
            ("skills", "0.75", "part of the kinds of shifts that a person may work, 0.1 to 1"),
            ("requests", "0.6", "part of a person's weeks with a wish, 0 to 1"),
            ("off", "2", "fixed days off of a person in four weeks, 0 to 8"),
            ("noise", "0.2", "part of the demand that differs from the hidden roster by one, 0 to 1"),
            ("contracts", "1", "kinds of contracts, 1 to 3: full time, longer runs and rests, part time"),
            (
                "vacancies",
                "0",
                "people of the hidden roster who are missing, as a part of the others, 0 to 0.3",
            ),
        ],
    },
    GeneratorInfo {
        name: "wards",
        about: "wards of all kinds in turn: for rules that are to be good everywhere",
        parameters: &[
            ("weeks", "4", "longest horizon, 1 to 26"),
            ("people", "40", "most people, 2 to 500; small wards are as frequent as large ones"),
        ],
    },
];

/// Smallest and largest values of the parameters.
const RANGES: &[(&str, f64, f64)] = &[
    ("weeks", 1.0, 26.0),
    ("people", 2.0, 500.0),
    ("shifts", 1.0, 4.0),
    ("skills", 0.1, 1.0),
    ("requests", 0.0, 1.0),
    ("off", 0.0, 8.0),
    ("noise", 0.0, 1.0),
    ("contracts", 1.0, 3.0),
    ("vacancies", 0.0, 0.3),
];

/// The instance of a number in the set that a seed stands for.
///
/// # Errors
///
/// A value is not a number, or out of range.
pub fn generate(info: &GeneratorInfo, given: &Settings, seed: u64, number: u64) -> Result<Ward, ParseError> {
    let mut values = Values::default();
    for &(name, ..) in info.parameters {
        let value: f64 = info.number(given, name)?;
        let range = RANGES.iter().find(|(known, ..)| *known == name);
        if let Some((_, low, high)) = range.filter(|(_, low, high)| !(*low..=*high).contains(&value)) {
            return Err(ParseError::new(format!("{name} is {value}")).help(format!("{low} to {high}")));
        }
        values.set(name, value);
    }
    let mut random = stream(seed, "ward", &[number]);
    if info.name == "wards" {
        values.draw(&mut random);
    }
    let ward = ward(&values, &mut random, format!("{}-{seed}-{number}", info.name));
    ward.check()?;
    Ok(ward)
}

/// The parameters of a ward.
#[derive(Debug, Clone, Copy, Default)]
struct Values {
    weeks: usize,
    people: usize,
    shifts: usize,
    skills: f64,
    requests: f64,
    off: f64,
    noise: f64,
    contracts: usize,
    vacancies: f64,
}

impl Values {
    fn set(&mut self, name: &str, value: f64) {
        match name {
            "weeks" => self.weeks = value as usize,
            "people" => self.people = value as usize,
            "shifts" => self.shifts = value as usize,
            "skills" => self.skills = value,
            "requests" => self.requests = value,
            "off" => self.off = value,
            "noise" => self.noise = value,
            "contracts" => self.contracts = value as usize,
            _ => self.vacancies = value,
        }
    }

    /// Draws a kind of ward up to the given size.
    fn draw(&mut self, random: &mut Stream) {
        let part: f64 = random.random();
        let least = self.people.min(8) as f64;
        *self = Self {
            weeks: random.random_range(self.weeks.min(2)..=self.weeks),
            // Between the logarithms, so that small wards are as frequent as large ones.
            people: (least * libm::pow(self.people as f64 / least, part)).round() as usize,
            shifts: random.random_range(1..=4),
            skills: random.random_range(0.4..1.0),
            requests: random.random_range(0.2..1.0),
            off: random.random_range(0.0..4.0),
            noise: random.random_range(0.0..0.4),
            contracts: 1,
            vacancies: 0.0,
        };
    }
}

/// Name, minutes and begin of the shifts. A shift must not be followed by an earlier one.
const SHIFTS: [(&str, u32, u32); 4] = [("E", 480, 420), ("D", 480, 540), ("L", 480, 840), ("N", 600, 1_260)];

/// A contract: lengths of runs of work and of rest in the hidden line, and the limits of the person.
struct Contract {
    work: (usize, usize),
    rest: (usize, usize),
    max_run: u32,
    min_run: u32,
    min_rest: u32,
}

const CONTRACTS: [Contract; 3] = [
    Contract { work: (3, 5), rest: (2, 3), max_run: 5, min_run: 2, min_rest: 2 },
    Contract { work: (3, 6), rest: (3, 4), max_run: 6, min_run: 2, min_rest: 3 },
    Contract { work: (1, 4), rest: (2, 5), max_run: 5, min_run: 1, min_rest: 2 },
];

fn ward(values: &Values, random: &mut Stream, name: String) -> Ward {
    let Values { weeks, people, shifts: kinds, skills, requests, off, noise, contracts, vacancies } = *values;
    let mut ward = Ward { days: 7 * weeks, ..Ward::blank(&name) };
    for (place, &(id, minutes, begins)) in SHIFTS[..kinds].iter().enumerate() {
        let not_before = (0..place).collect();
        ward.shifts.push(Shift { id: id.to_owned(), minutes, begins: Some(begins), not_before });
    }
    let mut present = vec![0_u32; ward.days * kinds];
    let missing = (vacancies * people as f64).round() as usize;
    for person in 0..people + missing {
        let mut skilled: Vec<usize> = (0..kinds).collect();
        shuffle(&mut skilled, random);
        skilled.truncate(((skills * kinds as f64).round() as usize).max(1));
        skilled.sort_unstable();
        let contract = &CONTRACTS[if contracts > 1 { random.random_range(0..contracts) } else { 0 }];
        let line = hidden_line(&ward, &skilled, contract, random);
        for (day, shift) in line.iter().enumerate().filter_map(|(day, cell)| cell.map(|shift| (day, shift))) {
            present[day * kinds + shift] += 1;
        }
        if person >= people {
            continue;
        }
        let row = hire(&ward, (person, contract), &skilled, &line, off, random);
        wishes(&mut ward, person, &skilled, requests, random);
        ward.people.push(row);
    }
    for (place, &count) in present.iter().enumerate() {
        let mut need = count;
        if random.random::<f64>() < noise {
            need = if random.random::<bool>() { need + 1 } else { need.saturating_sub(1) };
        }
        ward.cover.push(Cover { day: place / kinds, shift: place % kinds, need, under: 100, over: 1 });
    }
    ward
}

/// A line that keeps a contract, with work on at most every other weekend.
fn hidden_line(
    ward: &Ward,
    skilled: &[usize],
    contract: &Contract,
    random: &mut Stream,
) -> Vec<Option<usize>> {
    let mut line = vec![None; ward.days];
    let mut day = random.random_range(0..4);
    let odd = random.random_range(0..2);
    while day < ward.days {
        let length = random.random_range(contract.work.0..=contract.work.1);
        let mut shift = 0;
        let end = (day + length).min(ward.days);
        let free_weekend = |day: usize| ward.weekday(day) >= 5 && day / 7 % 2 == odd;
        let end = (day..end).find(|&day| free_weekend(day)).unwrap_or(end);
        if end >= day + contract.min_run as usize || end == ward.days {
            for cell in &mut line[day..end] {
                // Shifts within a run never go back to an earlier one.
                if shift == 0 || random.random::<f64>() < 0.4 {
                    shift = random.random_range(shift..skilled.len());
                }
                *cell = Some(skilled[shift]);
            }
            day = end + random.random_range(contract.rest.0..=contract.rest.1);
        } else {
            day = end + contract.rest.0;
        }
    }
    line
}

/// The person whose limits a hidden line keeps.
fn hire(
    ward: &Ward,
    (person, contract): (usize, &Contract),
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
        max_run: contract.max_run,
        min_run: contract.min_run,
        min_rest: contract.min_rest,
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
