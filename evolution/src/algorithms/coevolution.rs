//! Heuristics against groups of instances that become harder, after Hillis.
//!
//! Every heuristic meets two groups, every group the same number of heuristics. Heuristics gain by expanding less than
//! the others that met the same instance; groups gain by being hard, but not too hard (Cartlidge and Bullock's reduced
//! virulence). An instance that nobody can solve for a while is barred for a while. The champion comes from
//! validation alone: what is good against the present opponents need not be good.

mod groups;

use super::individual::{Child, Individual};
use super::population::{ALONE, Breeding, Seen, elite, individual};
use super::{EvolutionaryAlgorithm, GenerationContext, Request, Step};
use crate::fitness::{Measured, Score, mean, measure, too_long};
use crate::task::{Answer, Cap, Role, Work};
use groups::{Groups, Meeting};
use serde::{Deserialize, Serialize};
use unstuck_core::random::{RngExt, Stream, shuffle, stream};

/// Name and explanation.
pub const ABOUT: (&str, &str) = ("coevolution", "heuristics against groups of instances that get harder");

/// What a heuristic's nodes are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Adjust {
    /// With the mean of all who met the same instance.
    Difference,
    /// With nothing.
    None,
}

/// The settings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Number of groups.
    pub groups: usize,
    /// Instances in a group.
    pub size: usize,
    /// Groups that each heuristic meets.
    pub per_host: usize,
    /// How hard a group should be; 1 for as hard as possible.
    pub virulence: f64,
    /// What nodes are compared with.
    pub adjust: Adjust,
}

impl Default for Settings {
    fn default() -> Self {
        Self { groups: 20, size: 6, per_host: 2, virulence: 0.75, adjust: Adjust::Difference }
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
    /// Heuristics and groups that are yet to be made.
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

    /// Who meets whom: heuristic i of a random order meets group i and those at random distances from it, the same for
    /// all, so that no group meets many more than another.
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
            self.groups = Groups::new(self.settings, pool, &mut random);
        }
        self.groups.begin(generation.number, &mut random);
        self.waiting = self.offspring(generation);
        self.meetings = self.meet(&mut random);
        let cap = match generation.work {
            Work::Search { cap, .. } => *cap,
            Work::Fit { .. } => Cap::Default,
        };
        let request = |(child, meetings): (&Child, &Meetings)| Request {
            genome: child.genome.clone(),
            work: Work::Search {
                role: Role::Train,
                instances: meetings.iter().flat_map(|(_, instances)| instances.iter().copied()).collect(),
                cap,
            },
        };
        self.waiting.iter().zip(&self.meetings).map(request).collect()
    }

    fn absorb(
        &mut self,
        generation: &GenerationContext<'_>,
        requests: Vec<Request>,
        answers: &[Answer],
    ) -> Step {
        let waiting = std::mem::take(&mut self.waiting);
        let meetings = std::mem::take(&mut self.meetings);
        let outcomes: Vec<Outcome> = requests
            .iter()
            .zip(answers)
            .zip(&meetings)
            .map(|((request, answer), meetings)| Outcome::of(generation, &request.work, answer, meetings))
            .collect();
        let met = outcomes.iter().flat_map(|outcome| &outcome.met);
        let means = groups::mean_nodes(met.clone());
        let max = max_length_ratio(generation);
        let scored = waiting.into_iter().zip(&outcomes).map(|(child, Outcome { met, length })| {
            let difference = |meeting: &Meeting| match self.settings.adjust {
                Adjust::Difference => meeting.nodes - means.get(&meeting.instance).copied().unwrap_or(0.0),
                Adjust::None => meeting.nodes,
            };
            let cases: Vec<f64> = met.iter().map(difference).collect();
            let score = Score {
                fitness: mean(cases.iter().copied()) + too_long(*length, max),
                nodes: mean(met.iter().map(|meeting| meeting.nodes)),
                length: *length,
                unsolved: mean(met.iter().map(|meeting| f64::from(u8::from(!meeting.solved)))),
                cases,
                scaling: None,
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
}

/// What a heuristic did on the instances it met.
struct Outcome {
    met: Vec<Meeting>,
    /// Mean length in units of the cheapest.
    length: f64,
}

impl Outcome {
    fn of(generation: &GenerationContext<'_>, work: &Work, answer: &Answer, meetings: &Meetings) -> Self {
        let (Work::Search { role, instances, cap }, Answer::Runs(runs)) = (work, answer) else {
            return Self { met: Vec::new(), length: 0.0 };
        };
        let measured = measure(generation.context, *role, instances, runs);
        let groups = meetings.iter().flat_map(|(group, members)| members.iter().map(move |_| *group));
        let nodes = |run: &Measured| match cap {
            Cap::Reference => run.nodes(run.reference.expanded).min(1.0),
            Cap::Default | Cap::Extended => {
                run.nodes(generation.context.parameters.limits.expanded.unwrap_or(run.run.expanded))
            }
        };
        let meeting = |((run, &instance), group): ((&Measured, &u32), Option<usize>)| Meeting {
            group,
            instance,
            nodes: nodes(run),
            solved: run.run.solved,
        };
        Self {
            met: measured.iter().zip(instances).zip(groups).map(meeting).collect(),
            length: mean(measured.iter().map(Measured::length)),
        }
    }
}

fn max_length_ratio(generation: &GenerationContext<'_>) -> Option<f64> {
    use crate::fitness::Evaluator;
    match generation.evaluator {
        Evaluator::Search(search) => search.max_length_ratio,
        Evaluator::Reduction(reduction) => reduction.max_length_ratio,
        Evaluator::LeastSquares | Evaluator::Multi(_) => None,
    }
}
