//! A schedule that is being built by dispatching.
//!
//! Each machine has a queue: the jobs whose next operation is on it, also those that still are on the machine before. A step
//! takes the machine on which an operation can be complete the earliest (Giffler and Thompson, 1960): whatever else comes to
//! it arrives no earlier. The choices are the operations of its queue that can start before that completion, the *window*. To
//! take one of those that can start first makes a schedule without delay; to take others lets the machine wait for them. The
//! part of the window that is offered is a parameter: 1 makes all active schedules, 0 those without delay, where the steps
//! are in the order of time.
//!
//! Online, jobs are not known before they are released. The steps are always in the order of time, so that no choice depends
//! on a job that arrives after it.

use crate::shop::Shop;

/// One way to continue: the next operation of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The job.
    pub job: u32,
    /// When its operation starts.
    pub start: u32,
}

/// What is known of a machine.
#[derive(Debug, Clone)]
pub(crate) struct Machine {
    /// The jobs whose next operation is here, ascending.
    pub queue: Vec<u32>,
    /// The sum of the times of these operations.
    pub queue_work: u64,
    /// The sum of the times of all operations that are not started, of jobs that are known.
    pub work: u64,
    /// When it is free.
    pub free: u32,
    /// The last job on it; the number of jobs if there is none.
    pub last: u32,
    /// When an operation of the queue can start, and when one can be complete, at the earliest.
    least: (u32, u32),
}

/// A schedule that is being built.
#[derive(Debug, Clone)]
pub struct Partial {
    pub(crate) machines: Vec<Machine>,
    /// The next operation of each job.
    pub(crate) next: Vec<u32>,
    /// When each job is ready for its next operation; when it is complete, if there is none.
    pub(crate) ready: Vec<u32>,
    /// Work that each job has left.
    pub(crate) work: Vec<u32>,
    /// The operations in the order in which they were chosen.
    pub(crate) sequence: Vec<u32>,
    /// The machine of the present step.
    pub(crate) machine: u32,
    /// When an operation can start on it, at the earliest.
    pub(crate) now: u32,
    /// When an operation starts that is offered, at the latest.
    pub(crate) latest: u32,
    /// The work of all operations that are not started, of jobs that are known.
    pub(crate) left: u64,
    /// The jobs in the order of their release, where they are not known before; and how many are known.
    arrivals: Vec<u32>,
    known: usize,
    online: bool,
    delay: f64,
}

const NEVER: (u32, u32) = (u32::MAX, u32::MAX);

impl Partial {
    /// Before the first step.
    pub(crate) fn new(shop: &Shop, delay: f64, online: bool) -> Self {
        let jobs = shop.jobs();
        let machine = Machine {
            queue: Vec::new(),
            queue_work: 0,
            work: 0,
            free: 0,
            last: jobs.len() as u32,
            least: NEVER,
        };
        let mut partial = Self {
            machines: vec![machine; shop.machines() as usize],
            next: (0..jobs.len() as u32).map(|job| shop.route(job).start).collect(),
            ready: jobs.iter().map(|job| job.release).collect(),
            work: jobs.iter().map(|job| job.work() as u32).collect(),
            sequence: Vec::with_capacity(shop.operations().len()),
            machine: 0,
            now: 0,
            latest: 0,
            left: 0,
            arrivals: Vec::new(),
            known: 0,
            online,
            delay,
        };
        let mut order: Vec<u32> = (0..jobs.len() as u32).collect();
        if online {
            order.sort_by_key(|&job| jobs[job as usize].release);
            partial.arrivals = order;
        } else {
            order.into_iter().for_each(|job| partial.admit(shop, job));
        }
        partial.next_machine(shop);
        partial
    }

    /// A job becomes known.
    fn admit(&mut self, shop: &Shop, job: u32) {
        for operation in &shop.operations()[shop.route(job).start as usize..shop.route(job).end as usize] {
            self.machines[operation.machine as usize].work += u64::from(operation.time);
            self.left += u64::from(operation.time);
        }
        self.enqueue(shop, job);
    }

    /// When the next operation of a job can start on its machine.
    #[inline]
    pub(crate) fn start(&self, shop: &Shop, job: u32) -> u32 {
        let operation = &shop.operations()[self.next[job as usize] as usize];
        let machine = &self.machines[operation.machine as usize];
        (machine.free + shop.setup(operation.machine, machine.last, job)).max(self.ready[job as usize])
    }

    #[inline]
    fn enqueue(&mut self, shop: &Shop, job: u32) {
        let operation = &shop.operations()[self.next[job as usize] as usize];
        let start = self.start(shop, job);
        let machine = &mut self.machines[operation.machine as usize];
        let place = machine.queue.iter().rposition(|&other| other < job).map_or(0, |place| place + 1);
        machine.queue.insert(place, job);
        machine.queue_work += u64::from(operation.time);
        machine.least.0 = machine.least.0.min(start);
        machine.least.1 = machine.least.1.min(start + operation.time);
    }

    /// Makes a choice of the present step.
    #[inline]
    pub(crate) fn extend(&mut self, shop: &Shop, Choice { job, start }: Choice) {
        let here = job as usize;
        let number = self.next[here];
        let operation = &shop.operations()[number as usize];
        let time = u64::from(operation.time);
        let machine = &mut self.machines[operation.machine as usize];
        if let Some(place) = machine.queue.iter().position(|&other| other == job) {
            machine.queue.remove(place);
        }
        machine.queue_work -= time;
        machine.work -= time;
        machine.free = start + operation.time;
        machine.last = job;
        self.left -= time;
        self.ready[here] = start + operation.time;
        self.work[here] -= operation.time;
        self.next[here] = number + 1;
        self.sequence.push(number);
        let mut least = NEVER;
        for &other in &self.machines[operation.machine as usize].queue {
            let start = self.start(shop, other);
            let end = start + shop.operations()[self.next[other as usize] as usize].time;
            least = (least.0.min(start), least.1.min(end));
        }
        self.machines[operation.machine as usize].least = least;
        if operation.after as usize != shop.operations().len() {
            self.enqueue(shop, job);
        }
        self.next_machine(shop);
    }

    /// Finds the machine of the next step, and the part of the window that is offered.
    #[inline]
    fn next_machine(&mut self, shop: &Shop) {
        loop {
            let (mut best, mut least) = (0, NEVER);
            for (place, machine) in self.machines.iter().enumerate() {
                // Online in the order of time, as later arrivals are not known.
                let sooner = match self.online || self.delay == 0.0 {
                    true => machine.least.0 < least.0,
                    false => machine.least.1 < least.1,
                };
                if sooner {
                    (best, least) = (place as u32, machine.least);
                }
            }
            let arrives = self.arrivals.get(self.known).copied();
            if let Some(job) = arrives.filter(|&job| shop.jobs()[job as usize].release <= least.0) {
                self.known += 1;
                self.admit(shop, job);
                continue;
            }
            let window = f64::from((least.1 - least.0).saturating_sub(1));
            (self.machine, self.now) = (best, least.0);
            self.latest = least.0.saturating_add((self.delay * window) as u32);
            return;
        }
    }
}
