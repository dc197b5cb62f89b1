//! The observer that records a search.

use super::TraceStep;
use crate::system::watch::{Activity, Watch};
use std::collections::HashMap;
use unstuck_core::instance::{SearchInstance, Solution, Status};
use unstuck_core::search::{Limit, Limits, NodeOutcome, NodeValues, Observer, Stats, TracedNode};

/// Most nodes that are recorded: a state of a planning task can have thousands of successors.
const MAX_NODES: usize = 20_000;

/// A node as the search reported it.
pub(super) struct Node {
    pub(super) state: Box<[u64]>,
    pub(super) parent: Option<usize>,
    pub(super) values: NodeValues,
    pub(super) born: usize,
    pub(super) expanded: Option<usize>,
    pub(super) same: Option<usize>,
    pub(super) outcome: Option<NodeOutcome>,
    pub(super) round: usize,
}

/// Records nodes and expansions.
pub(super) struct Recorder<'a> {
    watch: Watch<'a>,
    pub(super) nodes: Vec<Node>,
    pub(super) steps: Vec<TraceStep>,
    /// The node of a state in this round.
    by_state: HashMap<Box<[u64]>, usize>,
    /// Deepening: the expanded nodes from the start to the one that is looked at, and the successor generated last.
    path: Vec<usize>,
    last: Option<usize>,
    /// Bound of the deepening round.
    bound: Option<u32>,
    round: usize,
    open: usize,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(activity: &'a Activity, limits: Limits) -> Self {
        Self {
            watch: Watch::new(activity, limits),
            nodes: Vec::new(),
            steps: Vec::new(),
            by_state: HashMap::new(),
            path: Vec::new(),
            last: None,
            bound: None,
            round: 0,
            open: 0,
        }
    }

    /// Adds the step that takes the goal, if the search found one.
    pub(super) fn finish(&mut self, instance: &dyn SearchInstance, solution: &Solution) -> Option<usize> {
        if solution.status != Status::Solved {
            return None;
        }
        let start = instance.at(&self.nodes.first()?.state);
        let is_goal = |&id: &usize| {
            let node = &self.nodes[id];
            let kept = matches!(node.outcome, None | Some(NodeOutcome::New | NodeOutcome::Reopened));
            kept && node.round == self.round && node.same.is_none() && start.at(&node.state).is_solved()
        };
        let goals: Vec<usize> = (0..self.nodes.len()).rev().filter(is_goal).collect();
        let cheapest = goals.iter().map(|&id| self.nodes[id].values.g).min()?;
        let goal = goals.into_iter().find(|&id| self.nodes[id].values.g == cheapest)?;
        let step = self.steps.len() + 1;
        if self.nodes[goal].expanded.is_none() {
            self.nodes[goal].expanded = Some(step);
            let (open, bound) = (self.open.saturating_sub(1), self.bound.map(f64::from));
            self.steps.push(TraceStep { expanded: goal, generated: Vec::new(), open, closed: step, bound });
        }
        Some(goal)
    }

    fn is_deepening(&self) -> bool {
        self.bound.is_some()
    }

    fn next_round(&mut self) {
        if !self.nodes.is_empty() {
            self.round += 1;
        }
        self.by_state.clear();
        self.path.clear();
        self.last = None;
        self.open = 0;
    }

    fn add(&mut self, parent: Option<usize>, node: &TracedNode<'_>, outcome: Option<NodeOutcome>) -> usize {
        self.nodes.push(Node {
            state: node.state.into(),
            parent,
            values: node.values,
            born: if parent.is_some() { self.steps.len() } else { 0 },
            expanded: None,
            same: None,
            outcome,
            round: self.round,
        });
        self.nodes.len() - 1
    }

    /// The node of an expansion.
    fn find(&mut self, node: &TracedNode<'_>) -> usize {
        let known = match self.is_deepening() {
            true => self.last.filter(|&id| *self.nodes[id].state == *node.state),
            false => self.by_state.get(node.state).copied(),
        };
        known.unwrap_or_else(|| {
            let id = self.add(None, node, None);
            self.nodes[id].born = self.steps.len();
            self.by_state.insert(node.state.into(), id);
            id
        })
    }

    /// The node that a successor was generated from.
    fn parent(&mut self, state: &[u64]) -> Option<usize> {
        if !self.is_deepening() {
            return self.by_state.get(state).copied();
        }
        while self.path.last().is_some_and(|&id| *self.nodes[id].state != *state) {
            self.path.pop();
        }
        self.path.last().copied()
    }
}

impl Observer for Recorder<'_> {
    fn poll(&mut self, stats: &Stats) -> Option<Limit> {
        self.watch.poll(stats)
    }

    fn iteration(&mut self, bound: u32, stats: &Stats) {
        self.watch.iteration(bound, stats);
        self.next_round();
        self.bound = Some(bound);
    }

    fn improved(&mut self, cost: u64, plan: &[String], stats: &Stats) {
        self.watch.improved(cost, plan, stats);
    }

    fn stage(&mut self, name: &str, stats: &Stats) {
        self.watch.stage(name, stats);
        self.next_round();
    }

    fn traces(&self) -> bool {
        true
    }

    fn expanded(&mut self, node: &TracedNode<'_>) {
        let id = self.find(node);
        let step = self.steps.len() + 1;
        if self.nodes[id].parent.is_some() && self.nodes[id].expanded.is_none() && !self.is_deepening() {
            self.open = self.open.saturating_sub(1);
        }
        self.nodes[id].expanded.get_or_insert(step);
        // A lazy search evaluates what it expands.
        if self.nodes[id].values.h.is_none() {
            self.nodes[id].values = node.values;
        }
        let bound = self.bound.map(f64::from);
        self.steps.push(TraceStep {
            expanded: id,
            generated: Vec::new(),
            open: self.open,
            closed: step,
            bound,
        });
        self.path.push(id);
    }

    fn generated(&mut self, parent: &[u64], node: &TracedNode<'_>, outcome: NodeOutcome) {
        if self.nodes.len() >= MAX_NODES {
            return;
        }
        let Some(parent) = self.parent(parent) else { return };
        let known = self.by_state.get(node.state).copied();
        let id = self.add(Some(parent), node, Some(outcome));
        match outcome {
            NodeOutcome::New | NodeOutcome::Reopened => {
                // A path that was not followed yet is given up for the better one.
                let waiting = known.filter(|&old| self.nodes[old].expanded.is_none());
                match waiting {
                    Some(old) if !self.is_deepening() => self.nodes[old].same = Some(id),
                    _ if self.is_deepening() => {}
                    _ => self.open += 1,
                }
                self.by_state.insert(node.state.into(), id);
            }
            NodeOutcome::Duplicate => {
                self.nodes[id].same = known.or(Some(parent));
                if let Some(old) = known.filter(|_| node.values.h.is_none()) {
                    let NodeValues { g, h, f } = self.nodes[old].values;
                    let moved = f64::from(node.values.g) - f64::from(g);
                    self.nodes[id].values = NodeValues { h, f: f.map(|f| f + moved), ..node.values };
                }
            }
            NodeOutcome::Pruned | NodeOutcome::DeadEnd => {}
        }
        self.last = Some(id);
        let open = self.open;
        if let Some(step) = self.nodes[parent].expanded.and_then(|step| self.steps.get_mut(step - 1)) {
            step.generated.push(id);
            step.open = open;
        }
    }
}
