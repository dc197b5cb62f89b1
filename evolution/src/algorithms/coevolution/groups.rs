//! The opponents: groups of instances that evolve by how hard they are.

use super::{ARCHIVE, Settings};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unstuck_core::random::{RngExt, Stream};

/// A heuristic met an instance.
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// The group it was in, unless that came from the archive.
    pub group: Option<usize>,
    /// The instance.
    pub instance: u32,
    /// Nodes in units of the reference: how hard the instance is.
    pub nodes: f64,
    /// What the fitness counts on the instance.
    pub cost: f64,
    /// Whether it was solved.
    pub solved: bool,
}

/// Appearances without a solution after which an instance is barred, and the generations it is barred for.
const HOPELESS: u32 = 5;
const BARRED: u32 = 20;

/// The groups and what they are drawn from.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Groups {
    size: usize,
    virulence: f64,
    pool: Vec<u32>,
    groups: Vec<Vec<u32>>,
    archive: Vec<Vec<u32>>,
    /// Consecutive appearances in which no heuristic solved an instance.
    hopeless: BTreeMap<u32, u32>,
    /// The first generation in which a barred instance may come back.
    barred: BTreeMap<u32, u32>,
}

impl Groups {
    /// Random groups of distinct members of a pool.
    pub fn new(settings: &Settings, pool: Vec<u32>, random: &mut Stream) -> Self {
        let mut groups = Self {
            size: settings.size.min(pool.len()),
            virulence: settings.virulence,
            pool,
            ..Self::default()
        };
        groups.groups = (0..settings.groups).map(|_| groups.fresh(random)).collect();
        groups
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether there are none yet.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The instances of a group.
    pub fn members(&self, group: usize) -> &[u32] {
        &self.groups[group]
    }

    /// Groups that were hard once and have no barred member.
    pub fn archived(&self) -> Vec<&Vec<u32>> {
        let open = |members: &&Vec<u32>| !members.iter().any(|instance| self.barred.contains_key(instance));
        self.archive.iter().filter(open).collect()
    }

    fn fresh(&self, random: &mut Stream) -> Vec<u32> {
        let mut members = Vec::new();
        self.fill(&mut members, self.size, random);
        members
    }

    /// Draws members until they are that many, none of them twice or barred, as far as the pool allows.
    fn fill(&self, members: &mut Vec<u32>, size: usize, random: &mut Stream) {
        let open = |members: &[u32], strict: bool| -> Vec<u32> {
            let usable = |instance: &&u32| {
                !(members.contains(instance) || strict && self.barred.contains_key(instance))
            };
            self.pool.iter().filter(usable).copied().collect()
        };
        while members.len() < size {
            let mut usable = open(members, true);
            if usable.is_empty() {
                usable = open(members, false);
            }
            if usable.is_empty() {
                return;
            }
            members.push(usable[random.random_range(0..usable.len())]);
        }
    }

    /// Lets barred instances back in and replaces those that were barred in between.
    pub fn begin(&mut self, generation: u32, random: &mut Stream) {
        self.barred.retain(|_, until| *until > generation);
        for group in 0..self.groups.len() {
            let mut members = std::mem::take(&mut self.groups[group]);
            members.retain(|instance| !self.barred.contains_key(instance));
            self.fill(&mut members, self.size, random);
            self.groups[group] = members;
        }
    }

    /// Makes the next generation of groups from what happened in this one.
    pub fn evolve<'m>(
        &mut self,
        meetings: impl Iterator<Item = &'m Meeting> + Clone,
        generation: u32,
        random: &mut Stream,
    ) {
        self.bar(meetings.clone(), generation);
        let difficulty = self.difficulty(meetings);
        let hardest = difficulty.iter().copied().fold(0.0, f64::max);
        let lambda = self.virulence;
        let fitness: Vec<f64> = difficulty
            .iter()
            .map(|&difficulty| {
                let x = if hardest > 0.0 { difficulty / hardest } else { 0.0 };
                2.0 * x / lambda - x * x / (lambda * lambda)
            })
            .collect();
        let best =
            (0..self.len()).fold(0, |best, group| if fitness[group] > fitness[best] { group } else { best });
        self.remember(best);
        let mut next = vec![self.groups[best].clone()];
        let fresh = self.len().div_ceil(10).min(self.len() - 1);
        while next.len() < self.len() - fresh {
            let (first, second) = (self.tournament(&fitness, random), self.tournament(&fitness, random));
            let mut child = self.cross(first, second, random);
            if random.random::<f64>() < 0.2 && !child.is_empty() {
                // The new member first, so that the old one cannot come back.
                let old = random.random_range(0..child.len());
                self.fill(&mut child, self.size + 1, random);
                if child.len() > self.size {
                    child.swap_remove(old);
                }
            }
            next.push(child);
        }
        while next.len() < self.len() {
            next.push(self.fresh(random));
        }
        self.groups = next;
    }

    fn tournament(&self, fitness: &[f64], random: &mut Stream) -> usize {
        let (a, b) = (random.random_range(0..self.len()), random.random_range(0..self.len()));
        if fitness[b] > fitness[a] { b } else { a }
    }

    /// The first members of one group and the last of another; repeated members are replaced.
    fn cross(&self, first: usize, second: usize, random: &mut Stream) -> Vec<u32> {
        let (first, second) = (&self.groups[first], &self.groups[second]);
        let shorter = first.len().min(second.len());
        let cut = if shorter > 1 { random.random_range(1..shorter) } else { shorter };
        let mut child = first[..cut].to_vec();
        for instance in &second[cut..] {
            if !child.contains(instance) {
                child.push(*instance);
            }
        }
        child.truncate(self.size);
        self.fill(&mut child, self.size, random);
        child
    }

    /// Mean nodes over each group's instances. An instance that no heuristic solved counts as the mean of its group's
    /// others.
    fn difficulty<'m>(&self, meetings: impl Iterator<Item = &'m Meeting> + Clone) -> Vec<f64> {
        let solved: FxHashMap<u32, bool> = solved_at_all(meetings.clone());
        let mut nodes: FxHashMap<(usize, u32), (f64, f64)> = FxHashMap::default();
        for meeting in meetings {
            if let Some(group) = meeting.group {
                let entry = nodes.entry((group, meeting.instance)).or_default();
                *entry = (entry.0 + meeting.cost, entry.1 + 1.0);
            }
        }
        let of = |group: usize| {
            let members =
                self.groups[group].iter().filter(|instance| solved.get(instance).copied().unwrap_or(false));
            let known: Vec<f64> = members
                .filter_map(|&instance| nodes.get(&(group, instance)))
                .map(|&(total, count)| total / count)
                .collect();
            if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 }
        };
        (0..self.len()).map(of).collect()
    }

    /// Counts appearances without a solution.
    fn bar<'m>(&mut self, meetings: impl Iterator<Item = &'m Meeting> + Clone, generation: u32) {
        let mut outcomes: Vec<(u32, bool)> = solved_at_all(meetings).into_iter().collect();
        outcomes.sort_unstable();
        for (instance, solved) in outcomes {
            if solved {
                self.hopeless.remove(&instance);
                continue;
            }
            let count = self.hopeless.entry(instance).or_default();
            *count += 1;
            if *count >= HOPELESS {
                self.hopeless.remove(&instance);
                self.barred.insert(instance, generation + 1 + BARRED);
            }
        }
    }

    fn remember(&mut self, group: usize) {
        let mut members = self.groups[group].clone();
        members.sort_unstable();
        if !self.archive.contains(&members) {
            self.archive.push(members);
        }
        // The newest stay.
        if self.archive.len() > ARCHIVE {
            self.archive.remove(0);
        }
    }
}

/// Which instances any heuristic solved.
fn solved_at_all<'m>(meetings: impl Iterator<Item = &'m Meeting>) -> FxHashMap<u32, bool> {
    let mut solved = FxHashMap::default();
    for meeting in meetings {
        *solved.entry(meeting.instance).or_insert(false) |= meeting.solved;
    }
    solved
}

/// The mean nodes of all heuristics that met an instance.
pub fn mean_costs<'m>(meetings: impl Iterator<Item = &'m Meeting>) -> FxHashMap<u32, f64> {
    let mut sums: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
    for meeting in meetings {
        let entry = sums.entry(meeting.instance).or_default();
        *entry = (entry.0 + meeting.nodes, entry.1 + 1.0);
    }
    sums.into_iter().map(|(instance, (total, count))| (instance, total / count)).collect()
}

#[cfg(test)]
mod tests;
