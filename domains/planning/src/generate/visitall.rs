//! Visitall: a robot visits cells of a grid.
//!
//! The grid is square; a tenth to a quarter of its cells are walls, and half to all of the cells have to be visited. The
//! learning track has no such domain; hard grids are 40 to 100 cells wide. The plan walks a spanning tree in depth-first
//! order up to the last goal.

use super::builder::Builder;
use super::maze::Maze;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "visitall",
    summary: "visit cells of a grid with walls",
    unit: "columns",
    domain: DOMAIN,
    sizes: Sizes { train: (3, 10), easy: (4, 12), medium: (15, 35), hard: (40, 100), any: (2, 300) },
    make,
};

const DOMAIN: &str = "(define (domain visitall)
  (:requirements :strips :typing)
  (:types place)
  (:predicates
    (connected ?x ?y - place)
    (at-robot ?x - place)
    (visited ?x - place))
  (:action move
    :parameters (?from ?to - place)
    :precondition (and (at-robot ?from) (connected ?from ?to))
    :effect (and (at-robot ?to) (visited ?to) (not (at-robot ?from)))))
";

fn make(width: usize, random: &mut Stream) -> Generated {
    let walls = random.random_range(0.1..0.25);
    let maze = loop {
        let maze = Maze::random(width, walls, random);
        if 2 * maze.len() > width * width {
            break maze;
        }
    };
    let start = random.random_range(0..maze.len());
    let share = random.random_range(0.5..1.0);
    let mut wanted: Vec<bool> = (0..maze.len()).map(|_| random.random_bool(share)).collect();
    // There is always a goal that does not hold.
    wanted[(start + 1) % maze.len()] = true;

    let mut builder = Builder::default();
    builder.named((0..maze.len()).map(|cell| maze.name(cell)), "place");
    builder.init(format_args!("at-robot {}", maze.name(start)));
    builder.init(format_args!("visited {}", maze.name(start)));
    for (from, to) in maze.graph.arcs() {
        builder.init(format_args!("connected {} {}", maze.name(from), maze.name(to)));
    }
    for cell in (0..maze.len()).filter(|&cell| wanted[cell]) {
        builder.goal(format_args!("visited {}", maze.name(cell)));
    }
    let mut here = start;
    for next in tour(&maze, start, &wanted) {
        builder.step(format_args!("move {} {}", maze.name(here), maze.name(next)));
        here = next;
    }
    builder.finish(BENCHMARK.name, width)
}

/// A depth-first walk that ends when nothing is wanted any more.
fn tour(maze: &Maze, start: usize, wanted: &[bool]) -> Vec<usize> {
    let mut seen = vec![false; maze.len()];
    seen[start] = true;
    let mut left = (0..maze.len()).filter(|&cell| wanted[cell] && cell != start).count();
    let (mut branch, mut tour) = (vec![start], Vec::new());
    while let (true, Some(&here)) = (left > 0, branch.last()) {
        match maze.graph.neighbours(here).iter().find(|&&next| !seen[next]) {
            Some(&next) => {
                seen[next] = true;
                left -= usize::from(wanted[next]);
                branch.push(next);
                tour.push(next);
            }
            None => {
                branch.pop();
                tour.extend(branch.last());
            }
        }
    }
    tour
}
