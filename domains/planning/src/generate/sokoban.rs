//! Sokoban: a robot pushes boxes through a maze, each to a cell of its own.
//!
//! The maze is square with about a fifth of walls and a box for every four columns. Tasks are made by reverse play: boxes
//! begin at their goals and are pulled away, several times each, over random distances. The plan is that play backwards.

use super::builder::Builder;
use super::maze::{DIRECTIONS, Maze, opposite};
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream, shuffle};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "sokoban",
    summary: "push boxes to their cells in a maze",
    unit: "columns",
    domain: DOMAIN,
    sizes: Sizes { train: (5, 12), easy: (8, 13), medium: (20, 50), hard: (60, 100), any: (4, 200) },
    make,
};

const DOMAIN: &str = "(define (domain sokoban)
  (:requirements :strips :typing)
  (:types location direction box)
  (:predicates
    (at-robot ?l - location)
    (at ?b - box ?l - location)
    (adjacent ?l1 ?l2 - location ?d - direction)
    (clear ?l - location))
  (:action move
    :parameters (?from ?to - location ?d - direction)
    :precondition (and (at-robot ?from) (adjacent ?from ?to ?d) (clear ?to))
    :effect (and (at-robot ?to) (not (at-robot ?from))))
  (:action push
    :parameters (?r ?from ?to - location ?d - direction ?b - box)
    :precondition (and (at-robot ?r) (at ?b ?from) (clear ?to) (adjacent ?r ?from ?d) (adjacent ?from ?to ?d))
    :effect (and (at-robot ?from) (at ?b ?to) (clear ?from) (not (at-robot ?r)) (not (at ?b ?from))
      (not (clear ?to)))))
";

/// How often each box is pulled.
const ROUNDS: usize = 4;

fn make(width: usize, random: &mut Stream) -> Generated {
    let boxes = (width / 4).max(1);
    let mut walls = 0.2;
    loop {
        let maze = Maze::random(width, walls, random);
        // Fewer walls after each attempt that came to nothing.
        walls *= 0.9;
        if maze.len() < 4 * (boxes + 1) {
            continue;
        }
        let mut cells: Vec<usize> = (0..maze.len()).collect();
        shuffle(&mut cells, random);
        let (goals, robot) = (cells[..boxes].to_vec(), cells[boxes]);
        let mut play = Play::new(&maze, &goals, robot);
        for _ in 0..ROUNDS {
            (0..boxes).for_each(|number| play.pull(number, random));
        }
        let moved = play.boxes.iter().zip(&goals).filter(|(now, goal)| now != goal).count();
        if moved > 0 && 2 * moved >= boxes {
            return play.wander(random).task(&goals, width);
        }
    }
}

/// A step of the play, as the plan has it: forward.
enum Step {
    Move { from: usize, to: usize },
    Push { robot: usize, from: usize, to: usize, direction: usize, number: usize },
}

/// Reverse play.
struct Play<'m> {
    maze: &'m Maze,
    boxes: Vec<usize>,
    robot: usize,
    /// Which cells have a box.
    taken: Vec<bool>,
    /// The last step of the plan first.
    steps: Vec<Step>,
}

impl<'m> Play<'m> {
    fn new(maze: &'m Maze, boxes: &[usize], robot: usize) -> Self {
        let mut taken = vec![false; maze.len()];
        boxes.iter().for_each(|&cell| taken[cell] = true);
        Self { maze, boxes: boxes.to_vec(), robot, taken, steps: Vec::new() }
    }

    fn free(&self, cell: usize, direction: usize) -> Option<usize> {
        self.maze.next(cell, direction).filter(|&cell| !self.taken[cell])
    }

    /// Pulls a box in a random direction in which that is possible, if there is any.
    fn pull(&mut self, number: usize, random: &mut Stream) {
        let mut directions: Vec<usize> = (0..DIRECTIONS.len()).collect();
        shuffle(&mut directions, random);
        let mut distance = random.random_range(1..=2 + self.maze.len().isqrt() / 2);
        for direction in directions {
            let Some(side) = self.free(self.boxes[number], direction) else { continue };
            if self.free(side, direction).is_none() || !self.walk(side) {
                continue;
            }
            while distance > 0
                && let Some(next) = self.free(self.robot, direction)
            {
                let (robot, from, to) = (next, self.robot, self.boxes[number]);
                self.steps.push(Step::Push { robot, from, to, direction: opposite(direction), number });
                (self.taken[to], self.taken[from]) = (false, true);
                self.boxes[number] = from;
                self.robot = next;
                distance -= 1;
            }
            return;
        }
    }

    /// Walks to a cell; false if boxes are in the way.
    fn walk(&mut self, cell: usize) -> bool {
        let path = self.maze.graph.path(self.robot, |cell| !self.taken[cell], |other| other == cell);
        for &next in path.iter().flatten() {
            self.steps.push(Step::Move { from: next, to: self.robot });
            self.robot = next;
        }
        path.is_some()
    }

    /// Ends with a walk, so that the plan need not begin with a push.
    fn wander(mut self, random: &mut Stream) -> Self {
        let cell = random.random_range(0..self.maze.len());
        if !self.taken[cell] {
            self.walk(cell);
        }
        self
    }

    fn task(&self, goals: &[usize], width: usize) -> Generated {
        let maze = self.maze;
        let mut builder = Builder::default();
        builder.named((0..maze.len()).map(|cell| maze.name(cell)), "location");
        builder.named(DIRECTIONS.map(|(name, ..)| name.to_owned()), "direction");
        builder.objects("box", goals.len(), "box");
        builder.init(format_args!("at-robot {}", maze.name(self.robot)));
        for cell in 0..maze.len() {
            if !self.taken[cell] {
                builder.init(format_args!("clear {}", maze.name(cell)));
            }
            for (direction, (name, ..)) in DIRECTIONS.iter().enumerate() {
                if let Some(next) = maze.next(cell, direction) {
                    builder.init(format_args!("adjacent {} {} {name}", maze.name(cell), maze.name(next)));
                }
            }
        }
        for (number, (&now, &goal)) in self.boxes.iter().zip(goals).enumerate() {
            builder.init(format_args!("at box{} {}", number + 1, maze.name(now)));
            builder.goal(format_args!("at box{} {}", number + 1, maze.name(goal)));
        }
        for step in self.steps.iter().rev() {
            self.step(step, &mut builder);
        }
        builder.finish(BENCHMARK.name, width)
    }

    fn step(&self, step: &Step, builder: &mut Builder) {
        let name = |cell: usize| self.maze.name(cell);
        match *step {
            Step::Move { from, to } => {
                let is_way = |&direction: &usize| self.maze.next(from, direction) == Some(to);
                let direction = (0..DIRECTIONS.len()).find(is_way).unwrap_or(0);
                builder.step(format_args!("move {} {} {}", name(from), name(to), DIRECTIONS[direction].0));
            }
            Step::Push { robot, from, to, direction, number } => {
                let direction = DIRECTIONS[direction].0;
                let cells = format!("{} {} {}", name(robot), name(from), name(to));
                builder.step(format_args!("push {cells} {direction} box{}", number + 1));
            }
        }
    }
}
