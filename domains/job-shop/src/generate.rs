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

const JOBS: (f64, f64) = (1.0, 100_000.0);
const MACHINES: (f64, f64) = (1.0, 1_000.0);

/// The defaults in which generators with drawn times differ.
struct Defaults {
    jobs: f64,
    machines: f64,
    stages: f64,
    spread: f64,
    warm_up: f64,
    cool_down: f64,
    utilisation: f64,
    tightness: f64,
}

/// 15 jobs and 15 machines, released at 0 and never due.
const SQUARE: Defaults = Defaults {
    jobs: 15.0,
    machines: 15.0,
    stages: 1.0,
    spread: 0.0,
    warm_up: 0.0,
    cool_down: 0.0,
    utilisation: 0.0,
    tightness: 0.0,
};

const fn drawn(defaults: Defaults) -> [Parameter; 12] {
    let Defaults { jobs, machines, stages, spread, warm_up, cool_down, utilisation, tightness } = defaults;
    [
        parameter("jobs", "number of jobs that count", JOBS, jobs),
        parameter("machines", "number of machines", MACHINES, machines),
        parameter(
            "operations",
            "fewest operations of a job, of at most one on each machine",
            MACHINES,
            1_000.0,
        ),
        parameter("low", "shortest processing time", (0.0, 10_000.0), 1.0),
        parameter("high", "longest processing time", (1.0, 10_000.0), 99.0),
        parameter("stages", "sets of machines that all jobs visit one after the other", MACHINES, stages),
        parameter(
            "spread",
            "unequal loads: times of a machine are longer or shorter by up to this part",
            (0.0, 0.95),
            spread,
        ),
        parameter("setup", "longest set-up time; 0 for none", (0.0, 10_000.0), 0.0),
        parameter("warm-up", "jobs before those that count", (0.0, 10_000.0), warm_up),
        parameter("cool-down", "jobs behind those that count", (0.0, 10_000.0), cool_down),
        parameter(
            "utilisation",
            "jobs arrive by a Poisson process that keeps machines busy for this part of the time; 0 releases all at 0",
            (0.0, 2.0),
            utilisation,
        ),
        parameter(
            "tightness",
            "due dates: the release and this many times the work of the job; 0 for none",
            (0.0, 100.0),
            tightness,
        ),
    ]
}

const fn sized(jobs: f64, machines: f64) -> [Parameter; 2] {
    [
        parameter("jobs", "number of jobs", JOBS, jobs),
        parameter("machines", "number of machines", MACHINES, machines),
    ]
}

macro_rules! generators {
    ($($name:literal $about:literal $online:literal $parameters:expr;)*) => {
        /// The generators.
        pub const GENERATORS: &[Generator] =
            &[$(Generator { name: $name, about: $about, online: $online, parameters: &$parameters }),*];
    };
}

generators! {
    "random" "random routes over all machines, times uniform" false drawn(SQUARE);
    "workload" "random routes through two sets of machines with unequal loads" false
        drawn(Defaults { jobs: 20.0, machines: 10.0, stages: 2.0, spread: 0.5, ..SQUARE });
    "flow" "one route for all jobs, times uniform" false
        drawn(Defaults { jobs: 20.0, machines: 5.0, stages: 1_000.0, ..SQUARE });
    "taillard" "Taillard's job shops, from two seeds of his generator that are drawn" false sized(15.0, 15.0);
    "taillard-flow" "Taillard's flow shops, from a seed of his generator that is drawn" false sized(20.0, 5.0);
    "dynamic" "jobs arrive by a Poisson process; weights 1, 2 and 4 for 20, 60 and 20 % of the jobs" true
        drawn(Defaults { jobs: 2_000.0, machines: 10.0, warm_up: 500.0, cool_down: 200.0, utilisation: 0.9, tightness: 4.0, ..SQUARE });
}

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
            if self.online {
                job.weight = [1, 2, 2, 2, 4][random.random_range(0..5)];
            }
            jobs.push(job);
        }
        let count = jobs.len();
        let objective = match tightness > 0.0 {
            true => Objective::Tardiness,
            false if self.online => Objective::FlowTime,
            false => Objective::Makespan,
        };
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
