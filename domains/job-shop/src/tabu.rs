//! Low-level heuristics: tabu search on critical blocks, and kicks for iterated search.
//!
//! The tabu search moves operations within the blocks of a random critical path (N5, N6 and N7). Candidates are ranked by an
//! estimate of the longest path through the operations that change places, from the heads before them and the tails behind
//! (Balas and Vazacopoulos, 1998); sums over jobs are computed exactly. What is made is exact. For some rounds, pairs of
//! operations whose order was changed must not change back, unless the estimate is better than the best schedule.

use crate::buffers::Search;
use crate::neighbourhood::{Neighbourhood, candidates, is_possible};
use crate::problem::JobShop;
use crate::schedule::{Schedule, Shift};
use crate::shop::Objective;
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
/// Effort after which a reinsertion ends, or a tabu search is interrupted: limits are looked at in between.
const MOST_WORK: u64 = 20_000_000;
/// Effort of a round, of an operation whose head or tail is computed, of a candidate, and of an operation in its estimate.
const ROUND: u64 = 400;
const TIMES: u64 = 5;
const CANDIDATE: u64 = 40;
const ESTIMATE: u64 = 20;

impl<const ONLINE: bool> JobShop<ONLINE> {
    /// Tabu search until so many rounds bring no improvement, or until it is interrupted. Leaves the best schedule in
    /// `search`.
    fn tabu_search(&self, schedule: &Schedule, search: &mut Search, rounds: u32, random: &mut Stream) -> i64 {
        let shop = self.shop();
        if !(search.interrupted && search.best.order == schedule.order) {
            search.prepare(shop, schedule);
        }
        search.interrupted = false;
        let bound = self.bound();
        let mut best = schedule.cost(shop);
        let (jobs, machines) = (shop.jobs().len() as u32, shop.machines());
        let tenure = 10 + jobs / machines;
        let most = tenure * if jobs <= 2 * machines { 14 } else { 15 } / 10;
        while search.vain < rounds && best > bound {
            if search.work >= MOST_WORK {
                search.interrupted = true;
                break;
            }
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
            search.vain += 1;
            if cost < best {
                (best, search.vain) = (cost, 0);
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
                search.work += TIMES * search.present.order.len() as u64;
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
        while vain < jobs && search.work < MOST_WORK && cost > self.bound() {
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
            // An interrupted search continues from where it was.
            0 if search.interrupted && search.best.order == schedule.order => {}
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
