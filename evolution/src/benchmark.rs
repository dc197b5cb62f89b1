//! Heuristics side by side on the same instances: the champion, the tuned baseline, and everything made by hand.
//!
//! ```
//! use unstuck_evolution::benchmark::{hand_made, results, tasks};
//! use unstuck_evolution::task::Role;
//! # use unstuck_core::{executor::Sequential, domain::{self, Settings}, registry};
//! # use unstuck_evolution::{experiment::{Experiment, Sets}, context::unwatched};
//! # let text = "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = { algorithm = 'astar' }\ngenome = { kind = 'weights' }\n\
//! #     data = { train = ['jam:1'], validation = ['jam:4'] }\nalgorithm = { population = 6 }\nstop = { generations = 2 }";
//! # let experiment = Experiment::read(text, &|_| Err("no files".into())).unwrap();
//! # let (rush_hour, jam) = registry::set("jam").unwrap();
//! # let card = |name: &str| domain::read(&*rush_hour, &(jam.text)(name).unwrap(), None, &Settings::new()).unwrap();
//! # let cards = |name: &str| vec![(format!("jam:{name}"), card(name))];
//! # let sets = Sets { instances: [cards("1"), cards("4"), Vec::new()], ..Sets::default() };
//! # let ready = experiment.prepare(sets, &Sequential, &unwatched, &|| ()).unwrap();
//! # let world = &ready.context;
//!
//! let contenders = hand_made(context, Role::Validation);
//! let answers = context.answer(&tasks(context, Role::Validation, &contenders), &Sequential, &unwatched)?;
//! let results = results(context, Role::Validation, &contenders, &answers);
//! assert_eq!((results[0].name.as_str(), results[0].mean_ratio), ("blind", 1.0));
//! # Ok::<(), unstuck_evolution::context::Failure>(())
//! ```

use crate::context::EvaluationContext;
use crate::task::{Answer, Cap, GENEROUS, Role, Run, Task, Work};
use serde::{Deserialize, Serialize};
use unstuck_core::feature::{Kind, Role as FeatureRole};
use unstuck_core::language::{BLIND, Formula, Node, Op, Tree};

/// A heuristic that is compared with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// The heuristic.
    pub heuristic: Formula,
}

/// How a contestant did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkResult {
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

impl BenchmarkResult {
    /// Fills in what an older version did not keep; `expanded` is the limit of the experiment's searches.
    pub fn recount(&mut self, expanded: u64) {
        if self.counted.len() != self.runs.len() {
            self.counted = self.runs.iter().map(|run| counted(run, Some(expanded))).collect();
        }
    }
}

/// The blind heuristic, every estimate that the instances of a role have, and the maximum of those that are admissible.
pub fn hand_made(context: &EvaluationContext, role: Role) -> Vec<Contender> {
    let named = |name: &str, heuristic| Contender { name: name.into(), heuristic };
    let feature = |index: usize| Node::Feature(index as u16);
    let mut contenders = vec![named("blind", Formula::value(Tree::number(0.0)))];
    let mut admissible = Vec::new();
    for (index, info) in context.table.features().iter().enumerate() {
        let estimates = info.role == FeatureRole::Estimate && info.kind == Kind::Real && info.name != BLIND;
        if !estimates || !context.has(&info.name, &[role]) {
            continue;
        }
        contenders.push(named(&info.name, Formula::value(Tree::from_well_formed(vec![feature(index)]))));
        if info.admissible.contains(&context.metric) {
            admissible.push(feature(index));
        }
    }
    if let [first, second, rest @ ..] = &admissible[..] {
        let mut nodes = vec![*first, *second, Op::Max.node()];
        for &other in rest {
            nodes.extend([other, Op::Max.node()]);
        }
        contenders.push(named("maximum of the admissible", Formula::value(Tree::from_well_formed(nodes))));
    }
    contenders
}

/// The tasks of a contest over all instances of a role.
pub fn tasks(context: &EvaluationContext, role: Role, contenders: &[Contender]) -> Vec<Task> {
    let instances: Vec<u32> = (0..context.set(role).len() as u32).collect();
    let work = Work::Search { role, instances, cap: Cap::Extended };
    let task = |(id, contender): (usize, &Contender)| Task {
        id: id as u64,
        heuristic: contender.heuristic.clone(),
        work: work.clone(),
    };
    contenders.iter().enumerate().map(task).collect()
}

/// How the contenders did, in their order.
pub fn results(
    context: &EvaluationContext,
    role: Role,
    contenders: &[Contender],
    answers: &[Answer],
) -> Vec<BenchmarkResult> {
    let pairs = contenders.iter().zip(answers);
    pairs
        .map(|(contender, answer)| match answer {
            Answer::Runs(runs) => result(context, role, contender, runs),
            Answer::Fit(_) => result(context, role, contender, &[]),
        })
        .collect()
}

/// The nodes that a run of a contest counts as: an unsolved one as its limit, which is more generous than that of usual
/// searches.
fn counted(run: &Run, default: Option<u64>) -> u64 {
    let limit = default.map_or(run.expanded, |max| GENEROUS.saturating_mul(max));
    if run.solved { run.expanded } else { limit.max(run.expanded) }
}

fn result(context: &EvaluationContext, role: Role, contender: &Contender, runs: &[Run]) -> BenchmarkResult {
    let set = context.set(role);
    let (mut solved, mut ratios, mut lengths, mut expanded, mut reference) = (0, 0.0, 0.0, 0, 0);
    let counted: Vec<u64> = runs.iter().map(|run| counted(run, context.parameters.limits.expanded)).collect();
    for ((run, known), &nodes) in runs.iter().zip(set).zip(&counted) {
        ratios += nodes as f64 / known.reference.expanded as f64;
        expanded += nodes;
        reference += known.reference.expanded;
        if run.solved {
            solved += 1;
            lengths += run.length as f64 / known.reference.length as f64;
        }
    }
    let count = runs.len().max(1) as f64;
    BenchmarkResult {
        name: contender.name.clone(),
        heuristic: context.text(&contender.heuristic),
        solved,
        mean_ratio: ratios / count,
        total_ratio: expanded as f64 / reference.max(1) as f64,
        length: if solved > 0 { lengths / solved as f64 } else { f64::NAN },
        expanded,
        runs: runs.to_vec(),
        counted,
    }
}
