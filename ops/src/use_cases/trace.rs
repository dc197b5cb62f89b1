//! A search step by step: what the real algorithm expands and generates, in its order.
//!
//! The search is the one that every other use case runs, with an observer that records its nodes.

mod recorder;

use crate::ToSchema;
use crate::request::Fields;
use crate::request::context::Context;
use crate::request::error::{Error, Result};
use crate::request::instances::Reading;
use crate::request::kinds::only_search;
use crate::request::limits::Limits;
use crate::request::method::Method;
use crate::use_cases::solve::prepare;
use recorder::Recorder;
use serde::{Deserialize, Serialize};
use unstuck_core::instance::{SearchInstance, Solution, Status};
use unstuck_core::search::NodeOutcome;

/// Algorithms that can be stepped through: one tree of nodes from the start.
pub const TRACEABLE: &[&str] = &[
    "bfs", "dfs", "iddfs", "ucs", "greedy", "lazy", "astar", "wastar", "ida", "wida", "hsd", "beam", "ehc",
    "awastar", "restarts",
];

/// Most expansions that are recorded, and how many by default.
const MAX_EXPANSIONS: usize = 500;
const DEFAULT_EXPANSIONS: usize = 200;

/// Which search to record.
#[derive(Debug, Clone, Deserialize, ToSchema, Fields)]
#[schema(as = TraceRequest)]
pub struct Request {
    /// The instance, by name or text.
    pub instance: String,
    /// Expansions to record: 200 by default, at most 500.
    pub expansions: Option<usize>,
    /// How instances are read.
    #[serde(flatten)]
    pub reading: Reading,
    /// Limits of the search.
    #[serde(default)]
    pub limits: Limits,
    /// Algorithm (A* by default), heuristic and parameters.
    #[serde(flatten)]
    pub method: Method,
}

/// A recorded search.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = TraceResult)]
pub struct Trace {
    /// Every node that was generated, in order.
    pub nodes: Vec<TraceNode>,
    /// Every expansion, in order. The last step of a solved search takes the goal, which is not expanded.
    pub steps: Vec<TraceStep>,
    /// How the search ended.
    pub status: Status,
    /// Ids of the nodes from the start to the goal.
    pub plan: Vec<usize>,
}

/// A node of a recorded search.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TraceNode {
    /// Its place among the nodes.
    pub id: usize,
    /// The node it was generated from.
    pub parent: Option<usize>,
    /// The move that led here.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// The move in words.
    pub words: Option<String>,
    /// The state.
    pub text: String,
    /// Cost of the path; number of moves in searches that do not count costs.
    pub g: u32,
    /// The estimate; 0 in blind searches.
    pub h: f64,
    /// What the search orders or bounds by.
    pub f: f64,
    /// Whether the state is a goal.
    pub solved: bool,
    /// The step it was generated in; 0 for the start.
    pub born: usize,
    /// The step it was expanded in, from 1.
    pub expanded: Option<usize>,
    /// The node of the same state, if this one is not kept.
    pub same: Option<usize>,
    /// What the search did with it; none for a start.
    pub outcome: Option<NodeOutcome>,
    /// Round of a deepening search, or attempt of a restarting one, from 0; each has its own start.
    pub round: usize,
}

/// One expansion.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TraceStep {
    /// Id of the node.
    pub expanded: usize,
    /// Ids of its successors.
    pub generated: Vec<usize>,
    /// Nodes that wait; 0 in deepening searches, which keep none.
    pub open: usize,
    /// Nodes expanded so far.
    pub closed: usize,
    /// Bound of a deepening search: nodes whose f is larger are cut.
    pub bound: Option<f64>,
}

/// Records a search.
pub fn run(request: &Request, context: &Context<'_>) -> Result<Trace> {
    let mut method = request.method.clone();
    method.algorithm.get_or_insert_with(|| "astar".to_owned());
    let reading = &request.reading;
    let source = context.instance(&request.instance, reading)?;
    only_search(&*source.domain, "trace")?;
    let count = request.expansions.unwrap_or(DEFAULT_EXPANSIONS).clamp(1, MAX_EXPANSIONS);
    let mut limits = request.limits.of_each(1, 1);
    limits.expanded = Some(limits.expanded.unwrap_or(u64::MAX).min(count as u64));
    let (instance, search) = prepare(&source, reading, &method, limits, context)?;
    let algorithm = search.parameters.algorithm.name;
    if !TRACEABLE.contains(&algorithm) {
        let message = format!("{algorithm} cannot be looked at step by step; {} can", TRACEABLE.join(", "));
        return Err(Error::input(message).field("algorithm"));
    }
    let mut recorder = Recorder::new(context.activity, limits);
    let solution = instance.solve(&search, &mut recorder)?;
    Ok(describe(recorder, &*instance, &solution))
}

fn describe(mut recorder: Recorder<'_>, instance: &dyn SearchInstance, solution: &Solution) -> Trace {
    let goal = recorder.finish(instance, solution);
    let states: Vec<Box<[u64]>> = recorder.nodes.iter().map(|node| node.state.clone()).collect();
    // A search that ended before its first node has none.
    let Some(start) = states.first().map(|state| instance.at(state)) else {
        return Trace { nodes: Vec::new(), steps: Vec::new(), status: solution.status, plan: Vec::new() };
    };
    let node = |(id, node): (usize, recorder::Node)| {
        let state = start.at(&node.state);
        let made = node.parent.and_then(|parent| start.action_between(&states[parent], &node.state));
        let (made, words) = made.unzip();
        TraceNode {
            id,
            parent: node.parent,
            made,
            words,
            text: state.text(),
            g: node.values.g,
            h: node.values.h.unwrap_or(0.0),
            f: node.values.f.unwrap_or_else(|| node.values.g.into()),
            solved: state.is_solved(),
            born: node.born,
            expanded: node.expanded,
            same: node.same,
            outcome: node.outcome,
            round: node.round,
        }
    };
    let mut plan: Vec<usize> = std::iter::successors(goal, |&id| recorder.nodes[id].parent).collect();
    plan.reverse();
    let nodes = std::mem::take(&mut recorder.nodes).into_iter().enumerate().map(node).collect();
    Trace { nodes, steps: recorder.steps, status: solution.status, plan }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::watch::Activity;

    fn trace(instance: &str, algorithm: &str, heuristic: Option<&str>) -> Trace {
        unstuck_domains::install();
        let activity = Activity::default();
        let method = Method {
            algorithm: Some(algorithm.to_owned()),
            heuristic: heuristic.map(str::to_owned),
            ..Method::default()
        };
        let request = Request {
            instance: instance.to_owned(),
            expansions: Some(500),
            reading: Reading::default(),
            limits: Limits::default(),
            method,
        };
        run(&request, &Context::silent(&activity)).unwrap()
    }

    /// Every algorithm draws one tree a round, whose plan leads from the start to the goal.
    #[test]
    fn every_traceable_algorithm_records_a_tree() {
        for algorithm in TRACEABLE {
            let informed = unstuck_core::search::algorithm(algorithm).unwrap().heuristic;
            let found = trace("tiles:1 4 2 3 0 5 6 7 8", algorithm, informed.then_some("manhattan"));
            assert_eq!(found.status, Status::Solved, "{algorithm}");
            assert!(found.plan.len() > 2, "{algorithm}: {:?}", found.plan);
            for pair in found.plan.windows(2) {
                assert_eq!(found.nodes[pair[1]].parent, Some(pair[0]), "{algorithm}");
            }
            assert!(found.nodes[*found.plan.last().unwrap()].solved, "{algorithm}");
            let rounds = found.nodes.iter().map(|node| node.round).max().unwrap();
            let roots = found.nodes.iter().filter(|node| node.parent.is_none()).count();
            assert_eq!(roots, rounds + 1, "{algorithm}");
            for node in &found.nodes {
                let parent = node.parent.map(|parent| &found.nodes[parent]);
                assert!(parent.is_none_or(|parent| parent.round == node.round && parent.same.is_none()));
                assert!(parent.is_none() || node.made.is_some(), "{algorithm}");
            }
        }
    }

    #[test]
    fn a_trace_is_the_search() {
        let found = trace("jam:1", "astar", Some("blockers_deep"));
        let expanded = found.nodes.iter().filter(|node| node.expanded.is_some() && !node.solved).count();
        let activity = Activity::default();
        let request: crate::use_cases::solve::Request = serde_json::from_str(
            "{\"instance\": \"jam:1\", \"algorithm\": \"astar\", \"heuristic\": \"blockers_deep\"}",
        )
        .unwrap();
        let context = Context::silent(&activity);
        let plan = crate::use_cases::solve::Batch::single(&request, &context).unwrap();
        let report = plan.run_here(&context, &unstuck_core::executor::Sequential).unwrap();
        assert_eq!(report.solution.stats.expanded, expanded as u64);
        let moves = found.plan.iter().skip(1).map(|id| found.nodes[*id].made.clone().unwrap());
        assert_eq!(moves.collect::<Vec<_>>(), report.solution.plan);
    }
}
