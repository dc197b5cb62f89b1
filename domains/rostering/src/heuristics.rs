//! Low-level heuristics: an annealing walk over lines that are built again, and ejection chains.
//!
//! The strongest of them rebuilds: one or two people lose their cells of some days, and get, one after the other, the
//! [best line](crate::line) that the others leave. Costs of cells are a little random then, and results that are worse are
//! accepted with a probability that falls with the temperature.
//!
//! The walk is kept between runs: a run continues it, unless it is given a roster that is better than the best of the walk.
//! So a walk of many seconds consists of short runs, between which a solve can end.

use crate::line::Lines;
use crate::moves::{MAX_BLOCK, Move};
use crate::roster::{HARD, Roster, Rostering, unpack};
use std::ops::Range;
use unstuck_core::optimisation::{
    Dials, LowLevelHeuristic, LowLevelHeuristics, Measure, Optimisation, Purpose,
};
use unstuck_core::random::{RngExt, Stream};

const HEURISTICS: &[LowLevelHeuristic] = &[
    LowLevelHeuristic {
        name: "anneal",
        purpose: Purpose::Improve,
        about: "an annealing walk over the lines of one or two people, built again; continued by the next run",
    },
    LowLevelHeuristic {
        name: "chains",
        purpose: Purpose::Improve,
        about: "ejection chains: swaps of blocks, each to repair the line that the one before disturbed",
    },
];

/// Effort of a label that the dynamic programme relaxes.
const LABEL: u64 = 1;
/// Effort of a rebuilt line without its labels, for each day.
const LINE_DAY: u64 = 120;
/// Effort of a move that an ejection chain looks at.
const LOOKED_AT: u64 = 60;
/// Effort of an annealing run at full depth.
const RUN: f64 = 2e8;
/// Effort of the first cycle of temperatures; each is longer than the one before.
const CYCLE: f64 = 1.5e9;
const LONGER: f64 = 1.6;
/// Temperatures at the beginning of the first cycle, of those after it, and at the end, in mean weights of requests.
const HOT: f64 = 6.0;
const WARM: f64 = 3.0;
const COLD: f64 = 0.2;
/// The temperature at the beginning where there is a roster to stay close to, and the effort of the first cycle.
const COOL: f64 = 1.0;
const REPAIR: f64 = 1e8;
/// Most swaps of an ejection chain.
const CHAIN: usize = 8;
/// Most days that are built again at once where the horizon is long.
const WINDOW: usize = 42;

/// Buffers, and the annealing walk.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) lines: Lines,
    old: Vec<u8>,
    people: Vec<usize>,
    walk: Option<Walk>,
    /// Cells of the roster that `chains` did not improve last.
    settled: Vec<u8>,
}

/// An annealing walk.
#[derive(Debug)]
struct Walk {
    roster: Roster,
    cost: i64,
    best: Roster,
    best_cost: i64,
    /// Effort since the cycle began, and of the whole cycle.
    spent: f64,
    cycle: f64,
}

impl Rostering {
    /// Gives some people new lines for the days of a window. Returns the packed difference; `None`, and the roster as before, if
    /// someone has no legal line.
    fn rebuild(
        &self,
        roster: &mut Roster,
        scratch: &mut Scratch,
        window: Range<usize>,
        noise: i32,
        random: &mut Stream,
    ) -> Option<i64> {
        let Scratch { lines, old, people, .. } = scratch;
        old.clear();
        let mut delta = 0;
        for &person in people.iter() {
            delta -= self.line_cost(roster, person);
            for day in window.clone() {
                old.push(roster.cells[person * self.days + day]);
                delta += self.set(roster, person, day, 0);
            }
        }
        for (turn, &person) in people.iter().enumerate() {
            // The last one repairs what chance did to the others.
            let noise = if turn > 0 && turn + 1 == people.len() { 0 } else { noise };
            if !self.best_line(roster, person, window.clone(), lines, Some((noise, random))) {
                self.restore(roster, people, window, old);
                return None;
            }
            for (&cell, day) in lines.found.iter().zip(window.clone()) {
                delta += self.set(roster, person, day, cell);
            }
        }
        Some(delta + people.iter().map(|&person| self.line_cost(roster, person)).sum::<i64>())
    }

    fn restore(&self, roster: &mut Roster, people: &[usize], window: Range<usize>, old: &[u8]) {
        for (turn, &person) in people.iter().enumerate() {
            for (place, day) in window.clone().enumerate() {
                self.set(roster, person, day, old[turn * window.len() + place]);
            }
        }
    }

    /// What the last lines cost, in units of effort.
    fn line_effort(&self, scratch: &mut Scratch, lines: usize) -> u64 {
        LABEL * std::mem::take(&mut scratch.lines.work) + LINE_DAY * (lines * self.days) as u64
    }

    /// The mean weight of requests; of people too many, where there are none. A quarter of the cost of a changed cell at least.
    fn weight_unit(&self) -> f64 {
        let mean = |sum: u64, count: usize| sum as f64 / count.max(1) as f64;
        let requests = &self.ward.requests;
        let wishes = mean(requests.iter().map(|request| u64::from(request.weight)).sum(), requests.len());
        let under =
            mean(self.ward.cover.iter().map(|cover| u64::from(cover.under)).sum(), self.ward.cover.len());
        let unit = if wishes > 0.0 { wishes } else { under / 50.0 };
        let keep = self.given.kept.as_ref().map_or(0.0, |kept| f64::from(kept.weight) / 4.0);
        unit.max(keep).max(0.5)
    }

    /// The most that chance adds to the cost of a cell; the sum over a line stays far below what numbers can hold.
    fn noise(&self) -> i32 {
        (2.0 * self.weight_unit()).min(1e8 / self.days as f64) as i32
    }

    fn draw_people(&self, count: usize, people: &mut Vec<usize>, random: &mut Stream) {
        people.clear();
        while people.len() < count.min(self.people()) {
            let person = random.random_range(0..self.people());
            if !people.contains(&person) {
                people.push(person);
            }
        }
    }

    fn draw_window(&self, random: &mut Stream) -> Range<usize> {
        let most = if self.days <= 2 * WINDOW { self.days } else { WINDOW };
        let length = random.random_range(most.min(7)..=most);
        let first = random.random_range(0..=self.days - length);
        first..first + length
    }

    /// One run of the annealing walk.
    fn anneal(
        &self,
        roster: &mut Roster,
        scratch: &mut Scratch,
        dials: Dials,
        random: &mut Stream,
    ) -> (i64, u64) {
        let given = self.packed_cost(roster);
        let mut walk = match scratch.walk.take() {
            Some(walk) if walk.best_cost <= given => walk,
            Some(mut walk) => {
                walk.roster.clone_from(roster);
                walk.best.clone_from(roster);
                (walk.cost, walk.best_cost) = (given, given);
                walk
            }
            None => {
                let kept = self.given.kept_start().map(|cells| self.roster(cells));
                let kept = kept.filter(|kept| self.packed_cost(kept) < given);
                let start = kept.unwrap_or_else(|| roster.clone());
                let cost = self.packed_cost(&start);
                let cycle = if self.given.kept.is_some() { REPAIR } else { CYCLE };
                Walk { best: start.clone(), roster: start, cost, best_cost: cost, spent: 0.0, cycle }
            }
        };
        let (mut effort, limit) = (0, (dials.depth * RUN) as u64);
        let (unit, kept) = (self.weight_unit(), self.given.kept.is_some());
        loop {
            let left = 1.0 - walk.spent / walk.cycle;
            let hot = match (kept, walk.cycle > CYCLE) {
                (true, _) => COOL,
                (false, true) => WARM,
                (false, false) => HOT,
            };
            let temperature = unit * (COLD + (hot - COLD) * left * left * left);
            let step = self.anneal_step(&mut walk, scratch, temperature, self.noise(), random);
            effort += step;
            walk.spent += step as f64;
            if walk.spent >= walk.cycle {
                (walk.spent, walk.cycle) = (0.0, walk.cycle * LONGER);
                walk.roster.clone_from(&walk.best);
                walk.cost = walk.best_cost;
            }
            if effort >= limit {
                break;
            }
        }
        roster.clone_from(&walk.best);
        let delta = walk.best_cost - given;
        scratch.walk = Some(walk);
        (delta, effort)
    }

    fn anneal_step(
        &self,
        walk: &mut Walk,
        scratch: &mut Scratch,
        temperature: f64,
        noise: i32,
        random: &mut Stream,
    ) -> u64 {
        let count = random.random_range(1..=2);
        self.draw_people(count, &mut scratch.people, random);
        let broken = scratch.people.iter().any(|&person| self.line_cost(&walk.roster, person) >= HARD / 2);
        let window = if broken { 0..self.days } else { self.draw_window(random) };
        if let Some(delta) = self.rebuild(&mut walk.roster, scratch, window.clone(), noise, random) {
            let cost = unpack(delta);
            let accepts =
                delta <= 0 || cost.hard <= 0 && accepts(cost.soft as f64 / temperature, random.random());
            if accepts {
                walk.cost += delta;
                if walk.cost < walk.best_cost {
                    walk.best.clone_from(&walk.roster);
                    walk.best_cost = walk.cost;
                }
            } else {
                self.restore(&mut walk.roster, &scratch.people, window, &scratch.old);
            }
        }
        self.line_effort(scratch, count)
    }

    /// The best move of a person whose line was disturbed: a swap with someone who is not in the chain yet, or a change.
    fn best_of(
        &self,
        roster: &Roster,
        person: usize,
        used: &[bool],
        evaluated: &mut u64,
    ) -> Option<(Move, i64)> {
        let mut best: Option<(Move, i64)> = None;
        let mut consider = |change: Move| {
            *evaluated += 1;
            let delta = self.packed_delta(roster, change);
            if best.is_none_or(|(_, least)| delta < least) {
                best = Some((change, delta));
            }
        };
        let line = self.line(roster, person);
        for other in (0..self.people()).filter(|&other| !used[other]) {
            let two = self.line(roster, other);
            for first in (0..self.days).filter(|&first| line[first] != two[first]) {
                for end in first + 1..=(first + MAX_BLOCK).min(self.days) {
                    let may =
                        self.may(person, end - 1, two[end - 1]) && self.may(other, end - 1, line[end - 1]);
                    if !may {
                        break;
                    }
                    if line[end - 1] != two[end - 1] {
                        let (person, other) = (person as u16, other as u16);
                        consider(Move::Swap {
                            person,
                            other,
                            first: first as u16,
                            length: (end - first) as u8,
                        });
                    }
                }
            }
        }
        for (first, &old) in line.iter().enumerate() {
            let cells = (0..self.kinds as u8).filter(|&cell| cell != old && self.may(person, first, cell));
            for cell in cells {
                consider(Move::Change { person: person as u16, first: first as u16, length: 1, cell });
            }
        }
        best
    }

    /// Ejection chains from some people on.
    fn chains(
        &self,
        roster: &mut Roster,
        scratch: &mut Scratch,
        dials: Dials,
        random: &mut Stream,
    ) -> (i64, u64) {
        if scratch.settled == roster.cells {
            return (0, self.prices().element * self.people() as u64);
        }
        let (mut total, mut evaluated) = (0, 0);
        let starts = ((dials.depth * self.people() as f64 / 8.0) as usize).max(1);
        let (mut used, mut made) = (vec![false; self.people()], Vec::with_capacity(CHAIN));
        for _ in 0..starts {
            let mut person = random.random_range(0..self.people());
            used.fill(false);
            made.clear();
            let (mut sum, mut least, mut keep) = (0, 0, 0);
            while made.len() < CHAIN {
                used[person] = true;
                let Some((change, delta)) = self.best_of(roster, person, &used, &mut evaluated) else {
                    break;
                };
                // A chain that breaks ever more rules does not come back.
                if sum + delta >= 3 * HARD {
                    break;
                }
                let undo = match change {
                    Move::Change { person, first, length, .. } => {
                        let cell = roster.cells[usize::from(person) * self.days + usize::from(first)];
                        Move::Change { person, first, length, cell }
                    }
                    same => same,
                };
                self.make(roster, change);
                made.push(undo);
                sum += delta;
                if sum < least {
                    (least, keep) = (sum, made.len());
                }
                if let Move::Swap { other, .. } = change {
                    person = other.into();
                } else {
                    break;
                }
            }
            for &undo in made[keep..].iter().rev() {
                self.make(roster, undo);
            }
            total += least;
        }
        if total == 0 {
            scratch.settled.clone_from(&roster.cells);
        }
        (total, evaluated * LOOKED_AT)
    }
}

/// Whether a result that is worse by so many temperatures is accepted: with a probability near e^(−worse), computed by
/// operations that are exact on every machine.
fn accepts(worse: f64, uniform: f64) -> bool {
    let eighth = 1.0 + worse / 8.0;
    let square = eighth * eighth;
    let fourth = square * square;
    uniform * fourth * fourth < 1.0
}

impl LowLevelHeuristics for Rostering {
    const HEURISTICS: &'static [LowLevelHeuristic] = HEURISTICS;

    fn run(
        &self,
        heuristic: usize,
        roster: &mut Roster,
        scratch: &mut Scratch,
        dials: Dials,
        random: &mut Stream,
    ) -> (Measure, u64) {
        let (delta, effort) = match heuristic {
            0 => self.anneal(roster, scratch, dials, random),
            _ => self.chains(roster, scratch, dials, random),
        };
        (Measure { cost: unpack(delta), guide: 0 }, effort)
    }
}
