//! The goal that settings name, and whether a board can reach it.

use super::board::{Board, Size};
use super::text;
use unstuck_core::domain::Settings;
use unstuck_core::error::ParseError;

/// The goal that settings name, for boards of a size.
pub fn goal(size: Size, settings: &Settings) -> Result<Board, ParseError> {
    match settings.get("goal").map(String::as_str) {
        None | Some("first") => Ok(Board::ordered(size)),
        Some("last") => Ok(Board::blank_last(size)),
        Some(tiles) => {
            let help = "name first, last, or the tiles of the goal";
            let goal = text::parse(tiles).map_err(|error| {
                ParseError::new(format!("the goal cannot be read: {}", error.message)).help(help)
            })?;
            if goal.size() != size {
                let message = format!("the goal is of size {}, the board of size {size}", goal.size());
                return Err(ParseError::new(message));
            }
            Ok(goal)
        }
    }
}

/// Refuses a board that no moves can bring to the goal, with the reason.
pub(super) fn solvable(board: &Board, goal: &Board) -> Result<(), ParseError> {
    if board.reaches(goal) {
        return Ok(());
    }
    let last = Board::blank_last(board.size());
    let help = match board.reaches(&last) {
        true => "swap any two tiles, or choose the goal with the blank last: goal last",
        false => "swap any two tiles, or name another goal",
    };
    let (odd, far) = board.parity(goal);
    let word = |odd| if odd { "odd" } else { "even" };
    Err(ParseError::new(format!(
        "unsolvable: no moves lead from this board to the goal {}: the permutation between them is {}, but the blank's \
         distance is {}, and every move changes both",
        text::print(goal),
        word(odd),
        word(far)
    ))
    .help(help)
    .unsolvable())
}
