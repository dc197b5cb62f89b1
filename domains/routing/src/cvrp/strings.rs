//! Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of customers on near routes are removed,
//! and inserted again one by one at the cheapest place, where some places are overlooked ("blinks").
//!
//! One call is one removal with its insertions; iterated local search accepts the result by a rule, which is the annealing.

use super::buffers::Buffers;
use super::problem::Routing;
use super::routes::{DEPOT, NOWHERE, Routes};
use std::cmp::Reverse;
use unstuck_core::no_ruin;
use unstuck_core::optimisation::{Cost, Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Purpose};
use unstuck_core::random::{RngExt, Stream, shuffle};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "local-search",
        purpose: Purpose::Improve,
        about: "relocate, swap, 2-opt and 2-opt* around the customers that changed, to a local optimum",
    },
    LowLevelHeuristic {
        name: "strings",
        purpose: Purpose::Ruin,
        about: "strings of customers on near routes are removed and inserted again, with blinks",
    },
];

/// Customers that are removed on average, at the greatest intensity.
const REMOVED: f64 = 50.0;
/// Most customers of a string.
const STRING: f64 = 10.0;
/// One place of about this many is overlooked.
const BLINK: u32 = 100;
/// Near customers next to which an insertion is weighed.
const PLACES: usize = 40;
/// Near customers with which local search weighs moves, at the greatest depth.
const NEIGHBOURS: f64 = 20.0;

/// Effort of a place or a move that is weighed, of a customer that is removed or inserted, and of a call.
const PLACE: u64 = 8;
const CUSTOMER: u64 = 80;
const CALL: u64 = 800;

impl Routing {
    /// Removes strings near a random customer; returns what that saves.
    fn remove_strings(
        &self,
        routes: &mut Routes,
        buffers: &mut Buffers,
        intensity: f64,
        random: &mut Stream,
    ) -> i64 {
        let Buffers { removed, ruined, .. } = buffers;
        removed.clear();
        ruined.clear();
        let count = self.customers().count();
        let mean = count as f64 / routes.count().max(1) as f64;
        let longest = STRING.min(mean).max(1.0);
        let most = (4.0 * (REMOVED * intensity).max(1.0) / (1.0 + longest) - 1.0).max(1.0);
        let strings = random.random_range(1.0..most + 1.0) as usize;
        let seed = random.random_range(1..=count as u32);
        let near = [seed].into_iter().chain(self.neighbours().of(seed).iter().map(|&(near, _)| near));
        let mut saved = 0;
        for customer in near {
            if ruined.len() >= strings {
                break;
            }
            let route = routes.home[customer as usize];
            if route == NOWHERE || ruined.contains(&route) {
                continue;
            }
            ruined.push(route);
            let size = routes.sizes[route as usize] as usize;
            let most = longest.min(size as f64);
            let length = (random.random_range(1.0..most + 1.0) as usize).min(size);
            // Half of the strings keep some of their customers, mostly one.
            let mut kept = 0;
            if length > 1 && length < size && random.random::<bool>() {
                kept = 1;
                while length + kept < size && random.random_range(0..100) == 0 {
                    kept += 1;
                }
            }
            saved += self.remove_string(routes, removed, customer, length + kept, kept, random);
        }
        saved
    }

    /// Removes a string that holds a customer, but for some in its middle; returns what that saves.
    fn remove_string(
        &self,
        routes: &mut Routes,
        removed: &mut Vec<u32>,
        customer: u32,
        length: usize,
        kept: usize,
        random: &mut Stream,
    ) -> i64 {
        let size = routes.sizes[routes.home[customer as usize] as usize] as usize;
        let mut place = 0_usize;
        let mut at = routes.previous[customer as usize];
        while at != DEPOT {
            (place, at) = (place + 1, routes.previous[at as usize]);
        }
        let earliest = (place + 1).saturating_sub(length);
        let start = random.random_range(earliest..=place.min(size - length));
        let gap = if kept > 0 { random.random_range(1..length - kept) } else { length };
        let mut at = customer;
        for _ in start..place {
            at = routes.previous[at as usize];
        }
        let mut saved = 0;
        for number in 0..length {
            let next = routes.next[at as usize];
            if !(gap..gap + kept).contains(&number) {
                let before = routes.previous[at as usize];
                saved += self.far(before, at) + self.far(at, next) - self.far(before, next);
                routes.remove(self.customers(), at);
                removed.push(at);
            }
            at = next;
        }
        saved
    }

    /// Inserts the removed customers again; returns what that costs, and how many places were weighed.
    fn insert_removed(&self, routes: &mut Routes, buffers: &mut Buffers, random: &mut Stream) -> (i64, u64) {
        let (removed, customers) = (&mut buffers.removed, self.customers());
        shuffle(removed, random);
        match random.random_range(0..11) {
            0..4 => {}
            4..8 => removed.sort_by_key(|&customer| Reverse(customers.demands[customer as usize])),
            8..10 => removed.sort_by_key(|&customer| Reverse(self.distances().get(DEPOT, customer))),
            _ => removed.sort_by_key(|&customer| self.distances().get(DEPOT, customer)),
        }
        let (mut cost, mut weighed) = (0, 0);
        let mut blink = random.random_range(0..2 * BLINK);
        for &customer in removed.iter() {
            let demand = customers.demands[customer as usize];
            let mut best: Option<(i64, u32, u32)> = None;
            for (rank, &(near, distance)) in self.neighbours().of(customer).iter().enumerate() {
                if rank >= PLACES && best.is_some() {
                    break;
                }
                let route = routes.home[near as usize];
                if route == NOWHERE || routes.loads[route as usize] + demand > customers.capacity {
                    continue;
                }
                weighed += 1;
                let (before, after) = (routes.previous[near as usize], routes.next[near as usize]);
                for (other, first) in [(before, before), (after, near)] {
                    if blink == 0 {
                        blink = random.random_range(0..2 * BLINK);
                        continue;
                    }
                    blink -= 1;
                    let added = i64::from(distance) + self.far(customer, other) - self.far(near, other);
                    if best.is_none_or(|(least, ..)| added < least) {
                        best = Some((added, route, first));
                    }
                }
            }
            let (added, route, after) =
                best.unwrap_or_else(|| (2 * self.far(DEPOT, customer), routes.open(), DEPOT));
            routes.insert(customers, customer, route, after);
            cost += added;
            routes.changed.push(customer);
        }
        (cost, weighed)
    }
}

impl LowLevelHeuristics for Routing {
    const HEURISTICS: &'static [LowLevelHeuristic] = HEURISTICS;

    fn run(
        &self,
        heuristic: usize,
        solution: &mut Routes,
        buffers: &mut Buffers,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64) {
        let (soft, work) = match heuristic {
            0 => {
                let neighbours = (dials.depth * NEIGHBOURS) as usize;
                let Buffers { queue, waiting, .. } = buffers;
                let (saved, weighed) = self.improve(solution, queue, waiting, neighbours);
                (-saved, PLACE * weighed)
            }
            _ => {
                let saved = self.remove_strings(solution, buffers, dials.intensity, random);
                let (cost, weighed) = self.insert_removed(solution, buffers, random);
                (cost - saved, CALL + CUSTOMER * buffers.removed.len() as u64 + PLACE * weighed)
            }
        };
        (Measure { cost: Cost::soft(soft), guide: 0 }, work)
    }
}

no_ruin!(Routing);
