//! Floortile: robots paint a floor in two colours and must not step on paint.
//!
//! Robots paint the tile above or below. Tiles lie in columns of up to 2r + 3 rows for r robots, above a row that is not
//! painted; each tile has a random colour (the competition's tasks have a chess pattern) and each robot starts in a column
//! of its own. The plan first parks all robots in the free row. Then each paints its
//! own column and those up to the column of the next robot to its left, from the top down, and changes columns in the free
//! row only, so robots never meet.

use super::builder::Builder;
use super::{Benchmark, Generated, Sizes};
use unstuck_core::random::{RngExt, Stream, shuffle};

pub(super) const BENCHMARK: Benchmark = Benchmark {
    name: "floortile",
    summary: "paint a floor in two colours without stepping on paint",
    unit: "robots",
    domain: DOMAIN,
    sizes: Sizes { train: (1, 3), easy: (1, 3), medium: (4, 15), hard: (15, 35), any: (1, 100) },
    make,
};

const DOMAIN: &str = "(define (domain floortile)
  (:requirements :strips :typing)
  (:types robot tile color)
  (:predicates
    (robot-at ?r - robot ?x - tile)
    (up ?x ?y - tile)
    (down ?x ?y - tile)
    (right ?x ?y - tile)
    (left ?x ?y - tile)
    (clear ?x - tile)
    (painted ?x - tile ?c - color)
    (robot-has ?r - robot ?c - color)
    (available-color ?c - color))
  (:action change-color
    :parameters (?r - robot ?old ?new - color)
    :precondition (and (robot-has ?r ?old) (available-color ?new))
    :effect (and (robot-has ?r ?new) (not (robot-has ?r ?old))))
  (:action paint-up
    :parameters (?r - robot ?y ?x - tile ?c - color)
    :precondition (and (robot-has ?r ?c) (robot-at ?r ?x) (up ?y ?x) (clear ?y))
    :effect (and (painted ?y ?c) (not (clear ?y))))
  (:action paint-down
    :parameters (?r - robot ?y ?x - tile ?c - color)
    :precondition (and (robot-has ?r ?c) (robot-at ?r ?x) (down ?y ?x) (clear ?y))
    :effect (and (painted ?y ?c) (not (clear ?y))))
  (:action up
    :parameters (?r - robot ?x ?y - tile)
    :precondition (and (robot-at ?r ?x) (up ?y ?x) (clear ?y))
    :effect (and (robot-at ?r ?y) (clear ?x) (not (robot-at ?r ?x)) (not (clear ?y))))
  (:action down
    :parameters (?r - robot ?x ?y - tile)
    :precondition (and (robot-at ?r ?x) (down ?y ?x) (clear ?y))
    :effect (and (robot-at ?r ?y) (clear ?x) (not (robot-at ?r ?x)) (not (clear ?y))))
  (:action right
    :parameters (?r - robot ?x ?y - tile)
    :precondition (and (robot-at ?r ?x) (right ?y ?x) (clear ?y))
    :effect (and (robot-at ?r ?y) (clear ?x) (not (robot-at ?r ?x)) (not (clear ?y))))
  (:action left
    :parameters (?r - robot ?x ?y - tile)
    :precondition (and (robot-at ?r ?x) (left ?y ?x) (clear ?y))
    :effect (and (robot-at ?r ?y) (clear ?x) (not (robot-at ?r ?x)) (not (clear ?y)))))
";

const COLORS: [&str; 2] = ["white", "black"];

/// A robot: its tile as row and column, and the index of its colour.
struct Robot {
    number: usize,
    row: usize,
    column: usize,
    color: usize,
}

fn make(count: usize, random: &mut Stream) -> Generated {
    let rows = random.random_range(count + 2..=2 * count + 3);
    let columns = random.random_range(count + 2..=2 * count + 3);
    let pattern: Vec<Vec<usize>> =
        (0..=rows).map(|_| (0..=columns).map(|_| random.random_range(0..2)).collect()).collect();
    let mut order: Vec<usize> = (1..=columns).collect();
    shuffle(&mut order, random);
    let mut robots: Vec<Robot> = (1..=count)
        .zip(order)
        .map(|(number, column)| {
            let (row, color) = (random.random_range(0..=rows), random.random_range(0..2));
            Robot { number, row, column, color }
        })
        .collect();

    let mut builder = Builder::default();
    let tiles = || (0..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
    builder.named(tiles().map(|(row, column)| tile(row, column)), "tile");
    builder.objects("robot", count, "robot");
    builder.named(COLORS.map(str::to_owned), "color");
    for Robot { number, row, column, color } in &robots {
        builder.init(format_args!("robot-at robot{number} {}", tile(*row, *column)));
        builder.init(format_args!("robot-has robot{number} {}", COLORS[*color]));
    }
    COLORS.iter().for_each(|color| builder.init(format_args!("available-color {color}")));
    let taken: Vec<(usize, usize)> = robots.iter().map(|robot| (robot.row, robot.column)).collect();
    for (row, column) in tiles() {
        let here = tile(row, column);
        if !taken.contains(&(row, column)) {
            builder.init(format_args!("clear {here}"));
        }
        if row < rows {
            let above = tile(row + 1, column);
            builder.init(format_args!("up {above} {here}"));
            builder.init(format_args!("down {here} {above}"));
        }
        if column < columns {
            let next = tile(row, column + 1);
            builder.init(format_args!("right {next} {here}"));
            builder.init(format_args!("left {here} {next}"));
        }
        if row > 0 {
            builder.goal(format_args!("painted {here} {}", COLORS[pattern[row][column]]));
        }
    }

    robots.sort_by_key(|robot| robot.column);
    robots.iter_mut().for_each(|robot| robot.climb(0, &mut builder));
    let mut first = 1;
    let last = robots.len() - 1;
    for (index, robot) in robots.iter_mut().enumerate() {
        let end = if index == last { columns } else { robot.column };
        for column in (first..=end).rev() {
            robot.walk(column, &mut builder);
            robot.climb(rows - 1, &mut builder);
            for row in (1..=rows).rev() {
                robot.climb(row - 1, &mut builder);
                robot.paint(pattern[row][column], &mut builder);
            }
        }
        first = end + 1;
    }
    builder.finish(BENCHMARK.name, count)
}

fn tile(row: usize, column: usize) -> String {
    format!("tile_{row}_{column}")
}

impl Robot {
    fn tile(&self) -> String {
        tile(self.row, self.column)
    }

    /// Moves within the column.
    fn climb(&mut self, row: usize, builder: &mut Builder) {
        while self.row != row {
            let from = self.tile();
            let action = if self.row < row { "up" } else { "down" };
            self.row = if self.row < row { self.row + 1 } else { self.row - 1 };
            builder.step(format_args!("{action} robot{} {from} {}", self.number, self.tile()));
        }
    }

    /// Moves within the row.
    fn walk(&mut self, column: usize, builder: &mut Builder) {
        while self.column != column {
            let from = self.tile();
            let action = if self.column < column { "right" } else { "left" };
            self.column = if self.column < column { self.column + 1 } else { self.column - 1 };
            builder.step(format_args!("{action} robot{} {from} {}", self.number, self.tile()));
        }
    }

    /// Paints the tile above.
    fn paint(&mut self, color: usize, builder: &mut Builder) {
        let number = self.number;
        if self.color != color {
            builder.step(format_args!("change-color robot{number} {} {}", COLORS[self.color], COLORS[color]));
            self.color = color;
        }
        let above = tile(self.row + 1, self.column);
        builder.step(format_args!("paint-up robot{number} {above} {} {}", self.tile(), COLORS[color]));
    }
}
