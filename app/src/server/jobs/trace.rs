//! A small search, step by step: what was open, what was closed, and the tree. It is the textbook's search, made to
//! be looked at; the program's own are faster and may break ties otherwise.

mod deepening;

use super::Job;
use super::request::TraceRequest;
use super::solve::chosen;
use crate::server::access::reading as manner;
use crate::server::catalog::TRACEABLE;
use crate::server::desk::Desk;
use crate::server::failure::Failure;
use crate::server::formula::{Reading, seen};
use crate::server::heuristics::exists;
use crate::server::positions::{seat, source};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use unstuck_core::instance::SearchRequest;
use unstuck_core::language::HeuristicRef;
use unstuck_ops::pattern_databases;
use unstuck_ops::progress::Silent;

/// Most expansions that are told step by step.
const MOST: usize = 500;

/// A node on its way through the search.
pub struct Node {
    parent: Option<usize>,
    made: Option<(String, String)>,
    pub text: String,
    desk: Box<dyn Desk>,
    pub g: u32,
    pub h: f64,
    pub f: f64,
    born: usize,
    pub expanded: Option<usize>,
    same: Option<usize>,
    /// Of a deepening search.
    round: usize,
}

/// A search that keeps a diary.
pub struct Diary {
    pub nodes: Vec<Node>,
    steps: Vec<Value>,
    pub goal: Option<usize>,
    over: bool,
}

/// What waits, the best first; of equals the one that is thought nearer, then the youngest.
#[derive(PartialEq)]
struct Waiting {
    f: f64,
    h: f64,
    id: usize,
    /// Breadth-first takes the oldest of equals.
    oldest: bool,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let age = if self.oldest { other.id.cmp(&self.id) } else { self.id.cmp(&other.id) };
        other.f.total_cmp(&self.f).then(other.h.total_cmp(&self.h)).then(age)
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Diary {
    /// Searches from a position, for so many expansions at most.
    pub fn keep(job: &Job, start: Box<dyn Desk>, request: &SearchRequest, most: usize) -> Self {
        let SearchRequest { parameters, heuristic } = request;
        let algorithm = parameters.algorithm.name;
        let blind = !parameters.algorithm.heuristic;
        let value = |desk: &dyn Desk| {
            if blind { 0.0 } else { estimate(desk, heuristic) }
        };
        let key = |g: u32, h: f64, depth: usize| match algorithm {
            "bfs" => depth as f64,
            "dfs" => -(depth as f64),
            "greedy" => h,
            "wastar" => f64::from(g) + parameters.weight * h,
            _ => f64::from(g) + h,
        };
        let h = value(&*start);
        let text = start.text();
        let root = Node {
            parent: None,
            made: None,
            text: text.clone(),
            g: start.g(),
            h,
            f: key(start.g(), h, 0),
            desk: start,
            born: 0,
            expanded: None,
            same: None,
            round: 0,
        };
        let mut best: HashMap<String, (u32, usize)> = HashMap::from([(text, (root.g, 0))]);
        let oldest = algorithm == "bfs";
        let mut open = BinaryHeap::from([Waiting { f: root.f, h, id: 0, oldest }]);
        let mut depth = vec![0];
        let mut diary = Self { nodes: vec![root], steps: Vec::new(), goal: None, over: false };
        while let Some(Waiting { id, .. }) = open.pop() {
            let node = &diary.nodes[id];
            // A cheaper path to the same state came meanwhile.
            if node.expanded.is_some() || best.get(&node.text).is_some_and(|(_, known)| *known != id) {
                continue;
            }
            if diary.steps.len() >= most || job.is_cancelled() {
                return diary;
            }
            let step = diary.steps.len() + 1;
            diary.nodes[id].expanded = Some(step);
            let mut generated = Vec::new();
            if diary.nodes[id].desk.is_solved() {
                diary.goal = Some(id);
            } else {
                for (move_text, words, desk) in diary.nodes[id].desk.successors() {
                    let (text, child) = (desk.text(), diary.nodes.len());
                    let (g, h) = (desk.g(), value(&*desk));
                    let level = depth[id] + 1;
                    let f = key(g, h, level);
                    let known = best.get(&text).copied();
                    // Depth-first and breadth-first keep the first path, the others the cheapest.
                    let better =
                        known.is_none_or(|(cost, _)| !matches!(algorithm, "bfs" | "dfs") && g < cost);
                    diary.nodes.push(Node {
                        parent: Some(id),
                        made: Some((move_text, words)),
                        text: text.clone(),
                        desk,
                        g,
                        h,
                        f,
                        born: step,
                        expanded: None,
                        same: known.map(|(_, id)| id),
                        round: 0,
                    });
                    depth.push(level);
                    generated.push(child);
                    if better {
                        best.insert(text, (g, child));
                        open.push(Waiting { f, h, id: child, oldest });
                    }
                }
            }
            let waiting = open.len();
            diary
                .steps
                .push(json!({ "expanded": id, "generated": generated, "open": waiting, "closed": step, "bound": null }));
            job.progress(step, Some(most), "nodes");
            if diary.goal.is_some() {
                return diary;
            }
        }
        diary.over = true;
        diary
    }

    /// Expansions so far.
    pub fn expanded(&self) -> usize {
        self.steps.len()
    }

    /// A node's board.
    pub fn board(&self, id: usize) -> Value {
        self.nodes[id].desk.board()
    }

    fn json(&self) -> Value {
        let node = |(id, node): (usize, &Node)| {
            let (made, words) = node.made.as_ref().map(|(made, words)| (made, words)).unzip();
            json!({
                "id": id, "parent": node.parent, "move": made, "words": words, "text": node.text, "g": node.g,
                "h": node.h, "f": node.f, "solved": node.desk.is_solved(), "born": node.born,
                "expanded": node.expanded, "same": node.same, "round": node.round,
            })
        };
        let mut plan = Vec::new();
        let mut at = self.goal;
        while let Some(id) = at {
            plan.insert(0, id);
            at = self.nodes[id].parent;
        }
        let status = match (self.goal, self.over) {
            (Some(_), _) => "solved",
            (None, true) => "unsolvable",
            (None, false) => "limit",
        };
        json!({
            "nodes": self.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
            "steps": self.steps, "status": status, "plan": plan,
        })
    }
}

/// A heuristic's value of a position, as searches read it.
fn estimate(desk: &dyn Desk, heuristic: &HeuristicRef) -> f64 {
    let Some(checked) = heuristic.formula() else { return 0.0 };
    let values = desk.values();
    seen(Reading::new(checked, Some(&values)).raw().unwrap_or_default(), desk.is_solved())
}

/// Refuses algorithms that have no diary.
fn traceable(algorithm: &str) -> Result<(), Failure> {
    if TRACEABLE.contains(&algorithm) {
        return Ok(());
    }
    let message = format!("{algorithm} cannot be looked at step by step; {} can", TRACEABLE.join(", "));
    Err(Failure::unreadable(message).field("algorithm"))
}

/// Looks at a search step by step.
pub fn trace(job: &Job, request: &TraceRequest) -> Result<Value, Failure> {
    let reading = manner(request.metric.as_deref(), &request.settings);
    let domain = source(&request.instance, &reading)?.domain;
    let mut method = request.method.clone();
    method.algorithm.get_or_insert_with(|| "astar".to_owned());
    let (_, found) = chosen(&*domain, &method, job.limits(request.limits))?;
    let SearchRequest { parameters, heuristic } = &found;
    let algorithm = parameters.algorithm.name;
    traceable(algorithm)?;
    // A position reads the tables that were there when it was opened.
    pattern_databases::prepare(&*domain, &[heuristic], 1, &Silent)?;
    let start = seat(&request.instance, reading.metric.as_deref(), &reading.settings, &[])?;
    if let Some(checked) = heuristic.formula() {
        exists(&Reading::new(checked, Some(&start.values()))).map_err(|error| error.field("heuristic"))?;
    }
    let most = request.expansions.unwrap_or(200).clamp(1, MOST);
    let deepens = matches!(algorithm, "iddfs" | "ida" | "wida");
    let diary = if deepens {
        let factor = if algorithm == "wida" { parameters.weight } else { 1.0 };
        let worth = |desk: &dyn Desk| {
            let h = if parameters.algorithm.heuristic { estimate(desk, heuristic) } else { 0.0 };
            (h, f64::from(desk.g()) + factor * h)
        };
        Diary::deepen(job, &*start, &worth, most)
    } else {
        Diary::keep(job, start, &found, most)
    };
    Ok(diary.json())
}
