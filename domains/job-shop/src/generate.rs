//! Generators of instances, the same on every machine for the same seed.

use crate::shop::{Job, NEVER, Objective, Shop};
use crate::taillard;
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream, weibull};

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
    /// Whether jobs are meant to be known when they are released only.
    pub online: bool,
    /// Its parameters.
    pub parameters: &'static [Parameter],
}

const fn parameter(name: &'static str, about: &'static str, range: (f64, f64), default: f64) -> Parameter {
    Parameter { name, about, range, default }
}

const fn jobs(default: f64) -> Parameter {
    parameter("jobs", "number of jobs; of those that count in a dynamic shop", (1.0, 100_000.0), default)
}
const fn machines(default: f64) -> Parameter {
    parameter("machines", "number of machines", (1.0, 1_000.0), default)
}
const fn stages(default: f64) -> Parameter {
    parameter("stages", "sets of machines that all jobs visit one after the other", (1.0, 100.0), default)
}
const fn spread(default: f64) -> Parameter {
    let about = "how unequal the loads of machines are: times are longer or shorter by up to this part";
    parameter("spread", about, (0.0, 0.95), default)
}
const fn tightness(default: f64) -> Parameter {
    let about = "due dates: release and this many times the work of the job; 0 for none";
    parameter("tightness", about, (0.0, 100.0), default)
}
const fn utilisation(default: f64) -> Parameter {
    let about = "arrivals are a Poisson process that keeps machines busy for this part of the time; 0 releases all at 0";
    parameter("utilisation", about, (0.0, 2.0), default)
}
const LOW: Parameter = parameter("low", "shortest processing time", (0.0, 10_000.0), 1.0);
const HIGH: Parameter = parameter("high", "longest processing time", (1.0, 10_000.0), 99.0);
const SETUP: Parameter = parameter("setup", "longest set-up time; 0 for none", (0.0, 10_000.0), 0.0);

/// The generators.
pub const GENERATORS: &[Generator] = &[
    Generator {
        name: "random",
        about: "random routes over all machines, times uniform",
        online: false,
        parameters: &[
            jobs(15.0),
            machines(15.0),
            LOW,
            HIGH,
            stages(1.0),
            spread(0.0),
            SETUP,
            utilisation(0.0),
            tightness(0.0),
        ],
    },
    Generator {
        name: "workload",
        about: "random routes through two sets of machines with unequal loads",
        online: false,
        parameters: &[
            jobs(20.0),
            machines(10.0),
            LOW,
            HIGH,
            stages(2.0),
            spread(0.5),
            SETUP,
            utilisation(0.0),
            tightness(0.0),
        ],
    },
    Generator {
        name: "flow",
        about: "one route for all jobs, times uniform",
        online: false,
        parameters: &[
            jobs(20.0),
            machines(5.0),
            LOW,
            HIGH,
            spread(0.0),
            SETUP,
            utilisation(0.0),
            tightness(0.0),
        ],
    },
    Generator {
        name: "taillard",
        about: "Taillard's job shops, from two seeds of his generator that are drawn",
        online: false,
        parameters: &[jobs(15.0), machines(15.0)],
    },
    Generator {
        name: "taillard-flow",
        about: "Taillard's flow shops, from a seed of his generator that is drawn",
        online: false,
        parameters: &[jobs(20.0), machines(5.0)],
    },
    Generator {
        name: "dynamic",
        about: "jobs arrive by a Poisson process; weights 1, 2 and 4 for 20, 60 and 20 % of the jobs",
        online: true,
        parameters: &[
            jobs(2_000.0),
            machines(10.0),
            LOW,
            HIGH,
            parameter(
                "operations",
                "fewest operations of a job; at most one on each machine",
                (1.0, 1_000.0),
                10.0,
            ),
            parameter("warm-up", "jobs before those that count", (0.0, 10_000.0), 500.0),
            parameter("cool-down", "jobs behind those that count", (0.0, 10_000.0), 200.0),
            spread(0.0),
            utilisation(0.9),
            tightness(4.0),
        ],
    },
];

/// The values of parameters by name.
struct Values<'a> {
    generator: &'a Generator,
    set: &'a [(&'a str, f64)],
}

impl Values<'_> {
    /// The value of a parameter; `otherwise` if the generator does not have it.
    fn number(&self, name: &str, otherwise: f64) -> f64 {
        let row = self.generator.parameters.iter().find(|row| row.name == name);
        let set = self.set.iter().rev().find(|(set, _)| *set == name).map(|&(_, value)| value);
        row.map_or(otherwise, |row| set.unwrap_or(row.default))
    }
    fn whole(&self, name: &str, otherwise: u32) -> u32 {
        self.number(name, otherwise.into()) as u32
    }
}

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
    pub fn generate(&self, set: &[(&str, f64)], seed: u64, number: u64) -> Result<Shop, ParseError> {
        for &(name, value) in set {
            let Some(row) = self.parameters.iter().find(|row| row.name == name) else {
                let names: Vec<&str> = self.parameters.iter().map(|row| row.name).collect();
                let error = ParseError::new(format!("{} has no parameter '{name}'", self.name));
                return Err(error.help(format!("available: {}", names.join(", "))));
            };
            let (least, most) = row.range;
            if !(least..=most).contains(&value) {
                let error = ParseError::new(format!("{name} is {value}"));
                return Err(error.help(format!("write a number from {least} to {most}")));
            }
        }
        let values = Values { generator: self, set };
        let (jobs, machines) = (values.whole("jobs", 0), values.whole("machines", 0));
        let mut random = stream(seed, self.name, &[jobs.into(), machines.into(), number]);
        let name = format!("{}-{jobs}x{machines}-{seed}-{number}", self.name);
        let mut draw_seed = || random.random_range(1..taillard::MODULUS);
        let made = match self.name {
            "taillard" => taillard::job_shop(jobs, machines, draw_seed(), draw_seed()),
            "taillard-flow" => taillard::flow_shop(jobs, machines, draw_seed()),
            _ => return self.draw(&values, name, &mut random),
        };
        Shop::new(name, machines, made, Objective::Makespan)
    }

    fn draw(&self, values: &Values<'_>, name: String, random: &mut Stream) -> Result<Shop, ParseError> {
        let (counted, machines) = (values.whole("jobs", 1), values.whole("machines", 1));
        let (low, high) = (values.number("low", 1.0), values.number("high", 99.0));
        if low > high {
            return Err(ParseError::new(format!("the range of times is empty: {low} to {high}")));
        }
        let (warm_up, cool_down) = (values.whole("warm-up", 0), values.whole("cool-down", 0));
        let fewest = values.whole("operations", machines).min(machines);
        let (spread, stages) = (values.number("spread", 0.0), values.whole("stages", 1).min(machines));
        let (utilisation, tightness) = (values.number("utilisation", 0.0), values.number("tightness", 0.0));
        let factors: Vec<f64> =
            (0..machines).map(|_| 1.0 + spread * (2.0 * random.random::<f64>() - 1.0)).collect();
        let mean_work = f64::from(fewest + machines) / 2.0 * (low + high) / 2.0;
        let interval = mean_work / f64::from(machines) / utilisation.max(1e-9);
        let (mut now, mut jobs) = (0.0, Vec::new());
        for _ in 0..warm_up + counted + cool_down {
            let mut route: Vec<u32> = (0..machines).collect();
            if self.name != "flow" {
                for stage in 0..stages {
                    let part = |stage: u32| (machines * stage / stages) as usize;
                    shuffle(&mut route[part(stage)..part(stage + 1)], random);
                }
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
            if self.online {
                job.weight = [1, 2, 2, 2, 4][random.random_range(0..5)];
            }
            jobs.push(job);
        }
        let objective = if tightness > 0.0 { Objective::Tardiness } else { Objective::Makespan };
        let count = jobs.len();
        let objective = if self.online && tightness == 0.0 { Objective::FlowTime } else { objective };
        let mut shop = Shop::new(name, machines, jobs, objective)?;
        shop.counted = warm_up..warm_up + counted;
        match values.whole("setup", 0) {
            0 => Ok(shop),
            _ if count > 1_000 => Err(ParseError::new("more than 1000 jobs cannot have set-up times")),
            setup => {
                let all = machines as usize * (count + 1) * count;
                shop.with_setups((0..all).map(|_| random.random_range(0..=setup)).collect())
            }
        }
    }
}
