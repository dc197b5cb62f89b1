//! Heuristics against groups of instances that become harder, after Hillis.
//!
//! Every heuristic meets two groups, every group the same number of heuristics. Heuristics gain by expanding less
//! than the others that met the same instance; groups gain by being hard, but not too hard (Cartlidge and Bullock's
//! reduced virulence). An instance that no heuristic solves in several generations is barred for a while. The
//! champion comes from validation alone: what is good against the present opponents need not be good.

mod groups;

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, individual};
use super::{AlgorithmInfo, Combination, Conflict, EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::config::settings::{Word, settings};
use crate::fitness::{Score, mean, mean_length, too_long};
use crate::measure::{Comparison, Measure};
use crate::role::Role;
use crate::task::{Cap, Measurement, Work};
use groups::{Groups, Meeting};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use unstuck_core::random::{RngExt, Stream, shuffle, stream};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("coevolution", "heuristics against groups of instances that get harder");

/// What a heuristic's costs are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Adjust {
    /// With the mean of all heuristics that met the same instance.
    Difference,
    /// With nothing.
    None,
}

impl Word for Adjust {
    const NAMES: &'static [(&'static str, Self)] = &[("difference", Self::Difference), ("none", Self::None)];
}

settings! {
    /// The settings.
    pub struct Settings {
        /// Groups of instances.
        groups: usize = 20, in 1..=10_000, unit "groups";
        /// Instances per group.
        size: usize = 6, in 1..=10_000, unit "instances";
        /// Groups per heuristic: those that it meets.
        per_host: usize = 2, in 1..=1_000, unit "groups";
        /// Virulence; 1: groups gain most by being as hard as possible.
        virulence: f64 = 0.75, in 0.5..=1.0;
        /// Nodes compared with: the mean of all heuristics that met the same instance, or nothing.
        adjust: Adjust = Adjust::Difference;
    }
}

impl AlgorithmInfo for Settings {
    fn population(&self) -> (usize, usize) {
        (60, 2)
    }

    fn own_instances(&self) -> Option<usize> {
        Some(self.per_host * self.size)
    }

    fn shrink(&mut self, population: usize) {
        self.groups = self.groups.min(population);
        self.per_host = self.per_host.min(self.groups);
        // Of few instances: groups of all of them would not differ.
        self.size = self.size.min(2);
    }

    fn check(&self, rest: &Combination<'_>) -> Result<(), Conflict> {
        const OWN: &str = "algorithm.coevolution";
        let Self { groups, per_host, .. } = self;
        if per_host > groups {
            let wrong = format!("a heuristic cannot meet {per_host} of {groups} groups");
            return Err(Conflict::new(OWN, wrong, "have per_host at most as large as groups"));
        }
        if !rest.evaluator.parts().is_empty() || !rest.evaluator.measures().contains(&Measure::Expanded) {
            let wrong = "coevolution needs a fitness that counts nodes";
            return Err(Conflict::new("fitness.kind", wrong, "write kind = \"reduction\" or \"search\""));
        }
        if rest.sets_sample {
            let wrong = "coevolution draws no sample: its groups are the instances";
            return Err(Conflict::new("fitness.sample", wrong, "leave it out"));
        }
        rest.check_cases(ABOUT.0)?;
        if *groups > rest.population {
            let wrong = format!("{groups} groups would not all meet a heuristic");
            return Err(Conflict::new(OWN, wrong, "have a population at least as large"));
        }
        Ok(())
    }
}

/// Groups that were good once; the engine's hall of fame holds as many heuristics.
const ARCHIVE: usize = 20;

/// How often the second group of a heuristic comes from the archive.
const FROM_ARCHIVE: f64 = 0.1;

/// What a heuristic meets: groups with their instances; one of the archive has no number.
type Meetings = Vec<(Option<usize>, Vec<u32>)>;

/// The algorithm.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Coevolution {
    hosts: usize,
    elites: usize,
    settings: Settings,
    population: Vec<Individual>,
    groups: Groups,
    waiting: Vec<Child>,
    /// The instances that each waiting heuristic meets, by group; `None` marks a group of the archive.
    meetings: Vec<Meetings>,
}

impl Coevolution {
    /// Before the first generation.
    pub fn new(hosts: usize, elites: usize, settings: Settings) -> Self {
        Self {
            hosts,
            elites: elites.min(hosts),
            settings,
            population: Vec::new(),
            groups: Groups::default(),
            waiting: Vec::new(),
            meetings: Vec::new(),
        }
    }

    fn offspring(&self, generation: &GenerationContext<'_>) -> Vec<Child> {
        // Hosts meet other instances in each generation.
        let breeding = Breeding::new(generation).comparable(false);
        if self.population.is_empty() {
            return breeding.first(self.hosts, ALONE);
        }
        let mut next = elite(&self.population, self.elites, generation.parsimony);
        let parents: Vec<&Individual> = self.population.iter().collect();
        let seen = Seen::new(generation, &parents);
        let pool = seen.pool();
        while next.len() < self.hosts {
            next.push(breeding.child(&parents, &pool, 0, next.len()));
        }
        next
    }

    /// The groups that each heuristic meets: heuristic i of a random order meets group i and those at random
    /// distances from it, the same for all, so that no group meets many more than another.
    fn meet(&self, random: &mut Stream) -> Vec<Meetings> {
        let count = self.groups.len();
        let mut order: Vec<usize> = (0..self.hosts).collect();
        shuffle(&mut order, random);
        let mut distances: Vec<usize> = (1..count).collect();
        shuffle(&mut distances, random);
        distances.insert(0, 0);
        let mut meetings = vec![Vec::new(); self.hosts];
        for (place, host) in order.into_iter().enumerate() {
            for turn in 0..self.settings.per_host {
                let archived = self.groups.archived();
                let meeting = if turn > 0 && !archived.is_empty() && random.random::<f64>() < FROM_ARCHIVE {
                    (None, archived[random.random_range(0..archived.len())].clone())
                } else {
                    let group = (place + distances[turn % count]) % count;
                    (Some(group), self.groups.members(group).to_vec())
                };
                meetings[host].push(meeting);
            }
        }
        meetings
    }
}

impl EvolutionaryAlgorithm for Coevolution {
    fn requests(&mut self, generation: &GenerationContext<'_>) -> Vec<Request> {
        let mut random = stream(generation.seed, "groups", &[generation.number.into()]);
        if self.groups.is_empty() {
            let pool: Vec<u32> = (0..generation.context.set(Role::Train).len() as u32).collect();
            self.groups = Groups::new(&self.settings, pool, &mut random);
        }
        self.groups.begin(generation.number, &mut random);
        self.waiting = self.offspring(generation);
        self.meetings = self.meet(&mut random);
        let cap = match generation.work {
            Work::Search { cap, .. } => *cap,
            Work::Fit { .. } => Cap::Default,
        };
        let request = |(child, meetings): (&Child, &Meetings)| Request {
            candidate: child.candidate.clone(),
            work: Work::Search {
                role: Role::Train,
                instances: meetings.iter().flat_map(|(_, instances)| instances.iter().copied()).collect(),
                cap,
            },
        };
        self.waiting.iter().zip(&self.meetings).map(request).collect()
    }

    fn absorb(&mut self, generation: &GenerationContext<'_>, measurements: &[Measurement<'_>]) -> Step {
        let waiting = std::mem::take(&mut self.waiting);
        let meetings = std::mem::take(&mut self.meetings);
        let outcomes: Vec<Outcome> = measurements
            .iter()
            .zip(&meetings)
            .map(|(measurement, meetings)| Outcome::of(generation, measurement, meetings))
            .collect();
        let met = outcomes.iter().flat_map(|outcome| &outcome.met);
        let means = groups::mean_costs(met.clone());
        let max = generation.evaluator.max_length_ratio();
        let scored = waiting.into_iter().zip(&outcomes).map(|(child, Outcome { met, length, lengths })| {
            let difference = |meeting: &Meeting| match self.settings.adjust {
                Adjust::Difference => meeting.cost - means.get(&meeting.instance).copied().unwrap_or(0.0),
                Adjust::None => meeting.cost,
            };
            let cases: Vec<f64> = met.iter().map(difference).collect();
            let score = Score {
                fitness: mean(cases.iter().copied()) + too_long(*length, max),
                nodes: mean(met.iter().map(|meeting| meeting.nodes)),
                length: *length,
                unsolved: mean(met.iter().map(|meeting| f64::from(u8::from(!meeting.solved)))),
                cases,
                scaling: None,
                instances: met.len() as u32,
                lengths: *lengths,
            };
            individual(generation, child, score)
        });
        self.population = scored.collect();
        let mut random = stream(generation.seed, "breed groups", &[generation.number.into()]);
        self.groups.evolve(met, generation.number, &mut random);
        Step::Complete
    }

    fn individuals(&self) -> Vec<&Individual> {
        self.population.iter().collect()
    }

    fn opponents(&self) -> BTreeMap<u32, u32> {
        let mut counts = BTreeMap::new();
        for group in 0..self.groups.len() {
            for &instance in self.groups.members(group) {
                *counts.entry(instance).or_default() += 1;
            }
        }
        counts
    }
}

/// What a heuristic did on the instances it met.
struct Outcome {
    met: Vec<Meeting>,
    /// Mean length in units of the cheapest, and over how many instances.
    length: f64,
    lengths: u32,
}

impl Outcome {
    fn of(generation: &GenerationContext<'_>, measurement: &Measurement<'_>, meetings: &Meetings) -> Self {
        let Measurement::Runs { role, instances, cap, runs } = *measurement else {
            return Self { met: Vec::new(), length: 0.0, lengths: 0 };
        };
        let compared = generation.context.compare(role, instances, runs);
        let groups = meetings.iter().flat_map(|(group, members)| members.iter().map(move |_| *group));
        let nodes = |run: &Comparison| {
            let nodes = run.nodes(generation.context.limit(cap, run));
            if cap == Cap::Reference { nodes.min(1.0) } else { nodes }
        };
        // What the fitness counts on each instance, with its weights.
        let costs = generation.evaluator.score(generation.context, measurement).cases;
        let met = compared.iter().zip(instances).zip(groups).zip(costs);
        let met = met.map(|(((run, &instance), group), cost)| Meeting {
            group,
            instance,
            nodes: nodes(run),
            cost,
            solved: run.run.solved,
        });
        let (length, lengths) = mean_length(&compared);
        Self { met: met.collect(), length, lengths }
    }
}
