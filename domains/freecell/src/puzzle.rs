//! FreeCell as a [`Puzzle`]: notation, drawings, replay.
//!
//! Plans are written in standard notation with every card home as a move of its own, so that nothing a reader
//! has to do is left unsaid.

use super::action::{Action, to};
use super::board::Board;
use super::card::{Card, DECK};
use super::problem::FreeCell;
use super::state::{FIRST_CELL, NONE, State};
use super::{replay, text, view};
use std::borrow::Cow;
use unstuck_core::feature::Text;
use unstuck_core::puzzle::{Frame, Picture, Piece, Played, Puzzle, Replay, ReplayError, Tint};
use unstuck_core::view::{Board as Screen, Highlight, Move};

/// Characters of the places: ten columns, eight cells.
const PLACES: &[u8; 18] = b"1234567890abcdefgi";

impl FreeCell {
    /// The letter of the place where a top card or a card in a cell is.
    fn letter(state: &State, card: u8) -> char {
        char::from(PLACES[state.place_of(card)])
    }

    fn home_text(state: &State, card: u8) -> String {
        pair(Self::letter(state, card), 'h')
    }
}

/// Source and destination.
fn pair(from: char, to: char) -> String {
    let mut text = String::with_capacity(2);
    text.push(from);
    text.push(to);
    text
}

impl Puzzle for FreeCell {
    fn metric(&self) -> Text {
        Cow::Borrowed(self.settings.metric.name())
    }

    fn state_text(&self, state: &State) -> String {
        text::print(&self.board(state))
    }

    fn picture(&self, state: &State) -> Picture {
        picture(&self.board(state))
    }

    fn action_text(&self, state: &State, action: Action) -> String {
        let from = Self::letter(state, action.top);
        match action.to {
            to::HOME => Self::home_text(state, action.top),
            to::CELL => {
                let cell = state.places[FIRST_CELL..].iter().position(|&card| card == NONE).unwrap_or(0);
                pair(from, char::from(PLACES[FIRST_CELL + cell]))
            }
            to::COLUMN => {
                let column = state.places.iter().position(|&card| card == NONE).unwrap_or(0);
                let into = char::from(PLACES[column]);
                // Without a count, all cards that can be moved are moved.
                let in_order =
                    state.tops >> action.top & 1 == 1 && self.fit(action.top, state.below(action.top));
                if in_order { format!("{from}{into}v{:x}", action.count) } else { pair(from, into) }
            }
            lower => pair(from, Self::letter(state, lower)),
        }
    }

    fn describe_action(&self, state: &State, action: Action) -> String {
        let what = match action.count {
            1 => Card(action.card).words(),
            count => format!("{count} cards, {} to {}", Card(action.card), Card(action.top)),
        };
        match action.to {
            to::HOME => format!("move {what} home"),
            to::CELL => format!("move {what} to a cell"),
            to::COLUMN => format!("move {what} to an empty column"),
            lower => {
                format!("move {what} onto {} in column {}", Card(lower), state.place_of(lower) + 1)
            }
        }
    }

    /// Automatic moves are written out: one entry for every card that goes home.
    fn plan_text(&self, start: &State, plan: &[Action]) -> Vec<String> {
        let mut state = *start;
        // Every card goes home, most of them by themselves.
        let mut written = Vec::with_capacity(plan.len() + DECK);
        for &action in plan {
            written.push(self.action_text(&state, action));
            self.step(&mut state, action);
            if self.settings.automatic {
                self.apply_safe_moves(&mut state, |state, card| written.push(Self::home_text(state, card)));
            }
        }
        written
    }

    fn replay(&self, start: &State, plan: &[String], frames: bool) -> Result<Replay, ReplayError> {
        let mut table = self.board(start);
        let frame = |board: &Board, words| Frame {
            words,
            text: text::print(board),
            picture: picture(board),
            view: view::board(board, &self.rules),
        };
        let mut seen = Vec::new();
        if frames {
            seen.push(frame(&table, String::new()));
        }
        let lengths = replay::play(&mut table, &self.rules, plan, &mut |board, made| {
            if frames {
                seen.push(frame(board, made.words()));
            }
        })?;
        if !table.is_solved() {
            return Err(ReplayError::NotSolved { moves: plan.len(), reason: replay::not_home(&table) });
        }
        let lengths = vec![
            ("moves".into(), lengths.moves),
            ("card".into(), lengths.card),
            ("atomic".into(), lengths.atomic),
            ("player".into(), lengths.player),
        ];
        Ok(Replay { lengths, frames: seen })
    }

    fn view(&self, state: &State) -> Screen {
        view::board(&self.board(state), &self.rules)
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        self.player_moves(state)
    }

    fn play(&self, state: &State, text: &str) -> Option<Played<Self>> {
        self.player_move(state, text)
    }

    fn safe_moves(&self, state: &State) -> Option<Vec<String>> {
        Some(self.harmless(state))
    }

    fn highlights(&self, state: &State, feature: &str) -> Vec<Highlight> {
        self.seen(state, feature)
    }
}

/// Cells and foundations in the first row, the columns below.
fn picture(board: &Board) -> Picture {
    let piece = |text: &str, tint| Piece { text: text.into(), tint };
    let card =
        |card: &Card| piece(&format!(" {card} "), if card.is_red() { Tint::Strong } else { Tint::Plain });
    let mut first = Vec::new();
    for cell in &board.cells {
        match cell {
            Some(held) => first.extend([piece("[", Tint::Faint), slim(held), piece("]", Tint::Faint)]),
            None => first.push(piece("[  ]", Tint::Faint)),
        }
    }
    first.push(piece("  ", Tint::Plain));
    for (suit, &count) in board.home.iter().enumerate() {
        match count.checked_sub(1) {
            Some(rank) => first.push(card(&Card::new(rank, suit as u8))),
            None => first.push(piece(&format!(" -{} ", super::card::SUITS[suit]), Tint::Faint)),
        }
    }
    let mut rows = vec![first, Vec::new()];
    let height = board.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..height {
        let here = |column: &Vec<Card>| column.get(row).map_or(piece("    ", Tint::Plain), card);
        rows.push(board.columns.iter().map(here).collect());
    }
    Picture { rows }
}

fn slim(card: &Card) -> Piece {
    Piece { text: card.to_string(), tint: if card.is_red() { Tint::Strong } else { Tint::Plain } }
}
