//! Counting tests: move generation is right when the numbers are.
//!
//! The engine's states per depth are held against a breadth-first search on plain boards that knows nothing of
//! line tables, on boards of several shapes, with walls, and with every exit.

// Helpers outside test functions fail by panicking too.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use unstuck_core::search::{Limits, explore};
use unstuck_rush_hour::board::{Axis, Board};
use unstuck_rush_hour::problem::{Large, Metric, RushHour, Small};
use unstuck_rush_hour::text::{Reading, parse, print};

/// Every board one move away, found cell by cell.
fn successors(board: &Board, metric: Metric) -> Vec<Board> {
    let (signs, width) = (board.signs(), i32::from(board.width));
    let free = |row: i32, column: i32| {
        (0..i32::from(board.height)).contains(&row)
            && (0..width).contains(&column)
            && signs[(row * width + column) as usize] == 'o'
    };
    let mut found = Vec::new();
    for (number, vehicle) in board.vehicles.iter().enumerate() {
        let (down, across) = if vehicle.axis == Axis::Vertical { (1, 0) } else { (0, 1) };
        for direction in [-1, 1] {
            for distance in 1..=if metric == Metric::Steps { 1 } else { 16 } {
                let front = if direction < 0 { -distance } else { i32::from(vehicle.length) - 1 + distance };
                let cell =
                    (i32::from(vehicle.row) + front * down, i32::from(vehicle.column) + front * across);
                if !free(cell.0, cell.1) {
                    break;
                }
                let mut moved = board.clone();
                let vehicle = &mut moved.vehicles[number];
                vehicle.row = (i32::from(vehicle.row) + direction * distance * down) as u8;
                vehicle.column = (i32::from(vehicle.column) + direction * distance * across) as u8;
                found.push(moved);
            }
        }
    }
    found
}

fn by_hand(board: &Board, metric: Metric) -> Vec<u64> {
    let mut seen = HashSet::from([print(board)]);
    let mut layer = vec![board.clone()];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        let next = layer.iter().flat_map(|board| successors(board, metric));
        layer = next.filter(|board| seen.insert(print(board))).collect();
    }
    counts
}

fn by_engine<const C: usize, const B: usize>(puzzle: &RushHour<C, B>) -> Vec<u64> {
    explore::reachable(puzzle, &puzzle.start(), Limits::default(), &mut (), &mut |_, _| {}).unwrap().depths
}

#[test]
fn states_at_each_depth_are_those_of_a_plain_search() {
    let boards = [
        "BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo",
        "oooooooooooooAABoooCCBoDoEoBoDoEFFoD",
        "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM",
        "BooCBooCAAooooox",
        "oBBoo/AAoCo/oooCD/xEEoD",
        "oAoo/BAoo/BCCo/oooo/DDoo>down",
        "ooooBBooo/ooCoAAGoo/xoCoooGDD/oooooooEo/FFooxooEo",
        "BoooCCoooo/BooooDDooo/oAAxoooooo/ooooEEoooo>right",
        "ooooBoo/oCCoBAA/xooooDo/ooEEoDo>left",
        "xAoo/oAoo/oBBo/oooC/DDoC/oooo>up",
    ];
    for text in boards {
        let board = parse(text, &Reading::default()).unwrap();
        for metric in [Metric::Slides, Metric::Steps] {
            let expected = by_hand(&board, metric);
            if Small::fits(&board) {
                assert_eq!(by_engine(&Small::new(board.clone(), metric)), expected, "{text} {metric:?}");
            }
            assert_eq!(
                by_engine(&Large::new(board.clone(), metric)),
                expected,
                "{text} {metric:?}, large engine"
            );
        }
    }
}

#[test]
fn the_first_card_counts() {
    let board = parse("BBoooCDooEoCDAAEoCDooEooFoooGGFoHHHo", &Reading::default()).unwrap();
    let counts = by_engine(&Small::new(board, Metric::Slides));
    assert_eq!(counts, COUNTS);
}

/// Counted once by the plain search above, and written down.
const COUNTS: &[u64] = &[1, 11, 53, 147, 242, 266, 225, 106, 28, 10, 32, 44, 44, 30, 8];
