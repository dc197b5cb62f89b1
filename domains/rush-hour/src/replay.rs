//! The independent validator: plays a plan on a grid of letters, cell by cell.
//!
//! It shares nothing with the engines, so that a mistake in their tables cannot hide itself: a
//! vehicle is wherever its letter stands in the grid, it moves one cell at a time, and every cell
//! it enters is looked at.
//!
//! A move is a vehicle's letter, `+` (right or down) or `-` (left or up), and how many cells: `A+3`.
//!
//! **Driving out.** Without `drive_out` no vehicle leaves the board, and a plan is a solution if
//! the target touches the exit edge at its end. With `drive_out` the target may, and at the end of
//! the plan must, have gone through the door: the move that passes the edge takes it out
//! completely, not part of the way and not further, and is the last of the plan. From the edge that is a
//! move of the target's length; it may also be one with the slide to the edge. Every cell of it is a step.
//!
//! ```
//! use unstuck_rush_hour::{replay::replay, text};
//!
//! let board = text::parse("BBooAAoCoooCxooo", &text::Reading::default())?;
//! let plan = replay(&board, &["C+1", "A+2"], false)?;
//! assert_eq!((plan.slides, plan.steps), (2, 3));
//! assert_eq!(text::print(plan.positions.last().unwrap()), "BBooooAAoooCxooC");
//!
//! let error = replay(&board, &["A+2"], false).unwrap_err();
//! assert_eq!(error.to_string(), "step 1, `A+2`: it hits vehicle C at row 2, column 4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grid;
#[cfg(test)]
mod tests;

use super::board::{Axis, Board};
use grid::Grid;
use unstuck_core::error::shorten;

/// A plan that could be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// Moves, as written: two moves of a vehicle in one direction are two slides.
    pub slides: u64,
    /// Slides of a plan that is written step by step: moves of a vehicle in one direction right after each
    /// other are one.
    pub runs: u64,
    /// Cells moved, over all moves.
    pub steps: u64,
    /// The board before the first move and after each. A target that drove out is shown at the
    /// exit edge, the last place it has on a board.
    pub positions: Vec<Board>,
    /// Whether the target ended at the exit, or outside where it has to drive out.
    pub solved: bool,
}

/// A plan that could not be played, or solved nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A move that is not possible.
    #[error("step {step}, `{text}`: {refusal}")]
    Step {
        /// Its number in the plan, from 1.
        step: usize,
        /// The move as written, cut short if it is long.
        text: String,
        /// Why not.
        refusal: Refusal,
    },
    /// Every move is possible, but the target is not where it has to be at the end.
    #[error(
        "the plan ends after {moves} {} with the target {} short of {}",
        plural(*moves as u64, "move"), cells(*missing), if *drive_out { "being out" } else { "the exit" }
    )]
    NotSolved {
        /// Number of moves in the plan.
        moves: usize,
        /// Cells the target still has to go.
        missing: u64,
        /// Whether it has to go through the door.
        drive_out: bool,
    },
}

/// Why a move is not possible. Rows and columns count from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not written as a move.
    #[error("this is not a move (write a vehicle, + or -, and a number of cells, such as A+3)")]
    NotAMove,
    /// No cell has the letter.
    #[error("there is no vehicle {letter} on the board")]
    UnknownVehicle {
        /// The letter of the move.
        letter: char,
    },
    /// A distance of 0.
    #[error("a move goes at least 1 cell")]
    ZeroDistance,
    /// Another vehicle is in the way.
    #[error("it hits vehicle {letter} at row {row}, column {column}")]
    HitsVehicle {
        /// The vehicle in the way.
        letter: char,
        /// Row of the cell both would cover.
        row: usize,
        /// Column of the cell both would cover.
        column: usize,
    },
    /// A wall is in the way.
    #[error("it hits the wall at row {row}, column {column}")]
    HitsWall {
        /// Row of the wall.
        row: usize,
        /// Column of the wall.
        column: usize,
    },
    /// The vehicle would leave the board.
    #[error("it leaves the board after {}", cells(*room))]
    LeavesBoard {
        /// Cells it could go.
        room: u64,
    },
    /// The target would stop in the door, or go on after it is out.
    #[error("the target is out after {} (it drives out completely, and no further)", cells(*exact))]
    NotQuiteOut {
        /// Cells that take it out.
        exact: u64,
    },
    /// The target has driven out already, so the plan is over.
    #[error("the target has already driven out")]
    AlreadyOut,
}

/// Plays a plan to its end, and demands that it solves the board.
///
/// # Errors
///
/// Names the first step that is not possible, or that the plan [solves nothing](ReplayError::NotSolved).
pub fn replay<S: AsRef<str>>(board: &Board, moves: &[S], drive_out: bool) -> Result<Replay, ReplayError> {
    solving(run(board, moves, drive_out, true)?, moves.len(), drive_out)
}

/// [`replay`] for those who need no positions.
///
/// # Errors
///
/// As [`replay`].
pub fn check<S: AsRef<str>>(board: &Board, moves: &[S], drive_out: bool) -> Result<Replay, ReplayError> {
    solving(run(board, moves, drive_out, false)?, moves.len(), drive_out)
}

fn solving((replay, grid): (Replay, Grid), moves: usize, drive_out: bool) -> Result<Replay, ReplayError> {
    if replay.solved {
        Ok(replay)
    } else {
        let missing = grid.missing() + if drive_out { grid.target_length() } else { 0 };
        Err(ReplayError::NotSolved { moves, missing, drive_out })
    }
}

/// Plays a plan that may end anywhere; [`Replay::solved`] tells.
///
/// # Errors
///
/// Names the first step that is not possible.
pub fn play<S: AsRef<str>>(board: &Board, moves: &[S], drive_out: bool) -> Result<Replay, ReplayError> {
    run(board, moves, drive_out, true).map(|(replay, _)| replay)
}

/// A move in words, such as "move A 3 cells to the right".
///
/// `board` may be any position of the puzzle, since no vehicle ever turns. `None` if the move is
/// not one of a vehicle on it.
pub fn words(board: &Board, text: &str) -> Option<String> {
    let (letter, forward, distance) = read_move(text)?;
    let vehicle = board.vehicles.iter().find(|v| v.letter == letter)?;
    let direction = match (vehicle.axis, forward) {
        (Axis::Horizontal, true) => "to the right",
        (Axis::Horizontal, false) => "to the left",
        (Axis::Vertical, true) => "down",
        (Axis::Vertical, false) => "up",
    };
    Some(format!("move {letter} {} {direction}", cells(distance)))
}

fn run<S: AsRef<str>>(
    board: &Board,
    moves: &[S],
    drive_out: bool,
    keep_positions: bool,
) -> Result<(Replay, Grid), ReplayError> {
    let mut grid = Grid::new(board);
    let mut positions = Vec::new();
    if keep_positions {
        positions.push(board.clone());
    }
    let (mut runs, mut steps, mut out) = (0, 0, false);
    let mut last = None;
    for (i, text) in moves.iter().enumerate() {
        let text = text.as_ref().trim();
        let played = match read_move(text) {
            _ if out => Err(Refusal::AlreadyOut),
            None => Err(Refusal::NotAMove),
            Some((_, _, 0)) => Err(Refusal::ZeroDistance),
            Some((letter, forward, distance)) => {
                grid.slide(letter, forward, distance, drive_out).map(|is_out| (distance, is_out))
            }
        };
        match played {
            Ok((distance, is_out)) => {
                let this = read_move(text).map(|(letter, forward, _)| (letter, forward));
                runs += u64::from(this != last);
                (last, steps, out) = (this, steps + distance, is_out);
            }
            Err(refusal) => {
                return Err(ReplayError::Step { step: i + 1, text: shorten(text), refusal });
            }
        }
        if keep_positions {
            positions.push(grid.board(board));
        }
    }
    let solved = if drive_out { out } else { grid.missing() == 0 };
    Ok((Replay { slides: moves.len() as u64, runs, steps, positions, solved }, grid))
}

/// Letter, whether to the right or down, and distance.
fn read_move(text: &str) -> Option<(char, bool, u64)> {
    let mut signs = text.trim().chars();
    let letter = signs.next()?;
    let forward = match signs.next()? {
        '+' => true,
        '-' => false,
        _ => return None,
    };
    let digits = signs.as_str();
    let distance = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?;
    Some((letter, forward, distance?))
}

pub(super) fn cells(count: u64) -> String {
    format!("{count} {}", plural(count, "cell"))
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
