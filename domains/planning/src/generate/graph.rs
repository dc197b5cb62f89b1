//! Undirected graphs: random connected ones, and shortest paths.

use std::collections::VecDeque;
use unstuck_core::random::{RngExt, Stream};

/// An undirected graph.
#[derive(Clone)]
pub(super) struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// A graph without edges.
    pub(super) fn empty(nodes: usize) -> Self {
        Self { neighbours: vec![Vec::new(); nodes] }
    }

    /// A random tree with up to `extra` further edges. Nodes are joined to one of a few before them, so that paths are
    /// neither all short nor all long.
    pub(super) fn connected(nodes: usize, extra: usize, random: &mut Stream) -> Self {
        let mut graph = Self::empty(nodes);
        for node in 1..nodes {
            graph.join(node, random.random_range(node.saturating_sub(4)..node));
        }
        if nodes > 1 {
            for _ in 0..extra {
                let (a, b) = (random.random_range(0..nodes), random.random_range(0..nodes));
                if a != b && !graph.neighbours[a].contains(&b) {
                    graph.join(a, b);
                }
            }
        }
        graph
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Adds an edge.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        self.neighbours[a].push(b);
        self.neighbours[b].push(a);
    }

    /// The neighbours of a node.
    pub(super) fn neighbours(&self, node: usize) -> &[usize] {
        &self.neighbours[node]
    }

    /// All edges in both directions.
    pub(super) fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.neighbours.iter().enumerate().flat_map(|(from, to)| to.iter().map(move |&to| (from, to)))
    }

    /// A shortest path to the nearest node that is wanted, over nodes that are free; it begins behind `from`.
    pub(super) fn path(
        &self,
        from: usize,
        is_free: impl Fn(usize) -> bool,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Option<Vec<usize>> {
        let mut before = vec![usize::MAX; self.neighbours.len()];
        before[from] = from;
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            if is_wanted(node) {
                let mut path: Vec<usize> = std::iter::successors(Some(node), |&node| Some(before[node]))
                    .take_while(|&n| n != from)
                    .collect();
                path.reverse();
                return Some(path);
            }
            for &next in &self.neighbours[node] {
                if before[next] == usize::MAX && is_free(next) {
                    before[next] = node;
                    queue.push_back(next);
                }
            }
        }
        None
    }
}
