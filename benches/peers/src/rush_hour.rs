//! Rush Hour, optimal slides: our searches and those of the crate `pathfinding`, with our moves and with moves made by hand.

mod by_hand;

use crate::static_search::solve;
use crate::{Found, solve_all};
use by_hand::{Places, Yard};
use pathfinding::prelude::{astar, bfs};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use unstuck_core::domain::Ids;
use unstuck_core::feature::View;
use unstuck_core::heuristic::Zero;
use unstuck_core::language::Compiled;
use unstuck_core::problem::{Each, Problem};
use unstuck_core::registry;
use unstuck_rush_hour::problem::{Metric, Small, State};
use unstuck_rush_hour::text;

/// Boards of a round: a set that is smaller is solved several times over.
const BOARDS: usize = 200;

/// Our state for `pathfinding`: distinguished, and hashed by it, by the packed form alone.
#[derive(Clone)]
struct Node {
    packed: u64,
    state: State<1, 1>,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.packed == other.packed
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.packed);
    }
}

impl Node {
    fn new(puzzle: &Small, state: State<1, 1>) -> Self {
        let mut packed = [0];
        puzzle.pack(&state, &mut packed);
        Self { packed: packed[0], state }
    }

    fn successors(&self, puzzle: &Small) -> Vec<Self> {
        let mut found = Vec::with_capacity(16);
        let _ = puzzle.visit(
            &self.state,
            None,
            &mut Each(|action| {
                let mut child = self.state;
                puzzle.apply(&mut child, action);
                found.push(Self::new(puzzle, child));
                ControlFlow::Continue(())
            }),
        );
        found
    }
}

fn puzzles(name: &str) -> Vec<Small> {
    let (_, set) = registry::set(name).unwrap();
    let texts: Vec<String> = match (set.ids)() {
        Ids::Numbers(first, last) => (first..=last).map(|id| (set.text)(&id.to_string()).unwrap()).collect(),
        Ids::Names(names) => names.iter().map(|id| (set.text)(id).unwrap()).collect(),
    };
    let board = |text: &String| text::parse(text, &text::Reading::default()).unwrap();
    texts.iter().map(|text| Small::new(board(text), Metric::Slides)).collect()
}

/// Breadth-first search.
pub fn breadth_first(set: &str) {
    let puzzles = puzzles(set);
    let repeats = BOARDS.div_ceil(puzzles.len());
    let ours = solve_all("unstuck", &puzzles, repeats, |puzzle| solve(puzzle, &puzzle.start(), Zero, "bfs"));
    let theirs = solve_all("pathfinding", &puzzles, repeats, |puzzle| {
        let mut expanded = 0;
        let successors = |node: &Node| {
            expanded += 1;
            node.successors(puzzle)
        };
        let path = bfs(&Node::new(puzzle, puzzle.start()), successors, |node| puzzle.is_goal(&node.state));
        Found { moves: path.unwrap().len() - 1, expanded }
    });
    let yards: Vec<Yard> = puzzles.iter().map(|puzzle| Yard::new(puzzle.board())).collect();
    let by_hand = solve_all("pathfinding, moves by hand", &yards, repeats, |yard| {
        let mut expanded = 0;
        let successors = |places: &Places| {
            expanded += 1;
            yard.successors(places)
        };
        let path = bfs(&yard.start, successors, |places| yard.is_goal(places));
        Found { moves: path.unwrap().len() - 1, expanded }
    });
    assert_eq!([ours, ours], [theirs, by_hand], "all plans are shortest");
}

/// A* with `blocking`, which is consistent.
pub fn best_first(set: &str) {
    let puzzles = puzzles(set);
    let repeats = BOARDS.div_ceil(puzzles.len());
    let heuristic = |puzzle: &Small| Compiled::named(puzzle, "blocking").unwrap();
    let ours = solve_all("unstuck", &puzzles, repeats, |puzzle| {
        solve(puzzle, &puzzle.start(), heuristic(puzzle), "astar")
    });
    let theirs = solve_all("pathfinding", &puzzles, repeats, |puzzle| {
        let mut expanded = 0;
        let successors = |node: &Node| {
            expanded += 1;
            node.successors(puzzle).into_iter().map(|child| (child, 1_u32))
        };
        let mut blocking = heuristic(puzzle);
        let estimate = |node: &Node| blocking.value(&View::root(puzzle, &node.state)) as u32;
        let start = Node::new(puzzle, puzzle.start());
        let (path, _) = astar(&start, successors, estimate, |node| puzzle.is_goal(&node.state)).unwrap();
        Found { moves: path.len() - 1, expanded }
    });
    assert_eq!(ours, theirs, "all plans are shortest");
}
