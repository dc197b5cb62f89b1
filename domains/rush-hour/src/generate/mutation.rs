//! Small changes of a board.

use super::evolved::add;
use crate::board::Board;
use crate::sign::letters;
use unstuck_core::random::{RngExt, Stream};

/// The board with one or two vehicles moved anywhere, removed or added. The others keep their letters.
pub(in super::super) fn mutated(board: &Board, random: &mut Stream) -> Board {
    let mut board = board.clone();
    for _ in 0..random.random_range(1..=2) {
        let others: Vec<usize> = (0..board.vehicles.len()).filter(|&place| place != board.target).collect();
        if others.is_empty() {
            return board;
        }
        let chosen = others[random.random_range(0..others.len())];
        let letter = board.vehicles[chosen].letter;
        board = match random.random_range(0..8) {
            0 => board.without(chosen),
            1 | 2 => with_one_more(board, None, random),
            _ => with_one_more(board.without(chosen), Some(letter), random),
        };
    }
    board
}

/// The board with a vehicle more, if there is room; its letter is the first that is free.
fn with_one_more(mut board: Board, letter: Option<char>, random: &mut Stream) -> Board {
    let taken: Vec<char> = board.vehicles.iter().map(|vehicle| vehicle.letter).collect();
    let letter = letter.or_else(|| letters().find(|letter| !taken.contains(letter)));
    add(&mut board, random);
    if board.vehicles.len() > taken.len()
        && let (Some(added), Some(letter)) = (board.vehicles.last_mut(), letter)
    {
        added.letter = letter;
        board.sort();
    }
    board
}
