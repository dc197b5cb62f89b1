//! Heuristics side by side on the same instances: the champion, the tuned baseline, and everything made by hand.
//!
//! ```
//! use unstuck_evolution::contest::{hand_made, standings, tasks};
//! use unstuck_evolution::task::Role;
//! # use unstuck_core::{executor::Sequential, domain::{self, Settings}, registry};
//! # use unstuck_evolution::{experiment::{Experiment, Sets}, world::unwatched};
//! # let text = "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = { algorithm = 'astar' }\ngenome = { kind = 'weights' }\n\
//! #     data = { train = ['jam:1'], validation = ['jam:4'] }\nalgorithm = { population = 6 }\nstop = { generations = 2 }";
//! # let experiment = Experiment::read(text, &|_| Err("no files".into())).unwrap();
//! # let (rush_hour, jam) = registry::set("jam").unwrap();
//! # let card = |name: &str| domain::read(&*rush_hour, &(jam.text)(name).unwrap(), None, &Settings::new()).unwrap();
//! # let cards = |name: &str| vec![(format!("jam:{name}"), card(name))];
//! # let sets = Sets { instances: [cards("1"), cards("4"), Vec::new()], ..Sets::default() };
//! # let ready = experiment.prepare(sets, &Sequential, &unwatched, &|| ()).unwrap();
//! # let world = &ready.world;
//!
//! let contestants = hand_made(world, Role::Validation);
//! let answers = world.answer(&tasks(world, Role::Validation, &contestants), &Sequential, &unwatched)?;
//! let standings = standings(world, Role::Validation, &contestants, &answers);
//! assert_eq!((standings[0].name.as_str(), standings[0].mean_ratio), ("blind", 1.0));
//! # Ok::<(), unstuck_evolution::world::Failure>(())
//! ```

use crate::task::{Answer, Cap, GENEROUS, Role, Run, Task, Work};
use crate::world::World;
use serde::{Deserialize, Serialize};
use unstuck_core::feature::{Kind, Role as FeatureRole};
use unstuck_core::language::{BLIND, Formula, Node, Op, Tree};

/// A heuristic that is compared with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contestant {
    /// What it is called.
    pub name: String,
    /// The heuristic.
    pub heuristic: Formula,
}

/// How a contestant did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// What it is called.
    pub name: String,
    /// The heuristic as text.
    pub heuristic: String,
    /// Instances solved.
    pub solved: usize,
    /// Mean over the instances of expanded nodes over the reference's; an unsolved one counts as its limit.
    pub mean_ratio: f64,
    /// All expanded nodes over all of the reference's.
    pub total_ratio: f64,
    /// Mean over the solved instances of the length over the cheapest.
    pub length: f64,
    /// Nodes expanded on all instances, an unsolved one counting as its limit.
    pub expanded: u64,
    /// Instance by instance.
    pub runs: Vec<Run>,
    /// What the nodes of each instance counted as; not kept by older versions.
    #[serde(default)]
    pub counted: Vec<u64>,
}

impl Standing {
    /// Fills in what an older version did not keep; `expanded` is the limit of the experiment's searches.
    pub fn recount(&mut self, expanded: u64) {
        if self.counted.len() != self.runs.len() {
            self.counted = self.runs.iter().map(|run| counted(run, Some(expanded))).collect();
        }
    }
}

/// The blind heuristic, every estimate that the instances of a role have, and the maximum of those that are admissible.
pub fn hand_made(world: &World, role: Role) -> Vec<Contestant> {
    let named = |name: &str, heuristic| Contestant { name: name.into(), heuristic };
    let feature = |index: usize| Node::Feature(index as u16);
    let mut contestants = vec![named("blind", Formula::value(Tree::number(0.0)))];
    let mut admissible = Vec::new();
    for (index, info) in world.table.features().iter().enumerate() {
        let estimates = info.role == FeatureRole::Estimate && info.kind == Kind::Real && info.name != BLIND;
        if !estimates || !world.has(&info.name, &[role]) {
            continue;
        }
        contestants.push(named(&info.name, Formula::value(Tree::from_well_formed(vec![feature(index)]))));
        if info.admissible.contains(&world.metric) {
            admissible.push(feature(index));
        }
    }
    if let [first, second, rest @ ..] = &admissible[..] {
        let mut nodes = vec![*first, *second, Op::Max.node()];
        for &other in rest {
            nodes.extend([other, Op::Max.node()]);
        }
        contestants.push(named("maximum of the admissible", Formula::value(Tree::from_well_formed(nodes))));
    }
    contestants
}

/// The tasks of a contest over all instances of a role.
pub fn tasks(world: &World, role: Role, contestants: &[Contestant]) -> Vec<Task> {
    let instances: Vec<u32> = (0..world.set(role).len() as u32).collect();
    let work = Work::Search { role, instances, cap: Cap::Generous };
    let task = |(id, contestant): (usize, &Contestant)| Task {
        id: id as u64,
        heuristic: contestant.heuristic.clone(),
        work: work.clone(),
    };
    contestants.iter().enumerate().map(task).collect()
}

/// How the contestants did, in their order.
pub fn standings(world: &World, role: Role, contestants: &[Contestant], answers: &[Answer]) -> Vec<Standing> {
    let pairs = contestants.iter().zip(answers);
    pairs
        .map(|(contestant, answer)| match answer {
            Answer::Runs(runs) => standing(world, role, contestant, runs),
            Answer::Fit(_) => standing(world, role, contestant, &[]),
        })
        .collect()
}

/// The nodes that a run of a contest counts as: an unsolved one as its limit, which is more generous than that of usual
/// searches.
fn counted(run: &Run, usual: Option<u64>) -> u64 {
    let limit = usual.map_or(run.expanded, |most| GENEROUS.saturating_mul(most));
    if run.solved { run.expanded } else { limit.max(run.expanded) }
}

fn standing(world: &World, role: Role, contestant: &Contestant, runs: &[Run]) -> Standing {
    let set = world.set(role);
    let (mut solved, mut ratios, mut lengths, mut expanded, mut reference) = (0, 0.0, 0.0, 0, 0);
    let counted: Vec<u64> = runs.iter().map(|run| counted(run, world.parameters.limits.expanded)).collect();
    for ((run, known), &nodes) in runs.iter().zip(set).zip(&counted) {
        ratios += nodes as f64 / known.yardstick.expanded as f64;
        expanded += nodes;
        reference += known.yardstick.expanded;
        if run.solved {
            solved += 1;
            lengths += run.length as f64 / known.yardstick.length as f64;
        }
    }
    let count = runs.len().max(1) as f64;
    Standing {
        name: contestant.name.clone(),
        heuristic: world.text(&contestant.heuristic),
        solved,
        mean_ratio: ratios / count,
        total_ratio: expanded as f64 / reference.max(1) as f64,
        length: if solved > 0 { lengths / solved as f64 } else { f64::NAN },
        expanded,
        runs: runs.to_vec(),
        counted,
    }
}
