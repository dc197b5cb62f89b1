//! The 15-puzzle with the Manhattan distance: our searches and those of the crate `pathfinding` on Korf's easiest boards.
//!
//! For `pathfinding` a node is the packed board that carries its distance, kept up to date by every move.

use crate::static_search::solve;
use crate::{Found, solve_all};
use pathfinding::prelude::{astar, idastar};
use std::hash::{Hash, Hasher};
use unstuck_core::heuristic::{Featured, Heuristic, WithHeuristic};
use unstuck_core::registry;
use unstuck_tiles::board::{Board, Size};
use unstuck_tiles::problem::Small;

/// The boards on which IDA* needs the fewest nodes: half a million to a million each.
const EASY: [u8; 4] = [12, 42, 55, 79];

fn boards() -> Vec<Board> {
    let (_, set) = registry::set("korf").unwrap();
    let size = Size::new(4, 4).unwrap();
    let board = |id: &u8| {
        let text = (set.text)(&id.to_string()).unwrap();
        Board::new(size, text.split_whitespace().map(|tile| tile.parse().unwrap()).collect()).unwrap()
    };
    EASY.iter().map(board).collect()
}

/// A search that waits for the heuristic's type.
struct Ours<'a>(&'a Small, &'a Board, &'a str);

impl WithHeuristic<Small, Found> for Ours<'_> {
    fn call<H: Heuristic<Small>>(self, heuristic: H) -> Found {
        solve(self.0, &self.0.state(self.1), heuristic, self.2)
    }
}

fn ours(boards: &[Board], algorithm: &str) -> usize {
    let problem = Small::new(Board::ordered(Size::new(4, 4).unwrap()));
    solve_all("unstuck", boards, 1, |board| {
        let search = Ours(&problem, board, algorithm);
        problem.incremental("manhattan", search).unwrap_or_else(|_| unreachable!("the domain has it"))
    })
}

/// A board of sixteen half-bytes, the blank's cell, and the Manhattan distance.
#[derive(Clone, Copy)]
struct Node {
    cells: u64,
    blank: u8,
    distance: u8,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.cells);
    }
}

/// How far a tile in a cell is from its place; the goal has the blank first.
fn far(tile: u8, cell: u8) -> u8 {
    (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)
}

impl Node {
    fn new(board: &Board) -> Self {
        let mut node = Self { cells: 0, blank: board.blank() as u8, distance: 0 };
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            node.cells |= u64::from(tile) << (4 * cell);
            node.distance += far(tile, cell as u8);
        }
        node
    }

    fn is_goal(&self) -> bool {
        self.distance == 0
    }

    fn estimate(&self) -> u32 {
        self.distance.into()
    }

    fn successors(&self) -> impl Iterator<Item = (Self, u32)> + use<> {
        let node = *self;
        let (row, column) = (node.blank / 4, node.blank % 4);
        let cells = [
            (row > 0).then(|| node.blank - 4),
            (column > 0).then(|| node.blank - 1),
            (column < 3).then(|| node.blank + 1),
            (row < 3).then(|| node.blank + 4),
        ];
        cells.into_iter().flatten().map(move |from| {
            let tile = node.cells >> (4 * from) & 15;
            let cells = node.cells ^ tile << (4 * from) ^ tile << (4 * node.blank);
            let distance = node.distance + far(tile as u8, node.blank) - far(tile as u8, from);
            (Self { cells, blank: from, distance }, 1)
        })
    }
}

/// A*.
pub fn best_first() {
    let boards = boards();
    let ours = ours(&boards, "astar");
    let theirs = solve_all("pathfinding", &boards, 1, |board| {
        let mut expanded = 0;
        let successors = |node: &Node| {
            expanded += 1;
            node.successors()
        };
        let (path, _) = astar(&Node::new(board), successors, Node::estimate, Node::is_goal).unwrap();
        Found { moves: path.len() - 1, expanded }
    });
    assert_eq!(ours, theirs, "all plans are shortest");
}

/// IDA*.
pub fn deepening() {
    let boards = boards();
    let ours = ours(&boards, "ida");
    let theirs = solve_all("pathfinding", &boards, 1, |board| {
        let mut expanded = 0;
        let successors = |node: &Node| {
            expanded += 1;
            node.successors()
        };
        let (path, _) = idastar(&Node::new(board), successors, Node::estimate, Node::is_goal).unwrap();
        Found { moves: path.len() - 1, expanded }
    });
    assert_eq!(ours, theirs, "all plans are shortest");
}
