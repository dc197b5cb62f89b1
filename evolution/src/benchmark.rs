//! Heuristics on the same instances: the champion, the tuned baseline, and every hand-made one. [`baseline`](crate::baseline)
//! searches for the tuned one.
//!
//! ```
//! // `context` is that of a prepared experiment, as on the front page of the crate.
//! use unstuck_evolution::benchmark::{hand_made, results, tasks};
//! use unstuck_evolution::role::Role;
//! # use unstuck_core::{executor::Sequential, domain::{self, Settings}, registry};
//! # use unstuck_evolution::{context::unwatched, experiment::{Experiment, Sets}, role::PerRole};
//! # let text = "format = 1\nname = 'a'\ndomain = 'rush-hour'\nsearch = { algorithm = 'astar' }\ngenome = { kind = 'weights' }\n\
//! #     data = { train = ['jam:1'], validation = ['jam:4'] }\nalgorithm = { population = 6 }\nstop = { generations = 2 }";
//! # unstuck_domains::install();
//! # let experiment = Experiment::read(text, &|_| Err("no files".into())).unwrap();
//! # let (rush_hour, jam) = registry::set("jam").unwrap();
//! # let card = |name: &str| domain::read(&*rush_hour, &(jam.text)(name).unwrap(), None, &Settings::new()).unwrap();
//! # let cards = |name: &str| vec![(format!("jam:{name}"), card(name))];
//! # let instances = PerRole { train: cards("1"), validation: cards("4"), test: Vec::new() };
//! # let ready = experiment.prepare(Sets { instances, ..Sets::default() }, &Sequential, &unwatched, &|| ()).unwrap();
//! # let context = &ready.context;
//!
//! let contenders = hand_made(context, Role::Validation);
//! let answers = context.answer(&tasks(context, Role::Validation, &contenders), &Sequential, &unwatched)?;
//! let results = results(context, Role::Validation, &contenders, &answers);
//! assert_eq!((results[0].name.as_str(), results[0].mean_ratio), ("blind", 1.0));
//! # Ok::<(), unstuck_evolution::context::Failure>(())
//! ```

use crate::context::EvaluationContext;
use crate::measure::{Comparison, Run};
use crate::real;
use crate::role::Role;
use crate::task::{Answer, Cap, Task, Work};
use serde::{Deserialize, Serialize};
use unstuck_core::champions;
use unstuck_core::feature::{Kind, Price, Role as FeatureRole};
use unstuck_core::language::{BLIND, Checked, Formula, Node, Op, Tree, parse};
use unstuck_core::search::IDA;

/// A heuristic that is compared with others.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// What it is called.
    pub name: String,
    /// The heuristic.
    pub heuristic: Formula,
}

/// The result of a contender.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkResult {
    /// What it is called.
    pub name: String,
    /// The heuristic as text.
    pub heuristic: String,
    /// Instances solved.
    pub solved: usize,
    /// Mean over all instances of expanded nodes over the reference's; an unsolved one counts as its limit.
    #[serde(with = "real")]
    pub mean_ratio: f64,
    /// All expanded nodes over all of the reference's.
    #[serde(with = "real")]
    pub total_ratio: f64,
    /// Mean of the length over that of the best known plan, over `lengths` instances.
    #[serde(with = "real")]
    pub length: f64,
    /// Nodes expanded on all instances, an unsolved one counting as its limit.
    pub expanded: u64,
    /// Instance by instance.
    pub runs: Vec<Run>,
    /// What the nodes of each instance counted as.
    pub counted: Vec<u64>,
    /// Instances that are solved and have a known plan to compare lengths with.
    pub lengths: usize,
}

/// Added to an admissible estimate, it changes no bound of iterative deepening, which rounds up what is beyond a
/// millionth, but the bounds grow faster, as they do for every heuristic that is not known to be admissible.
pub const GROWING_BOUNDS: f64 = 1e-7;

/// Whether the search has growing bounds for heuristics that are not known to be admissible, and only for these.
pub fn has_growing_bounds(context: &EvaluationContext) -> bool {
    context.parameters.algorithm.name == IDA.name
}

/// The rule that the domain measures others by, where that is not blind search.
pub fn reference(context: &EvaluationContext) -> Option<Contender> {
    let name = context.domain.reference()?;
    // A reference that cannot be read was refused with the experiment.
    let known = champions::text_of(&context.table, &name).ok()?;
    let text = known.as_deref().unwrap_or(&name);
    Some(Contender { heuristic: parse(text, &context.table).ok()?, name: name.into_owned() })
}

/// The rules of the literature that the instances of a role can be tried by, the domain's reference first.
fn rules(context: &EvaluationContext, role: Role) -> Vec<Contender> {
    let named = context.domain.rules().iter().filter_map(|rule| {
        let heuristic = parse(rule.text, &context.table).ok()?;
        Some(Contender { name: rule.name.into(), heuristic })
    });
    let first = reference(context);
    let others = named.filter(|one| first.as_ref().is_none_or(|first| first.name != one.name));
    let exists = |one: &Contender| {
        let checked = Checked::new(one.heuristic.clone(), &context.table);
        checked.infos().all(|info| context.has(&info.name, &[role]))
    };
    first.iter().cloned().chain(others).filter(exists).collect()
}

/// The blind heuristic, the domain's own reference, every estimate that the instances of a role have, and the maximum of
/// those that are admissible. An admissible estimate is also searched with growing bounds where the search has them: a
/// gain by the schedule of the bounds is not a gain by a better heuristic. Of optimisation domains, the rules of the
/// literature.
pub fn hand_made(context: &EvaluationContext, role: Role) -> Vec<Contender> {
    if context.optimiser().is_some() {
        return rules(context, role);
    }
    let named = |name: &str, heuristic| Contender { name: name.into(), heuristic };
    let feature = |index: usize| Node::Feature(index as u16);
    let mut contenders = vec![named("blind", Formula::value(Tree::number(0.0)))];
    contenders.extend(reference(context));
    let mut admissible = Vec::new();
    for (index, info) in context.table.features().iter().enumerate() {
        let estimates =
            info.node().role == FeatureRole::Estimate && info.kind == Kind::Real && info.name != BLIND;
        let cheap = info.price == Price::Cheap;
        if !estimates || !cheap || !context.has(&info.name, &[role]) {
            continue;
        }
        contenders.push(named(&info.name, Formula::value(Tree::from_well_formed(vec![feature(index)]))));
        if info.node().admissible.contains(&context.metric) {
            admissible.push(feature(index));
            if has_growing_bounds(context) {
                let nodes = vec![feature(index), Node::Number(GROWING_BOUNDS), Op::Add.node()];
                let name = format!("{}, growing bounds", info.name);
                contenders.push(named(&name, Formula::value(Tree::from_well_formed(nodes))));
            }
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

/// The tasks of a benchmark over all instances of a role.
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

/// The results of the contenders, in their order.
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
            Answer::Fit(_) | Answer::Fitness(_) => result(context, role, contender, &[]),
        })
        .collect()
}

/// The nodes that a run counts as: an unsolved one as its limit.
fn counted(run: &Run, limit: u64) -> u64 {
    if run.solved { run.expanded } else { limit.max(run.expanded) }
}

fn result(context: &EvaluationContext, role: Role, contender: &Contender, runs: &[Run]) -> BenchmarkResult {
    let numbers: Vec<u32> = (0..runs.len() as u32).collect();
    let compared = context.compare(role, &numbers, runs);
    let nodes = |one: &Comparison| {
        let limit = context.max_expanded(Cap::Extended, &one.reference);
        counted(&one.run, limit.unwrap_or(one.run.expanded))
    };
    let counted: Vec<u64> = compared.iter().map(nodes).collect();
    let ratio = |(one, nodes): (&Comparison, &u64)| *nodes as f64 / one.reference.expanded as f64;
    let ratios: f64 = compared.iter().zip(&counted).map(ratio).sum();
    let lengths: Vec<f64> =
        compared.iter().filter(|one| one.run.solved).filter_map(Comparison::length).collect();
    let expanded: u64 = counted.iter().sum();
    let reference: u64 = compared.iter().map(|one| one.reference.expanded).sum();
    BenchmarkResult {
        name: contender.name.clone(),
        heuristic: context.text(&contender.heuristic),
        solved: runs.iter().filter(|run| run.solved).count(),
        mean_ratio: ratios / runs.len().max(1) as f64,
        total_ratio: expanded as f64 / reference.max(1) as f64,
        length: if lengths.is_empty() {
            f64::NAN
        } else {
            lengths.iter().sum::<f64>() / lengths.len() as f64
        },
        expanded,
        runs: runs.to_vec(),
        counted,
        lengths: lengths.len(),
    }
}
