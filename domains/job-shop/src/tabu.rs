//! Low-level heuristics: tabu search on critical blocks, and kicks for iterated search.
//!
//! The tabu search moves operations within the blocks of a random critical path (N5, N6 and N7). Candidates are ranked by an
//! estimate of the longest path through the operations that change places, from the heads before them and the tails behind
//! (Balas and Vazacopoulos, 1998); sums over jobs are computed exactly. What is made is exact. For some rounds, pairs of
//! operations whose order was changed must not change back, unless the estimate is better than the best schedule.

use crate::moves::{Neighbourhood, candidates, is_possible};
use crate::problem::JobShop;
use crate::schedule::{Schedule, Shift, gap};
use crate::shop::{Objective, Shop};
use unstuck_core::optimisation::{
    Construction, Cost, Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Purpose, Ruin,
};
use unstuck_core::random::{RngExt, Stream, shuffle};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "shake",
        purpose: Purpose::Mutate,
        about: "random swaps and inserts on critical blocks; in flow shops also jobs that go elsewhere",
    },
    LowLevelHeuristic {
        name: "reinsert",
        purpose: Purpose::Improve,
        about: "jobs of a flow shop go to their best place on all machines, to a local optimum",
    },
    LowLevelHeuristic {
        name: "tabu",
        purpose: Purpose::Improve,
        about: "tabu search on critical blocks (N6)",
    },
];

/// Rounds without improvement that end a tabu search of depth 1.
const ROUNDS: f64 = 20_000.0;
/// Random moves of a kick of intensity 1.
const KICKS: f64 = 40.0;
/// Effort after which a reinsertion ends.
const REINSERTION: u64 = 20_000_000;
/// Effort of a round, of an operation whose head or tail is computed, of a candidate, and of an operation in its estimate.
const ROUND: u64 = 600;
const TIMES: u64 = 7;
const CANDIDATE: u64 = 60;
const ESTIMATE: u64 = 30;

/// The buffers of a tabu search.
#[derive(Debug, Default)]
pub struct Search {
    present: Schedule,
    best: Schedule,
    trial: Schedule,
    /// The longest path from the start of each operation to the end of the schedule.
    tail: Vec<u32>,
    path: Vec<u32>,
    shifts: Vec<Shift>,
    /// The operations of a shift in their new order, and their heads.
    block: Vec<u32>,
    head: Vec<u32>,
    /// The number of each operation among those of its machine, and the most that a machine has.
    rank: Vec<u32>,
    width: usize,
    /// By operation and rank of another: the round until which the first must not come before the second again.
    tabu: Vec<u32>,
    round: u32,
    work: u64,
}

impl Search {
    fn prepare(&mut self, shop: &Shop, schedule: &Schedule) {
        let count = shop.operations().len();
        self.present.clone_from(schedule);
        self.best.clone_from(schedule);
        self.work = 10 * count as u64;
        if self.rank.len() != count || self.round > u32::MAX / 2 {
            let mut counts = vec![0; shop.machines() as usize];
            let rank = |machine: u32| {
                counts[machine as usize] += 1;
                counts[machine as usize] - 1
            };
            self.rank = shop.operations().iter().map(|operation| operation.machine).map(rank).collect();
            self.width = counts.iter().copied().max().unwrap_or(0) as usize;
            self.tabu = vec![0; count * self.width];
            self.round = 0;
        }
        // Nothing of an earlier search is forbidden.
        self.round += 1_000_000;
        self.tail.clear();
        self.tail.resize(count + 1, 0);
        self.update_tails(shop, count - 1);
    }

    /// Computes the tails from a place of the order back to its beginning.
    fn update_tails(&mut self, shop: &Shop, from: usize) {
        let Self { present: Schedule { order, after, gap, .. }, tail, .. } = self;
        for &operation in order[..=from].iter().rev() {
            let here = operation as usize;
            let fixed = &shop.operations()[here];
            let next = after[here] as usize;
            tail[here] = fixed.time + tail[fixed.after as usize].max(tail[next] + gap[next]);
        }
    }

    /// The operations that a shift puts into another order, in the order of time before it: the moved one and those that it
    /// passes.
    fn passed(&mut self, Shift { what, anchor, later }: Shift) {
        let next = if later { &self.present.after } else { &self.present.before };
        let mut operation = what;
        self.block.clear();
        while operation != anchor {
            operation = next[operation as usize];
            self.block.push(operation);
        }
        if !later {
            self.block.reverse();
        }
    }

    fn tabu(&mut self, first: u32, second: u32) -> &mut u32 {
        &mut self.tabu[first as usize * self.width + self.rank[second as usize] as usize]
    }

    /// Whether the shift restores an order that is forbidden. [`passed`](Self::passed) was called.
    fn is_tabu(&mut self, Shift { what, later, .. }: Shift) -> bool {
        (0..self.block.len()).any(|place| {
            let other = self.block[place];
            let until = if later { *self.tabu(other, what) } else { *self.tabu(what, other) };
            until > self.round
        })
    }

    /// Forbids to undo a shift for some rounds.
    fn forbid(&mut self, shift: Shift, rounds: u32) {
        self.passed(shift);
        for place in 0..self.block.len() {
            let other = self.block[place];
            let until = self.round + rounds;
            let entry = if shift.later { self.tabu(shift.what, other) } else { self.tabu(other, shift.what) };
            *entry = until;
        }
    }

    /// The longest path through the operations that change places. [`passed`](Self::passed) was called, and the block is
    /// put into its new order.
    fn estimate(&mut self, shop: &Shop, Shift { what, later, .. }: Shift) -> u32 {
        let Self { present, tail, block, head, .. } = self;
        let (before, after) = if later {
            let ends = (present.before[what as usize], present.after[block[block.len() - 1] as usize]);
            block.push(what);
            ends
        } else {
            let ends = (present.before[block[0] as usize], present.after[what as usize]);
            block.insert(0, what);
            ends
        };
        let setups = !shop.setups().is_empty();
        let gap = |before: u32, after: u32| if setups { gap(shop, before, after) } else { 0 };
        head.clear();
        let (mut last, mut end) = (before, present.end[before as usize]);
        for &operation in &*block {
            let fixed = &shop.operations()[operation as usize];
            let start = (end + gap(last, operation)).max(present.end[fixed.before as usize]).max(fixed.ready);
            head.push(start);
            (last, end) = (operation, start + fixed.time);
        }
        let none = shop.operations().len() as u32;
        let (mut next, mut rest, mut longest) = (after, tail[after as usize], 0);
        for (&operation, &start) in block.iter().zip(&*head).rev() {
            let fixed = &shop.operations()[operation as usize];
            let between = if next == none { 0 } else { gap(operation, next) };
            rest = fixed.time + tail[fixed.after as usize].max(rest + between);
            longest = longest.max(start + rest);
            next = operation;
        }
        longest
    }
}

impl<const ONLINE: bool> JobShop<ONLINE> {
    /// Tabu search until so many rounds bring no improvement. Leaves the best schedule in `search`.
    fn tabu_search(&self, schedule: &Schedule, search: &mut Search, rounds: u32, random: &mut Stream) -> i64 {
        let shop = self.shop();
        search.prepare(shop, schedule);
        let bound = self.bound();
        let mut best = schedule.cost(shop);
        let (jobs, machines) = (shop.jobs().len() as u32, shop.machines());
        let tenure = 10 + jobs / machines;
        let most = tenure * if jobs <= 2 * machines { 14 } else { 15 } / 10;
        let mut vain = 0;
        while vain < rounds && best > bound {
            let Some(shift) = self.choose(search, best, random) else { break };
            let rounds = random.random_range(tenure..=most);
            search.round += 1;
            search.forbid(shift, rounds);
            let Some((left, right)) = search.present.shift(shop, shift) else { break };
            if shop.objective == Objective::Makespan {
                search.update_tails(shop, right);
                search.work += TIMES * right as u64;
            }
            search.work += ROUND + TIMES * (search.present.order.len() - left) as u64;
            let cost = search.present.cost(shop);
            vain += 1;
            if cost < best {
                (best, vain) = (cost, 0);
                search.best.clone_from(&search.present);
            }
        }
        best
    }

    /// The best candidate that is not tabu, or would be the best schedule; any one if there is none.
    fn choose(&self, search: &mut Search, best: i64, random: &mut Stream) -> Option<Shift> {
        let shop = self.shop();
        let job = self.critical_job(&search.present, Some(random))?;
        let Search { present, path, shifts, .. } = search;
        present.trace(shop, shop.route(job).end - 1, path, || random.random());
        shifts.clear();
        candidates(shop, present, path, Neighbourhood::Swaps, shifts);
        candidates(shop, present, path, Neighbourhood::Inserts, shifts);
        let (mut chosen, mut least, mut ties, mut any, mut count) = (None, i64::MAX, 0, None, 0);
        for place in 0..search.shifts.len() {
            let shift = search.shifts[place];
            if !is_possible(shop, &search.present, shift) && !search.has_longer_tail(shop, shift) {
                continue;
            }
            search.passed(shift);
            search.work += CANDIDATE + ESTIMATE * search.block.len() as u64;
            let is_tabu = search.is_tabu(shift);
            let cost = if shop.objective == Objective::Makespan {
                i64::from(search.estimate(shop, shift))
            } else {
                search.trial.clone_from(&search.present);
                search.work += 2 * TIMES * search.present.order.len() as u64;
                if search.trial.shift(shop, shift).is_none() {
                    continue;
                }
                search.trial.cost(shop)
            };
            count += 1;
            if random.random_range(0..count) == 0 {
                any = Some(shift);
            }
            if is_tabu && cost >= best {
                continue;
            }
            ties = if cost < least { 1 } else { ties + u32::from(cost == least) };
            if cost < least || cost == least && random.random_range(0..ties) == 0 {
                (chosen, least) = (Some(shift), cost);
            }
        }
        chosen.or(any)
    }

    /// Puts jobs of a flow shop into their best places, until no job has a better one.
    fn reinsert(&self, schedule: &mut Schedule, search: &mut Search, random: &mut Stream) {
        let (shop, jobs) = (self.shop(), self.shop().jobs().len() as u32);
        let mut cost = schedule.cost(shop);
        search.block.clear();
        search.block.extend(0..jobs);
        shuffle(&mut search.block, random);
        let (mut place, mut vain) = (0, 0);
        while vain < jobs && search.work < REINSERTION && cost > self.bound() {
            let job = search.block[place % jobs as usize];
            (place, vain) = (place + 1, vain + 1);
            // Equal costs are accepted: flow shops have large plateaus.
            let (mut chosen, mut least, mut ties) = (None, cost, 0);
            for to in (0..=jobs).filter(|&to| to != job) {
                search.trial.clone_from(schedule);
                search.trial.shift_job(shop, job, to);
                let found = search.trial.cost(shop);
                ties = if found < least { 1 } else { ties + u32::from(found == least) };
                if found < least || found == least && random.random_range(0..ties) == 0 {
                    (least, chosen) = (found, Some(to));
                }
            }
            search.work += u64::from(jobs) * (100 + 3 * TIMES * schedule.order.len() as u64);
            if let Some(to) = chosen {
                schedule.shift_job(shop, job, to);
            }
            if least < cost {
                (cost, vain) = (least, 0);
            }
        }
    }

    /// Random moves on critical blocks, or of jobs.
    fn shake(&self, schedule: &mut Schedule, search: &mut Search, kicks: usize, random: &mut Stream) {
        let shop = self.shop();
        if self.is_flow_shop() && random.random() {
            let jobs = shop.jobs().len() as u32;
            for _ in 0..1 + kicks / 4 {
                let (job, to) = (random.random_range(0..jobs), random.random_range(0..=jobs));
                if job != to {
                    schedule.shift_job(shop, job, to);
                }
                search.work += 3 * TIMES * schedule.order.len() as u64;
            }
            return;
        }
        for _ in 0..kicks {
            let Some(job) = self.critical_job(schedule, Some(random)) else { return };
            schedule.trace(shop, shop.route(job).end - 1, &mut search.path, || random.random());
            search.shifts.clear();
            let inserts = random.random::<bool>();
            let kind = if inserts { Neighbourhood::Inserts } else { Neighbourhood::Swaps };
            candidates(shop, schedule, &search.path, kind, &mut search.shifts);
            search.work += ROUND + 2 * TIMES * schedule.order.len() as u64;
            if !search.shifts.is_empty() {
                let shift = search.shifts[random.random_range(0..search.shifts.len())];
                let _ = schedule.shift(shop, shift);
            }
        }
    }
}

impl Search {
    /// As [`is_possible`], by tails: the operations that a shift passes need longer to the end than what follows, or
    /// precedes, the moved one. Tails are those of the present schedule, and known for the makespan only.
    fn has_longer_tail(&self, shop: &Shop, shift: Shift) -> bool {
        let next = shop.operations()[shift.what as usize].after as usize;
        shop.objective == Objective::Makespan
            && shift.later
            && self.tail[next] - shop.operations()[next].time < self.tail[shift.anchor as usize]
    }
}

impl<const ONLINE: bool> LowLevelHeuristics for JobShop<ONLINE> {
    const HEURISTICS: &'static [LowLevelHeuristic] = if ONLINE { &[] } else { HEURISTICS };

    fn run(
        &self,
        heuristic: usize,
        schedule: &mut Schedule,
        search: &mut Search,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64) {
        let before = schedule.cost(self.shop());
        search.work = ROUND;
        match heuristic {
            0 => self.shake(schedule, search, 1 + (KICKS * dials.intensity) as usize, random),
            1 if self.is_flow_shop() => self.reinsert(schedule, search, random),
            1 => {}
            _ => {
                let rounds = 1 + (ROUNDS * dials.depth) as u32;
                if self.tabu_search(schedule, search, rounds, random) < before {
                    schedule.clone_from(&search.best);
                }
            }
        }
        let difference = schedule.cost(self.shop()) - before;
        (Measure { cost: Cost::soft(difference), guide: 0 }, search.work)
    }
}

/// Schedules are not taken apart: dispatching only appends.
impl<const ONLINE: bool> Ruin for JobShop<ONLINE> {
    const RUINS: bool = false;

    fn parts(&self, _: &Schedule) -> usize {
        0
    }
    fn without(&self, _: &Schedule, _: &[usize], features: &[u16]) -> Self::Partial {
        self.start(features)
    }
}
