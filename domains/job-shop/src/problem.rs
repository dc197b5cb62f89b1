//! The problem: jobs on machines, static with all jobs known, or dynamic with jobs that arrive.

use crate::bounds;
use crate::buffers::Search;
use crate::partial::{Choice, Partial};
use crate::schedule::Schedule;
use crate::shop::Shop;
use crate::validate;
use std::ops::ControlFlow;
use unstuck_core::error::{ParseError, presentable};
use unstuck_core::optimisation::{Construction, Cost, Optimisation, Prices};

/// All jobs are known; schedules are built by active dispatching and improved.
pub type Static = JobShop<false>;
/// Jobs are known when they are released; schedules are built by dispatching in the order of time, and decisions are final.
pub type Dynamic = JobShop<true>;

/// One instance of the job shop problem.
#[derive(Debug, Clone)]
pub struct JobShop<const ONLINE: bool> {
    shop: Shop,
    bound: i64,
    delay: f64,
    flow: bool,
    /// The most that a sum of times can be, and the most that features of set-ups and times can be.
    pub(crate) most_work: f64,
    pub(crate) most_time: f64,
    pub(crate) most_setup: f64,
    pub(crate) mean_time: f64,
}

impl<const ONLINE: bool> JobShop<ONLINE> {
    /// The problem of scheduling these jobs.
    pub fn new(shop: Shop) -> Self {
        let times = || shop.operations().iter().map(|operation| f64::from(operation.time));
        let most_work = times().sum();
        Self {
            bound: bounds::lower_bound(&shop),
            delay: 1.0,
            flow: shop.is_flow_shop(),
            most_work,
            most_time: times().fold(0.0, f64::max),
            most_setup: shop.setups().iter().copied().max().unwrap_or(0).into(),
            mean_time: most_work / shop.operations().len() as f64,
            shop,
        }
    }

    /// The same, where steps offer this part of the window, from 0 to 1: 0 makes schedules without delay, 1 (the default)
    /// active schedules.
    #[must_use]
    pub fn with_delay(self, delay: f64) -> Self {
        Self { delay: delay.clamp(0.0, 1.0), ..self }
    }

    /// The same with a lower bound that was proved elsewhere.
    #[must_use]
    pub fn with_bound(self, bound: i64) -> Self {
        Self { bound: bound.max(self.bound), ..self }
    }

    /// The instance.
    pub fn shop(&self) -> &Shop {
        &self.shop
    }

    /// No schedule costs less.
    pub(crate) fn bound(&self) -> i64 {
        self.bound
    }

    /// Whether it is a flow shop.
    pub fn is_flow_shop(&self) -> bool {
        self.flow
    }
}

impl<const ONLINE: bool> Optimisation for JobShop<ONLINE> {
    type Solution = Schedule;
    type Scratch = Search;

    fn scratch(&self) -> Search {
        Search::default()
    }
    fn cost(&self, schedule: &Schedule) -> Cost {
        let mut again = schedule.clone();
        again.update(&self.shop, 0);
        Cost::soft(again.cost(&self.shop))
    }
    fn lower_bound(&self) -> Option<Cost> {
        Some(Cost::soft(self.bound))
    }

    /// A line for each machine: its number, and `job.operation@start` for each operation, all counted from 0.
    fn write(&self, schedule: &Schedule, out: &mut String) {
        for (machine, operations) in schedule.machines(&self.shop).iter().enumerate() {
            out.push_str(&format!("{machine}:"));
            for &operation in operations {
                let job = self.shop.operations()[operation as usize].job;
                let place = operation - self.shop.route(job).start;
                out.push_str(&format!(" {job}.{place}@{}", schedule.start(&self.shop, operation)));
            }
            out.push('\n');
        }
    }

    /// The order of the operations counts: all start as early as it allows. Start times may be missing.
    fn read(&self, text: &str) -> Result<Schedule, ParseError> {
        let operations = self.shop.operations();
        let mut machines: Vec<Vec<u32>> = vec![Vec::new(); self.shop.machines() as usize];
        let mut known = vec![false; operations.len()];
        for (row, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |message: String| ParseError::new(message).at(row + 1, 1);
            let (machine, rest) = line.split_once(':').unwrap_or(("", line));
            let machine = machine.trim().parse::<usize>().ok().filter(|&machine| machine < machines.len());
            let machine = machine.ok_or_else(|| {
                wrong(format!("'{}' does not begin with a machine", presentable(line, 20)))
                    .help("write MACHINE: JOB.OPERATION@START …, all counted from 0")
            })?;
            for word in rest.split_ascii_whitespace() {
                let name = word.split('@').next().unwrap_or("");
                let mut numbers = name.split('.').map(|number| number.parse::<u32>().ok());
                let pair = (numbers.next().flatten(), numbers.next().flatten(), numbers.next());
                let number = match pair {
                    (Some(job), Some(place), None) if (job as usize) < self.shop.jobs().len() => {
                        self.shop.route(job).nth(place as usize)
                    }
                    _ => None,
                };
                let shown = presentable(word, 20);
                let number = number.ok_or_else(|| wrong(format!("there is no operation {shown}")))?;
                if operations[number as usize].machine as usize != machine {
                    return Err(wrong(format!("operation {shown} is not on machine {machine}")));
                }
                if std::mem::replace(&mut known[number as usize], true) {
                    return Err(wrong(format!("operation {shown} is there twice")));
                }
                machines[machine].push(number);
            }
        }
        if let Some(number) = known.iter().position(|known| !known) {
            let job = operations[number].job;
            let place = number as u32 - self.shop.route(job).start;
            return Err(ParseError::new(format!("operation {job}.{place} is missing")));
        }
        let sequence = in_order(&self.shop, &machines).ok_or_else(|| {
            ParseError::new("the orders of the machines make operations wait for each other")
        })?;
        Ok(Schedule::of_sequence(&self.shop, &sequence))
    }
    fn validate(&self, text: &str) -> Result<Cost, String> {
        validate::validate(&self.shop, text).map(Cost::soft)
    }
    fn prices(&self) -> Prices {
        // A difference and a change compute the times of all operations again, and link those of a job on all machines. The
        // example `effort` compares with CPU time.
        let count = self.shop.operations().len() as u64;
        let proposal = (300 + 3 * count) * if self.flow { 2 } else { 1 };
        Prices { step: 90, choice: 50, proposal, apply: 100 + 3 * count, element: 0 }
    }
}

/// A topological order of operations whose orders on the machines are given, if there is one.
pub(crate) fn in_order(shop: &Shop, machines: &[Vec<u32>]) -> Option<Vec<u32>> {
    let mut sequence = Vec::with_capacity(shop.operations().len());
    let mut next: Vec<u32> = (0..shop.jobs().len() as u32).map(|job| shop.route(job).start).collect();
    let mut places = vec![0; machines.len()];
    loop {
        let before = sequence.len();
        for (machine, place) in machines.iter().zip(&mut places) {
            while let Some(&operation) = machine.get(*place) {
                let job = shop.operations()[operation as usize].job as usize;
                if next[job] != operation {
                    break;
                }
                next[job] += 1;
                *place += 1;
                sequence.push(operation);
            }
        }
        if sequence.len() == before {
            return (before == shop.operations().len()).then_some(sequence);
        }
    }
}

impl<const ONLINE: bool> Construction for JobShop<ONLINE> {
    type Partial = Partial;
    type Choice = Choice;

    fn start(&self, _features: &[u16]) -> Partial {
        Partial::new(&self.shop, self.delay, ONLINE)
    }

    /// By ascending job.
    #[inline]
    fn visit(&self, partial: &Partial, each: &mut impl FnMut(Choice) -> ControlFlow<()>) -> ControlFlow<()> {
        for &job in &partial.machines[partial.machine as usize].queue {
            let start = partial.start(&self.shop, job);
            if start <= partial.latest {
                each(Choice { job, start })?;
            }
        }
        ControlFlow::Continue(())
    }
    #[inline]
    fn extend(&self, partial: &mut Partial, choice: Choice) {
        partial.extend(&self.shop, choice);
    }
    fn finish(&self, partial: &Partial) -> Schedule {
        Schedule::of_sequence(&self.shop, &partial.sequence)
    }
    fn finished_cost(&self, partial: &Partial) -> Cost {
        Cost::soft(self.shop.total(|job| partial.ready[job as usize]))
    }
    fn choice_text(&self, partial: &Partial, choice: Choice) -> String {
        let number = partial.next[choice.job as usize];
        let operation = &self.shop.operations()[number as usize];
        let place = number - self.shop.route(choice.job).start;
        format!(
            "operation {}.{place} on machine {} from {} to {}",
            choice.job,
            operation.machine,
            choice.start,
            choice.start + operation.time
        )
    }
}
