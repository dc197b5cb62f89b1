//! Random graphs as problems: small, with any costs and with dead ends, and every answer known.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use unstuck_core::executor::Sequential;
use unstuck_core::feature::{View, estimate};
use unstuck_core::heuristic::{Featured, Heuristic, NodeFeature};
use unstuck_core::problem::{Problem, Visit};
use unstuck_core::random::{RngExt, stream};
use unstuck_core::search::{self, AlgorithmInfo, Outcome, Search, SearchParameters};

/// A directed graph with costs. A state is a vertex, an action an edge of it by its number.
pub struct Graph {
    /// Where each edge of a vertex leads, and for how much.
    pub edges: Vec<Vec<(u32, u32)>>,
    pub goals: Vec<bool>,
    /// Cheapest cost from each vertex to a goal; `None` in dead ends.
    pub distances: Vec<Option<u64>>,
}

impl Graph {
    /// A random graph in which about half of the vertices lead to a goal; costs are drawn from a list.
    pub fn random(seed: u64, vertices: usize, costs: &[u32]) -> Self {
        let mut random = stream(seed, "graph", &[]);
        let cost = |random: &mut _| costs[RngExt::random_range(random, 0..costs.len())];
        // Edges of the second half stay there: a trap, if the goals are in the first.
        let half = vertices / 2;
        let edges = (0..vertices).map(|vertex| {
            let from = if vertex < half { 0 } else { half };
            let count = random.random_range(0..4);
            (0..count).map(|_| (random.random_range(from..vertices) as u32, cost(&mut random))).collect()
        });
        let edges: Vec<Vec<(u32, u32)>> = edges.collect();
        let goals = (0..vertices).map(|vertex| vertex % 17 == 5 && vertex < half).collect();
        Self::new(edges, goals)
    }

    pub fn new(edges: Vec<Vec<(u32, u32)>>, goals: Vec<bool>) -> Self {
        let mut into = vec![Vec::new(); edges.len()];
        for (from, list) in edges.iter().enumerate() {
            for &(to, cost) in list {
                into[to as usize].push((from, u64::from(cost)));
            }
        }
        let mut distances: Vec<Option<u64>> = vec![None; edges.len()];
        let mut queue: BinaryHeap<_> =
            goals.iter().enumerate().filter(|goal| *goal.1).map(|(vertex, _)| Reverse((0, vertex))).collect();
        while let Some(Reverse((distance, vertex))) = queue.pop() {
            if distances[vertex].is_none() {
                distances[vertex] = Some(distance);
                queue.extend(into[vertex].iter().map(|&(from, cost)| Reverse((distance + cost, from))));
            }
        }
        Self { edges, goals, distances }
    }

    /// Runs a search from a vertex.
    pub fn search<H: Heuristic<Self>>(
        &self,
        start: u32,
        heuristic: H,
        parameters: SearchParameters,
        observer: &mut dyn search::Observer,
    ) -> Outcome<u32> {
        let search = Search {
            problem: self,
            start: &start,
            heuristic,
            parameters,
            admissible: true,
            observer,
            executor: &Sequential,
        };
        search::run(search)
    }

    /// Whether an algorithm can be used.
    pub fn allows(&self, parameters: &SearchParameters) -> bool {
        search::refusal(self, parameters).is_none()
    }
}

/// Every algorithm with parameters for small graphs.
pub fn algorithms() -> impl Iterator<Item = (&'static AlgorithmInfo, SearchParameters)> {
    search::ALGORITHMS.iter().map(|&info| {
        let mut parameters = SearchParameters::new(info);
        parameters.horizon = 3;
        parameters.width = 4;
        parameters.table = Some(1 << 20);
        (info, parameters)
    })
}

impl Problem for Graph {
    type State = u32;
    type Action = u32;
    type Undo = u32;
    type Scratch = ();

    const PACKED_LEN: usize = 1;
    const TRANSPOSITIONS: bool = true;

    fn scratch(&self) {}
    fn pack(&self, state: &u32, out: &mut [u64]) {
        out[0] = u64::from(*state);
    }
    fn unpack(&self, words: &[u64]) -> u32 {
        words[0] as u32
    }
    fn hash(&self, state: &u32) -> u64 {
        u64::from(*state).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
    fn visit<V: Visit<Self>>(&self, state: &u32, _last: Option<u32>, visitor: &mut V) -> ControlFlow<()> {
        (0..self.edges[*state as usize].len() as u32).try_for_each(|edge| visitor.action(self, state, edge))
    }
    fn apply(&self, state: &mut u32, action: u32) -> u32 {
        std::mem::replace(state, self.edges[*state as usize][action as usize].0)
    }
    fn undo(&self, state: &mut u32, _action: u32, before: u32) {
        *state = before;
    }
    fn cost(&self, _action: u32) -> u32 {
        0
    }
    fn extra_cost(&self, before: &u32, action: u32, _after: &u32) -> u32 {
        self.edges[*before as usize][action as usize].1
    }
    fn unit_cost(&self) -> bool {
        self.edges.iter().flatten().all(|edge| edge.1 == 1)
    }
    fn min_cost(&self) -> u32 {
        self.edges.iter().flatten().map(|edge| edge.1).min().unwrap_or(1)
    }
    fn is_goal(&self, state: &u32) -> bool {
        self.goals[*state as usize]
    }
    fn reversible(&self) -> bool {
        false
    }
}

impl Graph {
    fn exact(view: &View<'_, Self>) -> f64 {
        view.problem.distances[*view.state as usize].map_or(f64::INFINITY, |distance| distance as f64)
    }
}

const fn safe(name: &'static str) -> unstuck_core::feature::FeatureInfo {
    estimate(name, "", &["cost"], &[]).safe()
}

impl Featured for Graph {
    fn features(&self) -> &[NodeFeature<Self>] {
        const FEATURES: &[NodeFeature<Graph>] = &[
            NodeFeature::new(safe("exact"), |_, _| Some((0.0, f64::MAX)), |view, ()| Graph::exact(view)),
            // Sees every second dead end, and is vague elsewhere.
            NodeFeature::new(
                safe("vague"),
                |_, _| Some((0.0, f64::MAX)),
                |view, ()| match Graph::exact(view) {
                    f64::INFINITY if view.state % 2 == 0 => f64::INFINITY,
                    f64::INFINITY => 3.0,
                    exact => (exact / 2.0).floor(),
                },
            ),
            // The same numbers, but without the declaration.
            NodeFeature::new(
                estimate("rash", "", &[], &[]),
                |_, _| Some((0.0, f64::MAX)),
                |view, ()| Graph::exact(view),
            ),
        ];
        FEATURES
    }
}
