//! Moves of a schedule: operations of a critical block are moved within it, and jobs of a flow shop on all machines.
//!
//! A critical path is a longest path to the end of the schedule, or of a job that contributes to the cost. A block is a part of
//! it on one machine. Without set-up times only a change at the border of a block can make the path shorter.

use crate::neighbourhood::{Neighbourhood, candidates, is_possible};
use crate::problem::JobShop;
use crate::schedule::{Schedule, Shift};
use crate::shop::{Objective, Shop};
use std::cell::RefCell;
use std::ops::ControlFlow;
use unstuck_core::optimisation::{Cost, Measure, MoveKind, Moves};
use unstuck_core::random::{RngExt, Stream};

/// One move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// An operation goes to another place on its machine.
    Shift(Shift),
    /// A job of a flow shop goes before another one on all machines.
    Job {
        /// The job.
        job: u32,
        /// The other one; the number of jobs for the end.
        to: u32,
    },
}

const KINDS: &[MoveKind] = &[
    MoveKind {
        name: "swap",
        about: "two adjacent operations at the border of a critical block change places (N5)",
    },
    MoveKind {
        name: "insert",
        about: "an operation goes to the border of its critical block, or from there into it (N6)",
    },
    MoveKind { name: "job", about: "a job goes to another place on all machines, in flow shops" },
];

/// Buffers of proposals and differences.
#[derive(Default)]
struct Room {
    trial: Schedule,
    path: Vec<u32>,
    shifts: Vec<Shift>,
}

thread_local! {
    static ROOM: RefCell<Room> = RefCell::default();
}

impl<const ONLINE: bool> JobShop<ONLINE> {
    /// A job whose completion counts, the first or a random one: the last of all for the makespan, else one that
    /// contributes.
    pub(crate) fn critical_job(&self, schedule: &Schedule, mut random: Option<&mut Stream>) -> Option<u32> {
        let shop = self.shop();
        let cost = if shop.objective == Objective::Makespan { schedule.cost(shop) } else { 0 };
        let (mut found, mut count) = (None, 0);
        for job in shop.counted.clone() {
            let part = shop.contribution(job, schedule.completion(shop, job));
            if part >= cost && part > 0 {
                count += 1;
                let Some(random) = &mut random else { return Some(job) };
                if random.random_range(0..count) == 0 {
                    found = Some(job);
                }
            }
        }
        found
    }

    fn shifts(
        &self,
        kind: usize,
        schedule: &Schedule,
        job: u32,
        room: &mut Room,
        random: Option<&mut Stream>,
    ) {
        let shop = self.shop();
        let last = shop.route(job).end - 1;
        match random {
            Some(random) => schedule.trace(shop, last, &mut room.path, || random.random()),
            None => schedule.trace(shop, last, &mut room.path, || true),
        }
        room.shifts.clear();
        let kind = if kind == 0 { Neighbourhood::Swaps } else { Neighbourhood::Inserts };
        candidates(shop, schedule, &room.path, kind, &mut room.shifts);
        room.shifts.retain(|&shift| is_possible(shop, schedule, shift));
    }
}

/// Makes a move.
fn make(shop: &Shop, schedule: &mut Schedule, change: Move) {
    match change {
        Move::Shift(shift) => {
            let _ = schedule.shift(shop, shift);
        }
        Move::Job { job, to } => schedule.shift_job(shop, job, to),
    }
}

impl<const ONLINE: bool> Moves for JobShop<ONLINE> {
    type Move = Move;
    const KINDS: &'static [MoveKind] = if ONLINE { &[] } else { KINDS };

    fn propose(&self, kind: usize, schedule: &Schedule, random: &mut Stream) -> Option<Move> {
        if kind == 2 {
            let jobs = self.shop().jobs().len() as u32;
            let (job, to) = (random.random_range(0..jobs), random.random_range(0..=jobs));
            return (self.is_flow_shop() && job != to).then_some(Move::Job { job, to });
        }
        let job = self.critical_job(schedule, Some(random))?;
        ROOM.with_borrow_mut(|room| {
            self.shifts(kind, schedule, job, room, Some(random));
            let count = room.shifts.len();
            (count > 0).then(|| Move::Shift(room.shifts[random.random_range(0..count)]))
        })
    }

    /// For sums over jobs, the paths of all jobs that contribute.
    fn scan(
        &self,
        kind: usize,
        schedule: &Schedule,
        each: &mut impl FnMut(Option<Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let shop = self.shop();
        let jobs = shop.jobs().len() as u32;
        if kind == 2 {
            let pairs = (0..jobs).flat_map(|job| (0..=jobs).map(move |to| (job, to)));
            let mut pairs = pairs.filter(|&(job, to)| self.is_flow_shop() && job != to);
            return pairs.try_for_each(|(job, to)| each(Some(Move::Job { job, to })));
        }
        let only = match shop.objective {
            Objective::Makespan => self.critical_job(schedule, None),
            _ => None,
        };
        // `each` asks for differences, which use the same buffers.
        let mut room = Room::default();
        for job in 0..jobs {
            let contributes = match only {
                Some(only) => job == only,
                None => {
                    shop.counted.contains(&job) && shop.contribution(job, schedule.completion(shop, job)) > 0
                }
            };
            if contributes {
                self.shifts(kind, schedule, job, &mut room, None);
                room.shifts.iter().try_for_each(|&shift| each(Some(Move::Shift(shift))))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Exact: the move is made on a copy.
    fn delta(&self, schedule: &Schedule, change: Move) -> Measure {
        ROOM.with_borrow_mut(|Room { trial, .. }| {
            trial.clone_from(schedule);
            make(self.shop(), trial, change);
            let difference = trial.cost(self.shop()) - schedule.cost(self.shop());
            Measure { cost: Cost::soft(difference), guide: 0 }
        })
    }

    fn apply(&self, schedule: &mut Schedule, change: Move) -> u64 {
        make(self.shop(), schedule, change);
        schedule.order.len() as u64
    }
}
