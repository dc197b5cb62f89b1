//! New boards: random ones from which the goal can be reached.

use super::board::{Board, Size};
use super::family::goal;
use super::text;
use crate::error::ParseError;
use crate::random::{RngExt, stream};
use crate::registry::{GenerateError, GeneratorInfo, Request, Settings};
use crate::search::{Observer, Stats};
use crate::suggest::nearest;

const PARAMETERS: &[(&str, &str, &str)] = &[
    ("size", "4", "cells a side, or COLUMNSxROWS, 2 to 6"),
    ("goal", "first", "the goal they lead to: blank first, blank last, or the goal's tiles"),
    ("walk", "0", "random moves away from the goal; 0 draws evenly from all boards that can be solved"),
];

/// The ways to make boards.
pub(super) const GENERATORS: &[GeneratorInfo] =
    &[GeneratorInfo { name: "tiles", about: "random solvable boards", parameters: PARAMETERS }];

fn number(parameters: &Settings, name: &str) -> Result<u64, ParseError> {
    parameters.get(name).map_or(Ok(0), |text| {
        text.parse().map_err(|_| ParseError::new(format!("{name} is a whole number, not '{text}'")))
    })
}

/// Makes the boards of a request. Board number i of a seed is drawn from a random stream of its own.
pub(super) fn run(
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let parameters = request.parameters;
    let names = || PARAMETERS.iter().map(|&(name, _, _)| name);
    if let Some(unknown) = parameters.keys().find(|key| !names().any(|name| name == *key)) {
        let error = ParseError::new(format!("the generator tiles has no parameter '{unknown}'"));
        return Err(GenerateError::Request(match nearest(unknown, names()) {
            Some(near) => error.help(format!("did you mean '{near}'?")),
            None => error,
        }));
    }
    let size = Size::parse(parameters.get("size").map_or("4", String::as_str))?;
    let goal = goal(size, parameters)?;
    let walk = number(parameters, "walk")?;
    for index in 0..request.count as u64 {
        if let Some(limit) = observer.poll(&Stats::default()) {
            return Err(GenerateError::Stopped(limit));
        }
        each(text::print(&draw(&goal, request.seed, index, walk)));
    }
    Ok(())
}

/// One board.
fn draw(goal: &Board, seed: u64, index: u64, walk: u64) -> Board {
    let mut random = stream(seed, "tiles board", &[index]);
    if walk > 0 {
        return wander(goal, walk, &mut random);
    }
    let mut tiles: Vec<u8> = (0..goal.size().cells() as u8).collect();
    for last in (1..tiles.len()).rev() {
        tiles.swap(last, random.random_range(0..=last));
    }
    let mut board = Board::new(goal.size(), tiles).expect("a shuffle is a permutation");
    // The swap pairs every unsolvable board with one solvable board, so all of these stay equally likely.
    if !board.reaches(goal) {
        board.swap_two();
    }
    board
}

/// Random moves from the goal, none of them back at once.
fn wander(goal: &Board, walk: u64, random: &mut crate::random::Stream) -> Board {
    use super::board::Move;
    let mut board = goal.clone();
    let mut last: Option<Move> = None;
    for _ in 0..walk {
        let blank = board.blank();
        let moves: Vec<Move> = Move::ALL
            .into_iter()
            .filter(|&step| {
                board.size().after(blank, step).is_some() && last.map(Move::inverse) != Some(step)
            })
            .collect();
        let step = moves[random.random_range(0..moves.len())];
        // Only moves that stay on the board were drawn from.
        let _ = board.step(step);
        last = Some(step);
    }
    board
}
