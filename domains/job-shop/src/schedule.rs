//! A schedule: the order of operations on each machine, with every operation as early as that order allows.
//!
//! Orders are linked lists, and a topological order of all operations is kept. To move an operation along its machine, only
//! the part of the topological order between its old and its new place is sorted again; times are computed again from there
//! on. Whether the move would close a cycle is found out on the way, exactly.

use crate::shop::Shop;
use serde::Serialize;

/// A complete schedule. Operation numbers equal to the number of operations stand for none.
#[derive(Debug, Default)]
pub struct Schedule {
    /// The operation before on the same machine.
    pub(crate) before: Vec<u32>,
    /// The operation after on the same machine.
    pub(crate) after: Vec<u32>,
    /// The set-up time before each operation.
    pub(crate) gap: Vec<u32>,
    /// A topological order.
    pub(crate) order: Vec<u32>,
    /// The place of each operation in `order`.
    place: Vec<u32>,
    /// When each operation ends.
    pub(crate) end: Vec<u32>,
    /// Room for operations that are sorted.
    moved: Vec<u32>,
}

impl Clone for Schedule {
    fn clone(&self) -> Self {
        Self {
            before: self.before.clone(),
            after: self.after.clone(),
            gap: self.gap.clone(),
            order: self.order.clone(),
            place: self.place.clone(),
            end: self.end.clone(),
            moved: Vec::with_capacity(self.moved.capacity()),
        }
    }
    fn clone_from(&mut self, other: &Self) {
        self.before.clone_from(&other.before);
        self.after.clone_from(&other.after);
        self.gap.clone_from(&other.gap);
        self.order.clone_from(&other.order);
        self.place.clone_from(&other.place);
        self.end.clone_from(&other.end);
    }
}

/// An operation goes to another place on its machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The operation.
    pub what: u32,
    /// It goes right behind this later operation, or right before this earlier one.
    pub anchor: u32,
    /// Whether it goes to later.
    pub later: bool,
}

const MARKED: u32 = u32::MAX;

impl Schedule {
    /// The schedule of operations that are appended to their machines one by one. Every operation is there once, behind
    /// those before it in its job.
    pub fn of_sequence(shop: &Shop, sequence: &[u32]) -> Self {
        let mut schedule = Self::default();
        schedule.set(shop, sequence);
        schedule
    }

    /// The same, in place.
    pub(crate) fn set(&mut self, shop: &Shop, sequence: &[u32]) {
        let count = shop.operations().len();
        for (list, empty) in [
            (&mut self.before, count as u32),
            (&mut self.after, count as u32),
            (&mut self.gap, 0),
            (&mut self.place, 0),
            (&mut self.end, 0),
        ] {
            list.clear();
            list.resize(count + 1, empty);
        }
        self.order.clear();
        self.order.extend_from_slice(sequence);
        self.moved.clear();
        self.moved.resize(shop.machines() as usize, count as u32);
        for (place, &operation) in sequence.iter().enumerate() {
            self.place[operation as usize] = place as u32;
            let machine = shop.operations()[operation as usize].machine as usize;
            let last = std::mem::replace(&mut self.moved[machine], operation);
            self.link(shop, last, operation);
        }
        self.update(shop, 0);
    }

    /// Makes two operations neighbours on their machine.
    #[inline]
    fn link(&mut self, shop: &Shop, before: u32, after: u32) {
        let none = self.order.len() as u32;
        if before != none {
            self.after[before as usize] = after;
        }
        if after != none {
            self.before[after as usize] = before;
            self.gap[after as usize] = gap(shop, before, after);
        }
    }

    /// Computes the times from a place of the order on.
    #[inline]
    pub(crate) fn update(&mut self, shop: &Shop, from: usize) {
        let operations = shop.operations();
        for &operation in &self.order[from..] {
            let here = operation as usize;
            let fixed = &operations[here];
            let machine = self.end[self.before[here] as usize] + self.gap[here];
            let start = machine.max(self.end[fixed.before as usize]).max(fixed.ready);
            self.end[here] = start + fixed.time;
        }
    }

    /// When an operation starts.
    #[inline]
    pub fn start(&self, shop: &Shop, operation: u32) -> u32 {
        self.end[operation as usize] - shop.operations()[operation as usize].time
    }

    /// When an operation ends.
    #[inline]
    pub fn end(&self, operation: u32) -> u32 {
        self.end[operation as usize]
    }

    /// When a job is complete.
    #[inline]
    pub fn completion(&self, shop: &Shop, job: u32) -> u32 {
        self.end[shop.route(job).end as usize - 1]
    }

    /// The objective.
    #[inline]
    pub fn cost(&self, shop: &Shop) -> i64 {
        shop.total(|job| self.completion(shop, job))
    }

    /// The operations of each machine in their order.
    pub fn machines(&self, shop: &Shop) -> Vec<Vec<u32>> {
        let mut machines = vec![Vec::new(); shop.machines() as usize];
        for &operation in &self.order {
            machines[shop.operations()[operation as usize].machine as usize].push(operation);
        }
        machines
    }

    /// Makes a shift, and returns the part of the order that changed. `None`, and nothing is changed, if an operation would
    /// have to wait for itself.
    pub(crate) fn shift(&mut self, shop: &Shop, change: Shift) -> Option<(usize, usize)> {
        let Shift { what, anchor, later } = change;
        let (here, there) = (self.place[what as usize] as usize, self.place[anchor as usize] as usize);
        let (left, right) = (here.min(there), here.max(there));
        let possible = self.sort(shop, change, here, there);
        for place in left..=right {
            self.place[self.order[place] as usize] = place as u32;
        }
        if !possible {
            return None;
        }
        self.link(shop, self.before[what as usize], self.after[what as usize]);
        if later {
            let next = self.after[anchor as usize];
            self.link(shop, what, next);
            self.link(shop, anchor, what);
        } else {
            let previous = self.before[anchor as usize];
            self.link(shop, previous, what);
            self.link(shop, what, anchor);
        }
        self.update(shop, left);
        Some((left, right))
    }

    /// Moves an operation, and what has to follow (or precede) it, behind (or before) its anchor in the order. False if the
    /// anchor would have to move, too.
    fn sort(&mut self, shop: &Shop, Shift { what, anchor, later }: Shift, here: usize, there: usize) -> bool {
        let distance = here.abs_diff(there);
        let at = |step: usize| if later { here + step } else { here - step };
        self.moved.clear();
        self.moved.push(what);
        self.place[what as usize] = MARKED;
        for step in 1..=distance {
            let operation = self.order[at(step)];
            let fixed = &shop.operations()[operation as usize];
            let (machine, job) = match later {
                true => (self.before[operation as usize], fixed.before),
                false => (self.after[operation as usize], fixed.after),
            };
            if self.place[job as usize] == MARKED || machine != what && self.place[machine as usize] == MARKED
            {
                if operation == anchor {
                    return false;
                }
                self.place[operation as usize] = MARKED;
                self.moved.push(operation);
            }
        }
        let mut to = 0;
        for step in 0..=distance {
            let operation = self.order[at(step)];
            if self.place[operation as usize] != MARKED {
                self.order[at(to)] = operation;
                to += 1;
            }
        }
        for (step, &operation) in (to..).zip(&self.moved) {
            self.order[at(step)] = operation;
        }
        true
    }

    /// Moves a job of a flow shop before another one on all machines; to the end if that is the number of jobs.
    pub(crate) fn shift_job(&mut self, shop: &Shop, job: u32, to: u32) {
        let none = self.order.len() as u32;
        self.moved.clear();
        for stage in 0..shop.route(0).len() as u32 {
            let own = shop.route(job).start + stage;
            let mut operation = shop.route(0).start + stage;
            while self.before[operation as usize] != none {
                operation = self.before[operation as usize];
            }
            while operation != none {
                if shop.operations()[operation as usize].job == to {
                    self.moved.push(own);
                }
                if operation != own {
                    self.moved.push(operation);
                }
                operation = self.after[operation as usize];
            }
            if to as usize == shop.jobs().len() {
                self.moved.push(own);
            }
        }
        std::mem::swap(&mut self.order, &mut self.moved);
        let mut last = none;
        for place in 0..self.order.len() {
            let operation = self.order[place];
            self.place[operation as usize] = place as u32;
            let machine = |operation: u32| shop.operations()[operation as usize].machine;
            if last != none && machine(last) != machine(operation) {
                self.link(shop, last, none);
                last = none;
            }
            self.link(shop, last, operation);
            last = operation;
        }
        self.link(shop, last, none);
        self.update(shop, 0);
    }

    /// A longest path to the end of an operation, from its end back to its start. Where two operations are tight, `choose` is
    /// asked whether the one on the machine is taken.
    pub(crate) fn trace(
        &self,
        shop: &Shop,
        last: u32,
        path: &mut Vec<u32>,
        mut choose: impl FnMut() -> bool,
    ) {
        let none = self.order.len() as u32;
        path.clear();
        let mut operation = last;
        while operation != none {
            path.push(operation);
            let fixed = &shop.operations()[operation as usize];
            let start = self.end[operation as usize] - fixed.time;
            let machine = self.before[operation as usize];
            let by_machine =
                machine != none && self.end[machine as usize] + self.gap[operation as usize] == start;
            let by_job = fixed.before != none && self.end[fixed.before as usize] == start;
            operation = match (by_machine, by_job) {
                (true, true) if choose() => machine,
                (true, false) => machine,
                (_, true) => fixed.before,
                (false, false) => none,
            };
        }
    }

    /// The bars of a Gantt chart, machine by machine.
    pub fn gantt(&self, shop: &Shop) -> Vec<Vec<Bar>> {
        let mut critical = vec![false; self.order.len()];
        let makespan = self.end.iter().copied().max().unwrap_or(0);
        let mut path = Vec::new();
        if let Some(last) = self.order.iter().find(|&&last| self.end[last as usize] == makespan) {
            self.trace(shop, *last, &mut path, || true);
        }
        path.iter().for_each(|&operation| critical[operation as usize] = true);
        let bar = |&operation: &u32| {
            let fixed = &shop.operations()[operation as usize];
            Bar {
                job: fixed.job,
                operation: operation - shop.route(fixed.job).start,
                setup: self.gap[operation as usize],
                start: self.start(shop, operation),
                end: self.end(operation),
                critical: critical[operation as usize],
            }
        };
        self.machines(shop).iter().map(|machine| machine.iter().map(bar).collect()).collect()
    }
}

/// A bar of a Gantt chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bar {
    /// The job, from 0.
    pub job: u32,
    /// The operation within its job, from 0.
    pub operation: u32,
    /// The set-up time before it.
    pub setup: u32,
    /// When it starts.
    pub start: u32,
    /// When it ends.
    pub end: u32,
    /// Whether it is on a longest path to the end of the schedule.
    pub critical: bool,
}

/// The set-up time between two operations of a machine; the first may be none.
#[inline]
pub(crate) fn gap(shop: &Shop, before: u32, after: u32) -> u32 {
    if shop.setups().is_empty() {
        return 0;
    }
    let operation = &shop.operations()[after as usize];
    let previous =
        shop.operations().get(before as usize).map_or(shop.jobs().len() as u32, |before| before.job);
    shop.setup(operation.machine, previous, operation.job)
}
