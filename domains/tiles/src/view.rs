//! Sliding tiles on screens.

use super::board;
use super::cells::Cells;
use super::problem::{Action, State, Tiles};
use serde::Serialize;
use unstuck_core::drawing::{CELL, Drawing};
use unstuck_core::problem::{Problem, actions};
use unstuck_core::puzzle::{Played, Puzzle};
use unstuck_core::view::{Board, Highlight, Move};

/// A board of sliding tiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilesBoard {
    /// Cells in a row.
    pub width: u32,
    /// Cells in a column.
    pub height: u32,
    /// Row by row; 0 is the gap.
    pub cells: Vec<u32>,
    /// The goal in the same form.
    pub goal: Vec<u32>,
}

/// A plain board, for screens.
pub(super) fn board(board: &board::Board, goal: &board::Board) -> Board {
    let numbers = |board: &board::Board| board.tiles().iter().map(|&tile| tile.into()).collect();
    Board::new(
        "tiles",
        TilesBoard {
            width: board.size().width.into(),
            height: board.size().height.into(),
            cells: numbers(board),
            goal: numbers(goal),
        },
    )
    .with_drawing(|board| board.data().map(TilesBoard::drawing))
}

impl TilesBoard {
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::new(self.width, self.height);
        for (place, tile) in (0..).zip(&self.cells).filter(|(_, tile)| **tile > 0) {
            let (x, y) = (place % self.width * CELL, place / self.width * CELL);
            drawing.rectangle((x + 1, y + 1), (CELL - 2, CELL - 2), "#ddd");
            drawing.label((x + CELL / 2, y + CELL / 2), &tile.to_string());
        }
        drawing
    }
}

impl<C: Cells> Tiles<C>
where
    Self: Puzzle + Problem<State = State<C>, Action = Action>,
{
    /// The tiles that can slide.
    pub(super) fn shifts(&self, state: &State<C>) -> Vec<Move> {
        let shift = |action: Action| Move {
            text: self.action_text(state, action),
            words: self.describe_action(state, action),
            tile: Some(state.tile(action.to()).into()),
            ..Move::default()
        };
        actions(self, state).into_iter().map(shift).collect()
    }

    /// Makes a move that the validator accepts; it may also be several in one word, `ULDR`.
    pub(super) fn shift(&self, state: &State<C>, text: &str) -> Option<Played<Self>> {
        let mut there = Played { problem: None, state: *state, last: None, cost: 0 };
        for sign in text.chars().filter(|sign| !sign.is_whitespace()) {
            let wanted = sign.to_ascii_uppercase();
            let mut legal = actions(self, &there.state).into_iter();
            let action = legal.find(|action| action.direction().letter() == wanted)?;
            let cost = there.cost;
            there = Played::by(self, &there.state, action);
            there.cost += cost;
        }
        Some(there)
    }

    /// What a feature counts: tiles that are not home.
    pub(super) fn seen(&self, state: &State<C>, feature: &str) -> Vec<Highlight> {
        if !matches!(feature, "manhattan" | "misplaced") {
            return Vec::new();
        }
        let board = self.board(state);
        let width = usize::from(self.size().width);
        let places = board.tiles().iter().zip(self.goal().tiles()).enumerate();
        let wrong = places.filter(|(_, (tile, home))| tile != home && **tile != 0);
        wrong.map(|(place, _)| Highlight::cell(place / width, place % width, "misplaced")).collect()
    }
}
