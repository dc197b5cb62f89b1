//! An instance: jobs with their routes, release times, due dates and weights; set-up times; the objective.

use std::ops::Range;
use std::sync::Arc;
use unstuck_core::error::ParseError;

/// Most operations of an instance.
pub const MAX_OPERATIONS: usize = 1_000_000;
/// Most machines.
pub const MAX_MACHINES: u32 = 10_000;
/// No schedule ends later than this.
pub const MAX_HORIZON: u64 = 1_000_000_000;
/// Largest weight of a job.
pub const MAX_WEIGHT: u32 = 1_000;
/// The due date of jobs that have none.
pub const NEVER: u32 = u32::MAX;

/// What a schedule costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Objective {
    /// When the last job is complete.
    Makespan,
    /// The sum over jobs: weight times lateness beyond the due date.
    Tardiness,
    /// The sum over jobs: weight times the time from release to completion.
    FlowTime,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 3] = [Self::Makespan, Self::Tardiness, Self::FlowTime];

    /// The objective of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|objective| objective.name() == name)
    }

    /// Name in every text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Makespan => "makespan",
            Self::Tardiness => "tardiness",
            Self::FlowTime => "flow",
        }
    }
}

/// A job, as instances are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Machine and time of each operation, in order.
    pub route: Vec<(u32, u32)>,
    /// It cannot start earlier.
    pub release: u32,
    /// When it should be complete; [`NEVER`] if that does not matter.
    pub due: u32,
    /// Its weight in sums over jobs.
    pub weight: u32,
}

impl Job {
    /// A job that is released at 0 and never due.
    pub fn new(route: Vec<(u32, u32)>) -> Self {
        Self { route, release: 0, due: NEVER, weight: 1 }
    }

    /// The sum of its times.
    pub fn work(&self) -> u64 {
        self.route.iter().map(|&(_, time)| u64::from(time)).sum()
    }
}

/// What is fixed of an operation. Operations are numbered job by job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Its job.
    pub job: u32,
    /// Its machine.
    pub machine: u32,
    /// How long it takes.
    pub time: u32,
    /// The release time if it is the first of its job, else 0.
    pub ready: u32,
    /// The operation before it in its job; the number of operations if there is none.
    pub before: u32,
    /// The operation after it in its job; the number of operations if there is none.
    pub after: u32,
}

/// One instance. Copies share their data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shop {
    /// Name within its set.
    pub name: String,
    /// What schedules cost.
    pub objective: Objective,
    /// The least cost that is known, if the source names it.
    pub best_known: Option<i64>,
    /// The best lower bound that is known, if the source names it.
    pub best_bound: Option<i64>,
    /// The jobs that the objective counts: all but those of a warm-up.
    pub counted: Range<u32>,
    machines: u32,
    jobs: Arc<[Job]>,
    first: Arc<[u32]>,
    operations: Arc<[Operation]>,
    /// By machine, job before (the number of jobs if there is none) and job; empty if there are none.
    setups: Arc<[u32]>,
    horizon: u32,
}

impl Shop {
    /// Checks and keeps the jobs.
    ///
    /// # Errors
    ///
    /// A number is out of range.
    pub fn new(
        name: impl Into<String>,
        machines: u32,
        jobs: Vec<Job>,
        objective: Objective,
    ) -> Result<Self, ParseError> {
        let name = name.into();
        let wrong = |message: String| ParseError::new(format!("{name}: {message}"));
        if machines == 0 || machines > MAX_MACHINES {
            let error = wrong(format!("there are {machines} machines"));
            return Err(error.help(format!("instances have 1 to {MAX_MACHINES} machines")));
        }
        let count: usize = jobs.iter().map(|job| job.route.len()).sum();
        if count == 0 || count > MAX_OPERATIONS {
            let error = wrong(format!("there are {count} operations"));
            return Err(error.help(format!("instances have 1 to {MAX_OPERATIONS} operations")));
        }
        let (mut first, mut operations) = (vec![0], Vec::with_capacity(count));
        let mut horizon = u64::from(jobs.iter().map(|job| job.release).max().unwrap_or(0));
        for (number, job) in jobs.iter().enumerate() {
            if job.route.is_empty() {
                return Err(wrong(format!("job {number} has no operation")));
            }
            if objective == Objective::Tardiness && job.due == NEVER {
                let error = wrong(format!("job {number} has no due date"));
                return Err(error.help("the objective is tardiness: give every job a due date"));
            }
            if job.weight > MAX_WEIGHT {
                return Err(wrong(format!("the weight of job {number} is above {MAX_WEIGHT}")));
            }
            for (place, &(machine, time)) in job.route.iter().enumerate() {
                if machine >= machines {
                    let error = wrong(format!("job {number} needs machine {machine}"));
                    return Err(error.help(format!("machines are numbered from 0 to {}", machines - 1)));
                }
                let own = operations.len() as u32;
                let is_last = place + 1 == job.route.len();
                operations.push(Operation {
                    job: number as u32,
                    machine,
                    time,
                    ready: if place == 0 { job.release } else { 0 },
                    before: if place == 0 { count as u32 } else { own - 1 },
                    after: if is_last { count as u32 } else { own + 1 },
                });
            }
            horizon += job.work();
            first.push(operations.len() as u32);
        }
        if horizon > MAX_HORIZON {
            return Err(wrong(format!("release and processing times add up to more than {MAX_HORIZON}")));
        }
        let counted = 0..jobs.len() as u32;
        Ok(Self {
            objective,
            best_known: None,
            best_bound: None,
            counted,
            machines,
            jobs: jobs.into(),
            first: first.into(),
            operations: operations.into(),
            setups: Arc::new([]),
            horizon: horizon as u32,
            name,
        })
    }

    /// The same with set-up times, by machine, job before and job; the row behind those of the jobs is for the first job of a
    /// machine. A set-up may begin before the job arrives.
    ///
    /// # Errors
    ///
    /// There are not as many as machines × (jobs + 1) × jobs, or they are too long.
    pub fn with_setups(mut self, setups: Vec<u32>) -> Result<Self, ParseError> {
        let jobs = self.jobs.len();
        let expected = self.machines as usize * (jobs + 1) * jobs;
        if setups.len() != expected {
            let message = format!("{}: there are {} set-up times", self.name, setups.len());
            let help =
                format!("write {expected}: for each machine a row for each job before, and one for none");
            return Err(ParseError::new(message).help(help));
        }
        let most = u64::from(setups.iter().copied().max().unwrap_or(0));
        let horizon = u64::from(self.horizon) + most * self.operations.len() as u64;
        if horizon > MAX_HORIZON {
            return Err(ParseError::new(format!("{}: a set-up time of {most} is too long", self.name)));
        }
        self.horizon = horizon as u32;
        self.setups = setups.into();
        Ok(self)
    }

    /// The same with another objective.
    ///
    /// # Errors
    ///
    /// A due date is missing.
    pub fn with_objective(mut self, objective: Objective) -> Result<Self, ParseError> {
        if objective == Objective::Tardiness && !self.has_due_dates() {
            let error = ParseError::new(format!("{}: not all jobs have due dates", self.name));
            return Err(error.help("tardiness needs them: 'due' and a time for each job, before the numbers of jobs and machines"));
        }
        if self.objective != objective {
            (self.objective, self.best_known, self.best_bound) = (objective, None, None);
        }
        Ok(self)
    }

    /// The number of machines.
    pub fn machines(&self) -> u32 {
        self.machines
    }

    /// The jobs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// All operations, job by job.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The operations of a job.
    pub fn route(&self, job: u32) -> Range<u32> {
        self.first[job as usize]..self.first[job as usize + 1]
    }

    /// All set-up times; see [`with_setups`](Self::with_setups).
    pub fn setups(&self) -> &[u32] {
        &self.setups
    }

    /// The set-up time of a job behind another one on a machine; the number of jobs stands for none.
    #[inline]
    pub fn setup(&self, machine: u32, before: u32, job: u32) -> u32 {
        if self.setups.is_empty() {
            return 0;
        }
        let jobs = self.jobs.len();
        self.setups[(machine as usize * (jobs + 1) + before as usize) * jobs + job as usize]
    }

    /// No schedule without needless waiting ends later.
    pub fn horizon(&self) -> u32 {
        self.horizon
    }

    /// Whether all jobs have due dates.
    pub fn has_due_dates(&self) -> bool {
        self.jobs.iter().all(|job| job.due != NEVER)
    }

    /// Whether all jobs visit the same machines in the same order, each once.
    pub fn is_flow_shop(&self) -> bool {
        let machines = |job: &Job| job.route.iter().map(|&(machine, _)| machine).collect::<Vec<_>>();
        let route = machines(&self.jobs[0]);
        let mut once = route.clone();
        once.sort_unstable();
        once.dedup();
        once.len() == route.len() && self.jobs.iter().all(|job| machines(job) == route)
    }

    /// What a job that is complete at a time contributes to a sum over jobs; its completion for the makespan.
    #[inline]
    pub fn contribution(&self, job: u32, completion: u32) -> i64 {
        let Job { release, due, weight, .. } = &self.jobs[job as usize];
        match self.objective {
            Objective::Makespan => completion.into(),
            Objective::Tardiness => i64::from(*weight) * i64::from(completion.saturating_sub(*due)),
            Objective::FlowTime => i64::from(*weight) * i64::from(completion - release),
        }
    }

    /// The objective of these completion times, by job.
    #[inline]
    pub fn total(&self, completion: impl Fn(u32) -> u32) -> i64 {
        let each = self.counted.clone().map(|job| self.contribution(job, completion(job)));
        match self.objective {
            Objective::Makespan => each.max().unwrap_or(0),
            _ => each.sum(),
        }
    }
}
