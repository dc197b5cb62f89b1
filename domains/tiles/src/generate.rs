//! New boards: random ones from which the goal can be reached.

use super::board::{Board, Size};
use super::goal::goal;
use super::text;
use unstuck_core::domain::{GenerateError, GeneratorInfo, Request, go_on};
use unstuck_core::error::ParseError;
use unstuck_core::random::{RngExt, Stream, shuffle, stream};
use unstuck_core::search::Observer;

const PARAMETERS: &[(&str, &str, &str)] = &[
    ("size", "4", "cells a side, or COLUMNSxROWS, 2 to 6"),
    ("goal", "first", "the goal they lead to: blank first, blank last, or the goal's tiles"),
    ("walk", "0", "random moves away from the goal; 0 draws evenly from all boards that can be solved"),
];

/// The ways to make boards.
pub(super) const GENERATORS: &[GeneratorInfo] =
    &[GeneratorInfo { name: "tiles", about: "random solvable boards", parameters: PARAMETERS }];

/// Makes the boards of a request. Board number i of a seed is drawn from a random stream of its own.
pub(super) fn run(
    request: &Request<'_>,
    observer: &mut dyn Observer,
    each: &mut dyn FnMut(String),
) -> Result<(), GenerateError> {
    let parameters = request.parameters;
    let size = Size::parse(GENERATORS[0].value(parameters, "size"))?;
    let goal = goal(size, parameters)?;
    let walk = GENERATORS[0].value(parameters, "walk");
    let walk = walk.parse().map_err(|_| ParseError::new(format!("walk is a whole number, not '{walk}'")))?;
    for index in 0..request.count as u64 {
        go_on(observer)?;
        let mut random = stream(request.seed, "tiles board", &[index]);
        let board =
            if walk > 0 { wander(&goal, walk, &mut random, observer)? } else { draw(&goal, &mut random) };
        each(text::print(&board));
    }
    Ok(())
}

/// Any of the boards that can be solved.
fn draw(goal: &Board, random: &mut Stream) -> Board {
    let mut tiles: Vec<u8> = (0..goal.size().cells() as u8).collect();
    shuffle(&mut tiles, random);
    let mut board = Board::new(goal.size(), tiles).expect("a shuffle is a permutation");
    // The swap pairs every unsolvable board with one solvable board, so all of these stay equally likely.
    if !board.reaches(goal) {
        board.swap_two();
    }
    board
}

/// Random moves from the goal, none of them back at once.
fn wander(
    goal: &Board,
    walk: u64,
    random: &mut Stream,
    observer: &mut dyn Observer,
) -> Result<Board, GenerateError> {
    use super::board::Move;
    let mut board = goal.clone();
    let mut last: Option<Move> = None;
    for made in 0..walk {
        if made.is_multiple_of(1_024) {
            go_on(observer)?;
        }
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
    Ok(board)
}
