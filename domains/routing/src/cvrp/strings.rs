//! Slack induction by string removals (Christiaens and Vanden Berghe, 2020): strings of customers on near routes are removed,
//! and inserted again one by one at the cheapest place, where some places are overlooked ("blinks").
//!
//! One call is one removal with its insertions; iterated local search accepts the result by a rule, which is the annealing. Rules may
//! also decide around which customer strings are removed, and which customer is inserted first.

use super::buffers::Buffers;
use super::parts::{Choosing, INSERT, Part, Removed};
use super::problem::Routing;
use super::routes::{DEPOT, NOWHERE, Routes};
use std::cmp::Reverse;
use unstuck_core::feature::Text;
use unstuck_core::language::{Decisions, Evaluator};
use unstuck_core::no_ruin;
use unstuck_core::optimisation::decision::REMOVE;
use unstuck_core::optimisation::{Cost, Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Purpose};
use unstuck_core::random::{RngExt, Stream, shuffle};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "local-search",
        purpose: Purpose::Improve,
        about: "relocate, swap, 2-opt and 2-opt* around the customers that changed, to a local optimum; deep: SWAP*",
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

/// Customers of which a rule chooses the one around which strings are removed.
const SEEDS: u64 = 8;
/// Depth from which local search exchanges customers of routes wherever they fit best.
const DEEP: f64 = 0.5;

/// Effort of a place or a move that is weighed, of a customer that is removed or inserted, and of a call.
const PLACE: u64 = 18;
const CUSTOMER: u64 = 180;
const CALL: u64 = 1_800;
/// Effort of a rule's value.
const RANK: u64 = 130;

impl Routing {
    /// Removes strings near a random customer; returns what that saves.
    fn remove_strings(
        &self,
        routes: &mut Routes,
        buffers: &mut Buffers,
        intensity: f64,
        random: &mut Stream,
    ) -> i64 {
        buffers.removed.clear();
        buffers.ruined.clear();
        let count = self.customers().count();
        let mean = count as f64 / routes.count().max(1) as f64;
        let longest = STRING.min(mean).max(1.0);
        let most = (4.0 * (REMOVED * intensity).max(1.0) / (1.0 + longest) - 1.0).max(1.0);
        let strings = random.random_range(1.0..most + 1.0) as usize;
        let seed = match &mut buffers.remove {
            Some(rule) => (0..SEEDS)
                .map(|_| {
                    let seed = random.random_range(1..=count as u32);
                    (self.rank(rule, self.part(routes, seed), random), seed)
                })
                .max_by(|one, other| one.0.total_cmp(&other.0))
                .map_or(1, |(_, seed)| seed),
            None => random.random_range(1..=count as u32),
        };
        let Buffers { removed, ruined, .. } = buffers;
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
        removed: &mut Vec<Removed>,
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
            let stays = self.customers().constraints.route(at).is_some();
            if !stays && !(gap..gap + kept).contains(&number) {
                let part = self.part(routes, at);
                saved += part.gain;
                routes.remove(self.customers(), at);
                removed.push(part);
            }
            at = next;
        }
        saved
    }

    /// The value of a rule for a customer.
    fn rank(&self, rule: &mut Evaluator<Choosing>, customer: Removed, random: &mut Stream) -> f64 {
        rule.next_step();
        rule.value(&Part { problem: self, customer, uniform: random.random() })
    }

    /// Puts the removed customers in the order of their insertion: by the rule, or else at random, by demand, or by distance.
    fn arrange(&self, buffers: &mut Buffers, random: &mut Stream) {
        let (removed, customers) = (&mut buffers.removed, self.customers());
        if let Some(rule) = &mut buffers.insert {
            let mut ranked: Vec<(f64, Removed)> =
                removed.iter().map(|&part| (self.rank(rule, part, random), part)).collect();
            ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
            removed.clear();
            removed.extend(ranked.iter().map(|(_, part)| *part));
            return;
        }
        let (demand, depot) = (
            |part: &Removed| customers.demands[part.customer as usize],
            |part: &Removed| self.distances().get(DEPOT, part.customer),
        );
        shuffle(removed, random);
        match random.random_range(0..11) {
            0..4 => {}
            4..8 => removed.sort_by_key(|part| Reverse(demand(part))),
            8..10 => removed.sort_by_key(|part| Reverse(depot(part))),
            _ => removed.sort_by_key(depot),
        }
    }

    /// Inserts the removed customers again; returns what that costs, and how many places were weighed.
    fn insert_removed(&self, routes: &mut Routes, buffers: &mut Buffers, random: &mut Stream) -> (i64, u64) {
        let customers = self.customers();
        self.arrange(buffers, random);
        let removed = &buffers.removed;
        let (mut cost, mut weighed) = (0, 0);
        let mut blink = random.random_range(0..2 * BLINK);
        for &Removed { customer, .. } in removed {
            let demand = customers.demands[customer as usize];
            let mut best: Option<(i64, u32, u32)> = None;
            for (rank, &(near, distance)) in self.neighbours().of(customer).iter().enumerate() {
                if rank >= PLACES && best.is_some() {
                    break;
                }
                let route = routes.home[near as usize];
                let is_full = |route: u32| routes.loads[route as usize] + demand > customers.capacity;
                if route == NOWHERE || is_full(route) || !self.admits(routes, customer, route, DEPOT) {
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

    fn bind(&self, rules: &Decisions, buffers: &mut Buffers) -> Result<(), Text> {
        let bound = |decision| rules.get(decision).map(|rule| Evaluator::new(self, rule)).transpose();
        (buffers.remove, buffers.insert) = (bound(REMOVE)?, bound(INSERT)?);
        Ok(())
    }

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
                let Buffers { queue, waiting, ruined: around, .. } = buffers;
                around.clone_from(&solution.changed);
                let (mut saved, mut weighed) = self.improve(solution, queue, waiting, neighbours);
                if dials.depth >= DEEP {
                    let (more, others) = self.exchange(solution, around, queue, waiting, neighbours);
                    (saved, weighed) = (saved + more, weighed + others);
                }
                (-saved, PLACE * weighed)
            }
            _ => {
                let saved = self.remove_strings(solution, buffers, dials.intensity, random);
                let (cost, weighed) = self.insert_removed(solution, buffers, random);
                let ranked = if buffers.remove.is_some() { SEEDS } else { 0 }
                    + if buffers.insert.is_some() { buffers.removed.len() as u64 } else { 0 };
                let touched = CUSTOMER * buffers.removed.len() as u64 + RANK * ranked;
                (cost - saved, CALL + touched + PLACE * weighed)
            }
        };
        (Measure { cost: Cost::soft(soft), guide: 0 }, work)
    }
}

no_ruin!(Routing);
