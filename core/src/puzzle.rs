//! The human side of a domain: how its boards, moves and plans are written, drawn and checked.
//!
//! ```
//! use unstuck_core::domain::{self, Settings};
//! use unstuck_tiles::TilesDomain;
//! let board = domain::read_search(&TilesDomain, "1 3 0 2", None, &Settings::new()).unwrap();
//! let plan = |moves: &str| moves.split(' ').map(str::to_owned).collect::<Vec<_>>();
//! let replay = board.replay(&plan("R U L")).unwrap();
//! assert_eq!((replay.length("moves"), replay.frames[1].words.as_str()), (Some(3), "tile 2 left"));
//! let error = board.replay(&plan("R D")).unwrap_err();
//! assert_eq!(error.to_string(), "move 2 (D): the blank would leave the board");
//! ```

use crate::error::{LONGEST, presentable};
use crate::feature::Text;
use crate::problem::{Problem, actions, paid};
use crate::random::Stream;
use crate::view::{Board, Highlight, Move};
use std::sync::Arc;

/// A domain that people can read.
pub trait Puzzle: Problem {
    /// The metric that this instance's costs are counted in.
    fn metric(&self) -> Text;
    /// The instance text of a state; reading it back gives the same state.
    fn state_text(&self, state: &Self::State) -> String;
    /// A drawing of a state; its text, unless the domain draws.
    fn picture(&self, state: &Self::State) -> Picture {
        Picture { rows: vec![vec![Piece { text: self.state_text(state), tint: Tint::Plain }]] }
    }
    /// The move, in the domain's notation.
    fn action_text(&self, state: &Self::State, action: Self::Action) -> String;
    /// The move, in words; its text, unless the domain has better ones.
    fn describe_action(&self, state: &Self::State, action: Self::Action) -> String {
        self.action_text(state, action)
    }

    /// A whole plan in the domain's notation, one entry a move.
    fn plan_text(&self, start: &Self::State, plan: &[Self::Action]) -> Vec<String> {
        let mut state = start.clone();
        plan.iter()
            .map(|&action| {
                let text = self.action_text(&state, action);
                self.apply(&mut state, action);
                text
            })
            .collect()
    }
    /// The length that a plan of this cost has once written by [`plan_text`](Self::plan_text).
    fn written_length(&self, cost: u64) -> u64 {
        cost
    }

    /// Plays a written plan from a start, by code that shares nothing with the search. There are no
    /// frames in the result unless `frames` asks for them. `check_laws` does not replay plans: test this method.
    fn replay(&self, start: &Self::State, plan: &[String], frames: bool) -> Result<Replay, ReplayError>;

    /// What a screen shows of a state; its text, unless the domain has a board.
    fn view(&self, state: &Self::State) -> Board {
        Board::text(self.state_text(state))
    }
    /// All legal moves as a player makes them, whatever the metric.
    fn moves(&self, state: &Self::State) -> Vec<Move> {
        let describe = |action| Move {
            text: self.action_text(state, action),
            words: self.describe_action(state, action),
            ..Move::default()
        };
        actions(self, state).into_iter().map(describe).collect()
    }
    /// Makes a written move that the validator accepts.
    fn play(&self, state: &Self::State, text: &str) -> Option<Played<Self>> {
        let mut legal = actions(self, state).into_iter();
        let made = legal.find(|&action| self.action_text(state, action) == text)?;
        Some(Played::by(self, state, made))
    }
    /// Moves that can do no harm, in order; `None` for domains that do not know any.
    fn safe_moves(&self, _state: &Self::State) -> Option<Vec<String>> {
        None
    }
    /// What a feature counts, where that lies on the board.
    fn highlights(&self, _state: &Self::State, _feature: &str) -> Vec<Highlight> {
        Vec::new()
    }
    /// The text of a state that differs a little from another one; `None` for domains that cannot change a state, and changes
    /// that lead nowhere.
    fn mutated(&self, _state: &Self::State, _random: &mut Stream) -> Option<String> {
        None
    }
    /// The state without each of the parts that it can do without, as name of the part and text.
    fn reduced(&self, _state: &Self::State) -> Vec<(String, String)> {
        Vec::new()
    }
}

/// A state that a written move led to.
pub struct Played<P: Problem> {
    /// The problem that the state belongs to, where it is another one.
    pub problem: Option<Arc<P>>,
    /// The state.
    pub state: P::State,
    /// The state before and the action that led here, where one action did.
    pub last: Option<(P::State, P::Action)>,
    /// Cost of the move.
    pub cost: u32,
}

impl<P: Problem> Played<P> {
    /// The state after an action.
    pub fn by(problem: &P, before: &P::State, action: P::Action) -> Self {
        let mut state = before.clone();
        problem.apply(&mut state, action);
        let cost = paid(problem, before, action, &state);
        Self { problem: None, state, last: Some((before.clone(), action)), cost }
    }
}

/// What a plan turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// The length in every metric of the domain.
    pub lengths: Vec<(Text, u64)>,
    /// Every position, the start first; empty when not asked for.
    pub frames: Vec<Frame>,
}

/// One position of a plan that is being watched.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The move that led here, in words; empty at the start.
    pub words: String,
    /// The position as text.
    pub text: String,
    /// The position drawn for a terminal.
    pub picture: Picture,
    /// The position as screens show it.
    pub view: Board,
}

impl Frame {
    /// A position as the domain writes and draws it.
    pub fn of<P: Puzzle>(puzzle: &P, state: &P::State, words: &str) -> Self {
        Self {
            words: words.into(),
            text: puzzle.state_text(state),
            picture: puzzle.picture(state),
            view: puzzle.view(state),
        }
    }
}

impl Replay {
    /// The length in a metric.
    pub fn length(&self, metric: &str) -> Option<u64> {
        self.lengths.iter().find(|(name, _)| *name == metric).map(|&(_, length)| length)
    }
}

/// Most signs of a move that a refusal repeats.
const SHOWN: usize = 50;

/// Why a plan is no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A text that names no move.
    #[error("move {step} ({}): {}", presentable(text, SHOWN), presentable(reason, LONGEST))]
    Unreadable {
        /// Number of the move, from 1.
        step: usize,
        /// The move as written.
        text: String,
        /// What is wrong.
        reason: String,
    },
    /// A move that cannot be made.
    #[error("move {step} ({}): {}", presentable(text, SHOWN), presentable(reason, LONGEST))]
    Step {
        /// Number of the move, from 1.
        step: usize,
        /// The move as written.
        text: String,
        /// Why not.
        reason: String,
    },
    /// All moves can be made, but the puzzle is not solved by them.
    #[error("the plan can be played, but does not solve the puzzle: {reason}")]
    NotSolved {
        /// How many moves were played.
        moves: usize,
        /// What is missing.
        reason: String,
    },
}

/// A drawing for a terminal: rows of pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// From top to bottom, each from left to right.
    pub rows: Vec<Vec<Piece>>,
}

/// A bit of text in one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What stands there.
    pub text: String,
    /// How it looks.
    pub tint: Tint,
}

/// The look of a piece; a terminal without colour shows the text alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tint {
    /// Like ordinary text.
    Plain,
    /// Background and borders.
    Faint,
    /// What the puzzle is about: the target car, a red card.
    Strong,
    /// One of a wheel of colours.
    Hue(u8),
}

impl std::fmt::Display for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            for piece in row {
                f.write_str(&piece.text)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_moves_are_shown_short_and_harmless() {
        let refused =
            |text: &str| ReplayError::Step { step: 1, text: text.into(), reason: "no".into() }.to_string();
        assert_eq!(refused("\u{f}"), "move 1 (\\u{f}): no");
        let long = refused(&"R".repeat(10_000));
        assert_eq!(long, format!("move 1 ({}…{}): no", "R".repeat(40), "R".repeat(10)));
    }
}
