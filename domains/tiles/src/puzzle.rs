//! Sliding tiles for people: moves of the blank as `U`, `D`, `L`, `R`, boards as numbers and drawings.

use super::board::{Board, Move};
use super::cells::Cells;
use super::problem::{Action, State, Tiles};
use super::{METRIC, text, view};
use std::borrow::Cow;
use unstuck_core::feature::Text;
use unstuck_core::puzzle::{Frame, Picture, Piece, Played, Puzzle, Replay, ReplayError, Tint};
use unstuck_core::view::{Board as Screen, Highlight, Move as Shift};

impl<C: Cells> Puzzle for Tiles<C> {
    fn metric(&self) -> Text {
        Cow::Borrowed(METRIC)
    }

    fn state_text(&self, state: &State<C>) -> String {
        text::print(&self.board(state))
    }

    fn picture(&self, state: &State<C>) -> Picture {
        draw(&self.board(state), self.goal())
    }

    fn action_text(&self, _state: &State<C>, action: Action) -> String {
        action.direction().letter().to_string()
    }

    fn describe_action(&self, state: &State<C>, action: Action) -> String {
        words(state.tile(action.to()), action.direction())
    }

    /// Slides tiles on the plain board; a plan may also be written as one word, `ULDR…`.
    fn replay(&self, start: &State<C>, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        let mut board = self.board(start);
        let mut steps = 0;
        let mut seen = Vec::new();
        let mut show = |board: &Board, words: String| {
            if frames {
                seen.push(Frame {
                    words,
                    text: text::print(board),
                    picture: draw(board, self.goal()),
                    view: view::board(board, self.goal()),
                });
            }
        };
        show(&board, String::new());
        for sign in plan.iter().flat_map(|text| text.chars()).filter(|sign| !sign.is_whitespace()) {
            steps += 1;
            let refused =
                |reason: &str| ReplayError::Step { step: steps, text: sign.into(), reason: reason.into() };
            let direction = Move::ALL
                .into_iter()
                .find(|direction| direction.letter() == sign.to_ascii_uppercase())
                .ok_or_else(|| ReplayError::Unreadable {
                    step: steps,
                    text: sign.into(),
                    reason: "a move is U, D, L or R, the way the blank goes".into(),
                })?;
            let tile = self.size().after(board.blank(), direction).map(|cell| board.tiles()[cell]);
            let tile = tile.ok_or_else(|| refused("the blank would leave the board"))?;
            // Checked just above.
            let _ = board.step(direction);
            show(&board, words(tile, direction));
        }
        if board != *self.goal() {
            let wrong = board.tiles().iter().zip(self.goal().tiles()).filter(|(a, b)| a != b).count();
            let reason = format!("{wrong} cells do not hold what the goal has there");
            return Err(ReplayError::NotSolved { moves: steps, reason });
        }
        Ok(Replay { lengths: vec![(METRIC.into(), steps as u64)], frames: seen })
    }

    fn view(&self, state: &State<C>) -> Screen {
        view::board(&self.board(state), self.goal())
    }

    fn moves(&self, state: &State<C>) -> Vec<Shift> {
        self.shifts(state)
    }

    fn play(&self, state: &State<C>, text: &str) -> Option<Played<Self>> {
        self.shift(state, text)
    }

    fn highlights(&self, state: &State<C>, feature: &str) -> Vec<Highlight> {
        self.seen(state, feature)
    }
}

fn words(tile: u8, blank: Move) -> String {
    let way = match blank {
        Move::Up => "down",
        Move::Left => "right",
        Move::Right => "left",
        Move::Down => "up",
    };
    format!("tile {tile} {way}")
}

/// The tiles in a frame, those in their place standing out.
fn draw(board: &Board, goal: &Board) -> Picture {
    let piece = |text: String, tint| Piece { text, tint };
    let width = usize::from(board.size().width);
    let edge =
        |left: &str, right: &str| vec![piece(format!("{left}{}{right}", "───".repeat(width)), Tint::Faint)];
    let mut rows = vec![edge("┌", "┐")];
    for (tiles, homes) in board.tiles().chunks(width).zip(goal.tiles().chunks(width)) {
        let mut row = vec![piece("│".into(), Tint::Faint)];
        for (&tile, &home) in tiles.iter().zip(homes) {
            row.push(match tile {
                0 => piece(" · ".into(), Tint::Faint),
                tile if tile == home => piece(format!("{tile:2} "), Tint::Strong),
                tile => piece(format!("{tile:2} "), Tint::Plain),
            });
        }
        row.push(piece("│".into(), Tint::Faint));
        rows.push(row);
    }
    rows.push(edge("└", "┘"));
    Picture { rows }
}
