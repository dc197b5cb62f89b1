//! Hand-made boards, promised properties on whole spaces, and ranges on random walks.

mod promises;
mod ranges;
mod values;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::board::{Axis, Board, Exit, Vehicle};
use super::super::text::{self, Reading};
use crate::feature_table::GOAL_BOARD;
use crate::problem::RushHour;

/// The number of a feature in the table.
fn place<const C: usize, const B: usize>(_puzzle: &RushHour<C, B>, name: &str) -> usize {
    RushHour::<C, B>::FEATURES.iter().position(|feature| feature.info.name == name).expect("a feature")
}

/// Reads a board with the exit on a side.
fn board(text: &str, exit: Exit) -> Board {
    text::parse(text, &Reading { exit: Some(exit), ..Reading::default() }).unwrap()
}

/// The 40 cards of the original game, with their optimal number of slides.
fn cards() -> impl Iterator<Item = (&'static str, u32)> {
    include_str!("../../data/rush-hour-jam.csv").lines().skip(1).map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        (fields[1], fields[2].parse().unwrap())
    })
}

/// Boards of all shapes, exits and walls, most of them easy, many without a solution.
fn random_board(random: &mut Xoshiro256PlusPlus) -> Board {
    let (width, height) = (random.random_range(4..8u8), random.random_range(4..7u8));
    let exit = [Exit::Right, Exit::Left, Exit::Up, Exit::Down][random.random_range(0..4usize)];
    let mut taken = vec![vec![false; usize::from(width)]; usize::from(height)];
    let mut board = Board { width, height, vehicles: vec![], target: 0, walls: vec![], exit };
    for _ in 0..random.random_range(0..3u8) {
        let (row, column) = (random.random_range(0..height), random.random_range(0..width));
        if !taken[usize::from(row)][usize::from(column)] {
            taken[usize::from(row)][usize::from(column)] = true;
            board.walls.push((row, column));
        }
    }
    board.walls.sort_unstable();
    for _ in 0..random.random_range(4..30u8) {
        let horizontal = match board.vehicles.len() {
            0 => matches!(exit, Exit::Left | Exit::Right),
            _ => random.random_range(0..2u8) == 0,
        };
        let length = random.random_range(2..4u8);
        let (wide, high) = if horizontal { (length, 1) } else { (1, length) };
        let (row, column) = (random.random_range(0..=height - high), random.random_range(0..=width - wide));
        let axis = if horizontal { Axis::Horizontal } else { Axis::Vertical };
        let letter = char::from(b'A' + board.vehicles.len() as u8);
        let vehicle = Vehicle { letter, axis, row, column, length };
        if vehicle.cells().all(|(row, column)| !taken[usize::from(row)][usize::from(column)]) {
            for (row, column) in vehicle.cells() {
                taken[usize::from(row)][usize::from(column)] = true;
            }
            board.vehicles.push(vehicle);
        }
    }
    if board.vehicles.is_empty() {
        return random_board(random);
    }
    let target = board.vehicles[0];
    board.vehicles.sort_by_key(|vehicle| (vehicle.row, vehicle.column));
    board.target = board.vehicles.iter().position(|vehicle| *vehicle == target).expect("the target");
    board
}

#[test]
fn the_goal_board_fills_its_own_places() {
    let names = GOAL_BOARD.map(|place| &*RushHour::<1, 1>::FEATURES[usize::from(place)].info.name);
    assert_eq!(names.collect::<Vec<_>>(), ["goal_distance", "hybrid"]);
}
