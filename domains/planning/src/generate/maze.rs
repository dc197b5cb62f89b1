//! Square grids with random walls, of which the largest connected part is kept.

use super::graph::Graph;
use unstuck_core::random::{RngExt, Stream};

/// The directions: name, and the change of column and row.
pub(super) const DIRECTIONS: [(&str, isize, isize); 4] =
    [("right", 1, 0), ("down", 0, 1), ("left", -1, 0), ("up", 0, -1)];

/// The direction that leads back.
pub(super) fn opposite(direction: usize) -> usize {
    (direction + 2) % DIRECTIONS.len()
}

/// The open cells of a grid.
pub(super) struct Maze {
    width: usize,
    /// The cells, by rows.
    cells: Vec<(usize, usize)>,
    /// For each position of the grid its cell.
    numbers: Vec<Option<usize>>,
    /// Which cells are next to each other.
    pub(super) graph: Graph,
}

impl Maze {
    /// A random maze; `walls` is the probability of a wall.
    pub(super) fn random(width: usize, walls: f64, random: &mut Stream) -> Self {
        let all = (0..width).flat_map(|row| (0..width).map(move |column| (column, row)));
        let open: Vec<(usize, usize)> = all.filter(|_| !random.random_bool(walls)).collect();
        let whole = Self::new(width, open);
        let part = largest_part(&whole.graph, whole.cells.len());
        Self::new(width, part.into_iter().map(|cell| whole.cells[cell]).collect())
    }

    fn new(width: usize, cells: Vec<(usize, usize)>) -> Self {
        let mut numbers = vec![None; width * width];
        for (number, &(column, row)) in cells.iter().enumerate() {
            numbers[row * width + column] = Some(number);
        }
        let mut maze = Self { width, graph: Graph::empty(cells.len()), cells, numbers };
        for cell in 0..maze.cells.len() {
            // Right and down: each edge once.
            for direction in 0..2 {
                if let Some(next) = maze.next(cell, direction) {
                    maze.graph.join(cell, next);
                }
            }
        }
        maze
    }

    /// How many cells are open.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The cell next to a cell, if it is open.
    pub(super) fn next(&self, cell: usize, direction: usize) -> Option<usize> {
        let (column, row) = self.cells[cell];
        let (_, right, down) = DIRECTIONS[direction];
        let column = column.checked_add_signed(right).filter(|&column| column < self.width)?;
        let row = row.checked_add_signed(down).filter(|&row| row < self.width)?;
        self.numbers[row * self.width + column]
    }

    /// The name of a cell.
    pub(super) fn name(&self, cell: usize) -> String {
        let (column, row) = self.cells[cell];
        format!("cell{}-{}", column + 1, row + 1)
    }
}

/// The largest connected part, sorted.
fn largest_part(graph: &Graph, nodes: usize) -> Vec<usize> {
    let mut seen = vec![false; nodes];
    let mut largest = Vec::new();
    for start in 0..nodes {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut at = 0;
        while at < part.len() {
            for &next in graph.neighbours(part[at]) {
                if !std::mem::replace(&mut seen[next], true) {
                    part.push(next);
                }
            }
            at += 1;
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest.sort_unstable();
    largest
}
