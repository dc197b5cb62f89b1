//! Generators of instances, the same on every machine for the same seed.

use crate::shop::{Job, NEVER, Objective, Shop};
use crate::taillard;
use unstuck_core::domain::{GeneratorInfo, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream, weibull};

/// The smallest and the largest value of each parameter.
const RANGES: &[(&str, f64, f64)] = &[
    ("jobs", 1.0, 100_000.0),
    ("machines", 1.0, 1_000.0),
    ("operations", 1.0, 1_000.0),
    ("low", 0.0, 10_000.0),
    ("high", 1.0, 10_000.0),
    ("stages", 1.0, 1_000.0),
    ("spread", 0.0, 0.95),
    ("setup", 0.0, 10_000.0),
    ("warm-up", 0.0, 10_000.0),
    ("cool-down", 0.0, 10_000.0),
    ("utilisation", 0.0, 2.0),
    ("busiest", 0.0, 2.0),
    ("tightness", 0.0, 100.0),
    ("loosest", 0.0, 100.0),
    ("most", 225.0, 2_000.0),
];

/// The parameters of generators that draw routes and times, with their defaults.
macro_rules! drawn {
    ($jobs:literal $machines:literal $stages:literal $spread:literal $warm_up:literal $cool_down:literal $utilisation:literal $tightness:literal) => {
        &[
            ("jobs", $jobs, "number of jobs that count"),
            ("machines", $machines, "number of machines"),
            ("operations", "1000", "fewest operations of a job, of at most one on each machine"),
            ("low", "1", "shortest processing time"),
            ("high", "99", "longest processing time"),
            ("stages", $stages, "sets of machines that all jobs visit one after the other"),
            ("spread", $spread, "unequal loads: times of a machine are longer or shorter by up to this part"),
            ("setup", "0", "longest set-up time; 0 for none"),
            ("warm-up", $warm_up, "jobs before those that count"),
            ("cool-down", $cool_down, "jobs behind those that count"),
            (
                "utilisation",
                $utilisation,
                "jobs arrive by a Poisson process that keeps machines busy for this part of the time; 0 releases all at 0",
            ),
            ("busiest", "0", "highest utilisation: it is drawn between both; 0 for one utilisation"),
            ("tightness", $tightness, "due dates: the release and this many times the work of the job; 0 for none"),
            ("loosest", "0", "highest tightness: it is drawn between both; 0 for one tightness"),
        ]
    };
}

macro_rules! sized {
    ($jobs:literal $machines:literal) => {
        &[("jobs", $jobs, "number of jobs"), ("machines", $machines, "number of machines")]
    };
}

macro_rules! generators {
    ($($name:literal $about:literal $parameters:expr;)*) => {
        /// The generators.
        pub const GENERATORS: &[GeneratorInfo] =
            &[$(GeneratorInfo { name: $name, about: $about, parameters: $parameters }),*];
    };
}

generators! {
    "taillard" "Taillard's job shops, from two seeds of his generator that are drawn" sized!("15" "15");
    "mixture" "Taillard's job shops of his eight sizes in turn, 15 × 15 to 100 × 20"
        &[("most", "1000", "most operations: larger sizes are left out")];
    "taillard-flow" "Taillard's flow shops, from a seed of his generator that is drawn" sized!("20" "5");
    "random" "random routes over all machines, times uniform" drawn!("15" "15" "1" "0" "0" "0" "0" "0");
    "workload" "random routes through two sets of machines with unequal loads"
        drawn!("20" "10" "2" "0.5" "0" "0" "0" "0");
    "flow" "one route for all jobs, times uniform" drawn!("20" "5" "1000" "0" "0" "0" "0" "0");
    "dynamic" "jobs arrive by a Poisson process, with due dates, and weights 1, 2 and 4 for 20, 60 and 20 % of them; for the setting dynamic"
        drawn!("60" "10" "1" "0" "20" "20" "0.9" "4");
}

/// The sizes of Taillard's job shops.
const SIZES: [(u32, u32); 8] =
    [(15, 15), (20, 15), (20, 20), (30, 15), (30, 20), (50, 15), (50, 20), (100, 20)];

/// The values of parameters by name.
struct Values<'a> {
    generator: &'a GeneratorInfo,
    given: &'a Settings,
}

impl Values<'_> {
    /// Checks names and ranges.
    fn check(&self) -> Result<(), ParseError> {
        self.generator.check(crate::features::DOMAIN, self.given)?;
        for name in self.given.keys() {
            let value: f64 = self.generator.number(self.given, name)?;
            let range = RANGES.iter().find(|(known, ..)| known == name);
            if let Some((_, least, most)) =
                range.filter(|(_, least, most)| !(*least..=*most).contains(&value))
            {
                let error = ParseError::new(format!("{name} is {value}"));
                return Err(error.help(format!("write a number from {least} to {most}")));
            }
        }
        Ok(())
    }

    /// The value of a parameter; 0 if the generator does not have it.
    fn number(&self, name: &str) -> f64 {
        self.generator.number(self.given, name).unwrap_or(0.0)
    }

    fn whole(&self, name: &str) -> u32 {
        self.number(name) as u32
    }

    /// The value of a parameter, drawn between it and another one that is greater.
    fn between(&self, name: &str, other: &str, random: &mut Stream) -> f64 {
        let (low, high) = (self.number(name), self.number(other));
        if high > low { low + (high - low) * random.random::<f64>() } else { low }
    }
}

/// The instance of a number in the set that a seed stands for. Parameters that are not given have their defaults.
///
/// # Errors
///
/// There is no such parameter, or its value is out of range.
pub fn generate(
    generator: &GeneratorInfo,
    given: &Settings,
    seed: u64,
    number: u64,
) -> Result<Shop, ParseError> {
    let values = Values { generator, given };
    values.check()?;
    let (jobs, machines) = match generator.name {
        "mixture" => {
            let most = values.whole("most");
            let sizes = SIZES.iter().filter(|(jobs, machines)| jobs * machines <= most);
            sizes.clone().nth(number as usize % sizes.count().max(1)).copied().unwrap_or(SIZES[0])
        }
        _ => (values.whole("jobs"), values.whole("machines")),
    };
    let mut random = stream(seed, generator.name, &[jobs.into(), machines.into(), number]);
    let name = format!("{}-{jobs}x{machines}-{seed}-{number}", generator.name);
    let mut draw_seed = || random.random_range(1..taillard::MODULUS);
    let made = match generator.name {
        "taillard" | "mixture" => taillard::job_shop(jobs, machines, draw_seed(), draw_seed()),
        "taillard-flow" => taillard::flow_shop(jobs, machines, draw_seed()),
        _ => return draw(&values, name, &mut random),
    };
    Shop::new(name, machines, made, Objective::Makespan)
}

fn draw(values: &Values<'_>, name: String, random: &mut Stream) -> Result<Shop, ParseError> {
    let (counted, machines) = (values.whole("jobs"), values.whole("machines"));
    let (low, high) = (values.number("low"), values.number("high"));
    if low > high {
        return Err(ParseError::new(format!("the range of times is empty: {low} to {high}")));
    }
    let (warm_up, cool_down) = (values.whole("warm-up"), values.whole("cool-down"));
    let fewest = values.whole("operations").min(machines);
    let (spread, stages) = (values.number("spread"), values.whole("stages").min(machines));
    let utilisation = values.between("utilisation", "busiest", random);
    let tightness = values.between("tightness", "loosest", random);
    let factors: Vec<f64> =
        (0..machines).map(|_| 1.0 + spread * (2.0 * random.random::<f64>() - 1.0)).collect();
    let mean_work = f64::from(fewest + machines) / 2.0 * (low + high) / 2.0;
    let interval = mean_work / f64::from(machines) / utilisation.max(1e-9);
    let (mut now, mut jobs) = (0.0, Vec::new());
    for _ in 0..warm_up + counted + cool_down {
        let mut route: Vec<u32> = (0..machines).collect();
        for stage in 0..stages {
            let part = |stage: u32| (machines * stage / stages) as usize;
            shuffle(&mut route[part(stage)..part(stage + 1)], random);
        }
        route.truncate(random.random_range(fewest..=machines) as usize);
        let mut time = |machine: u32| {
            let time = random.random_range(low as u32..=high as u32);
            (f64::from(time) * factors[machine as usize]).round().max(low) as u32
        };
        let mut job = Job::new(route.into_iter().map(|machine| (machine, time(machine))).collect());
        if utilisation > 0.0 {
            // A Weibull distribution of shape 1 is exponential.
            now += weibull(random, 1.0, interval);
            job.release = now.round() as u32;
        }
        let due = f64::from(job.release) + tightness * job.work() as f64;
        job.due = if tightness > 0.0 { due.round() as u32 } else { NEVER };
        if values.generator.name == "dynamic" {
            job.weight = [1, 2, 2, 2, 4][random.random_range(0..5)];
        }
        jobs.push(job);
    }
    let count = jobs.len();
    let mut shop = Shop::new(name, machines, jobs, Objective::Makespan)?;
    shop.counted = warm_up..warm_up + counted;
    match values.whole("setup") {
        0 => Ok(shop),
        _ if count > 1_000 => Err(ParseError::new("more than 1000 jobs cannot have set-up times")),
        setup => {
            let all = machines as usize * (count + 1) * count;
            shop.with_setups((0..all).map(|_| random.random_range(0..=setup)).collect())
        }
    }
}
