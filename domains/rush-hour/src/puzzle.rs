//! Rush Hour for people: moves as `A+3`, boards as strings and drawings, plans replayed on a grid of letters.

use super::board::{Axis, Board, Exit};
use super::problem::{Action, Metric, RushHour, State};
use super::{generate, replay, text, view};
use std::borrow::Cow;
use unstuck_core::feature::Text;
use unstuck_core::puzzle::{Frame, Picture, Piece, Played, Puzzle, Replay, ReplayError, Tint};
use unstuck_core::random::Stream;
use unstuck_core::view::{Board as Screen, Highlight, Move};

impl<const C: usize, const B: usize> Puzzle for RushHour<C, B> {
    fn metric(&self) -> Text {
        Cow::Borrowed(RushHour::metric(self).name())
    }

    fn state_text(&self, state: &State<C, B>) -> String {
        text::print(&self.to_board(state))
    }

    fn picture(&self, state: &State<C, B>) -> Picture {
        draw(&self.to_board(state))
    }

    fn action_text(&self, _state: &State<C, B>, action: Action) -> String {
        let (vehicle, delta) = self.moved(action);
        format!("{}{delta:+}", self.board().vehicles[vehicle].letter)
    }

    fn describe_action(&self, state: &State<C, B>, action: Action) -> String {
        let text = self.action_text(state, action);
        replay::words(self.board(), &text).unwrap_or(text)
    }

    /// With the move through the door, the last slide goes on through it.
    fn plan_text(&self, start: &State<C, B>, plan: &[Action]) -> Vec<String> {
        let mut texts: Vec<String> = plan.iter().map(|&action| self.action_text(start, action)).collect();
        if self.drive_out {
            // A plan ends with the move that brings the target to the edge; only a solved board has none.
            let last = plan.last().map_or(0, |&action| i32::from(self.moved(action).1));
            let outwards = if self.is_reversed() { -1 } else { 1 };
            let through = last + outwards * i32::from(self.length(self.target()));
            texts.pop();
            texts.push(format!("{}{through:+}", self.board().vehicles[self.target()].letter));
        }
        texts
    }

    fn written_length(&self, cost: u64) -> u64 {
        match (self.drive_out, RushHour::metric(self)) {
            (false, _) => cost,
            (true, Metric::Slides) => cost.max(1),
            (true, Metric::Steps) => cost + u64::from(self.length(self.target())),
        }
    }

    fn replay(&self, start: &State<C, B>, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        // The board as read, not as the engine sees it, wherever the plan starts there.
        let board = if *start == self.start { self.board().clone() } else { self.to_board(start) };
        let play = if frames { replay::replay } else { replay::check };
        let replay = play(&board, plan, self.drive_out).map_err(refusal)?;
        let slides = match RushHour::metric(self) {
            Metric::Slides => replay.slides,
            Metric::Steps => replay.runs,
        };
        let lengths = vec![
            (Cow::Borrowed(Metric::Slides.name()), slides),
            (Cow::Borrowed(Metric::Steps.name()), replay.steps),
        ];
        let words = std::iter::once(String::new())
            .chain(plan.iter().map(|text| replay::words(&board, text).unwrap_or_default()));
        let frame = |(board, words): (&Board, String)| Frame {
            words,
            text: text::print(board),
            picture: draw(board),
            view: view::board(board),
        };
        Ok(Replay { lengths, frames: replay.positions.iter().zip(words).map(frame).collect() })
    }

    fn view(&self, state: &State<C, B>) -> Screen {
        view::board(&self.to_board(state))
    }

    fn moves(&self, state: &State<C, B>) -> Vec<Move> {
        self.slides(state)
    }

    fn play(&self, state: &State<C, B>, text: &str) -> Option<Played<Self>> {
        self.slide(state, text)
    }

    fn highlights(&self, state: &State<C, B>, feature: &str) -> Vec<Highlight> {
        self.seen(state, feature)
    }

    fn mutated(&self, state: &State<C, B>, random: &mut Stream) -> Option<String> {
        let changed = text::print(&generate::mutated(&self.to_board(state), random));
        Some(changed)
    }

    fn reduced(&self, state: &State<C, B>) -> Vec<(String, String)> {
        let board = self.to_board(state);
        let others = (0..board.vehicles.len()).filter(|&vehicle| vehicle != board.target);
        let without = |vehicle: usize| {
            (board.vehicles[vehicle].letter.to_string(), text::print(&board.without(vehicle)))
        };
        others.map(without).collect()
    }
}

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// The target leaves towards smaller numbers.
    fn is_reversed(&self) -> bool {
        matches!(self.board().exit, Exit::Left | Exit::Up)
    }
}

fn refusal(error: replay::ReplayError) -> ReplayError {
    match error {
        replay::ReplayError::Step { step, text, refusal } => {
            let reason = refusal.to_string();
            match refusal {
                replay::Refusal::NotAMove | replay::Refusal::UnknownVehicle { .. } => {
                    ReplayError::Unreadable { step, text, reason }
                }
                _ => ReplayError::Step { step, text, reason },
            }
        }
        replay::ReplayError::NotSolved { moves, missing, drive_out } => {
            let place = if drive_out { "being out" } else { "the exit" };
            let reason = format!("the target is {} short of {place}", replay::cells(missing));
            ReplayError::NotSolved { moves, reason }
        }
    }
}

/// The board in a frame with a door, two characters a cell so that it looks square.
fn draw(board: &Board) -> Picture {
    let piece = |text: &str, tint| Piece { text: text.to_owned(), tint };
    let target = &board.vehicles[board.target];
    let width = usize::from(board.width);
    let edge = |side: Exit, corners: (&str, &str)| {
        let mut row = vec![piece(corners.0, Tint::Faint)];
        for column in 0..board.width {
            let door = board.exit == side && column == target.column;
            row.push(piece(if door { "  " } else { "──" }, Tint::Faint));
        }
        row.push(piece(corners.1, Tint::Faint));
        row
    };
    let mut rows = vec![edge(Exit::Up, ("┌", "┐"))];
    for (number, signs) in board.signs().chunks(width).enumerate() {
        let door =
            |side| board.exit == side && target.axis == Axis::Horizontal && number == usize::from(target.row);
        let mut row = vec![piece(if door(Exit::Left) { " " } else { "│" }, Tint::Faint)];
        for &sign in signs {
            row.push(match sign {
                'o' => piece("· ", Tint::Faint),
                'x' => piece("▒▒", Tint::Faint),
                letter if letter == target.letter => piece(&format!("{letter} "), Tint::Strong),
                letter => piece(&format!("{letter} "), Tint::Hue((u32::from(letter) % 251) as u8)),
            });
        }
        row.push(piece(if door(Exit::Right) { " " } else { "│" }, Tint::Faint));
        rows.push(row);
    }
    rows.push(edge(Exit::Down, ("└", "┘")));
    Picture { rows }
}
