//! FreeCell on screens.
//!
//! The engine's states belong to the deal they were made from, and with automatic moves it does not know all positions that a
//! player can reach. So a player's move is made on the plain board, by the validator, and the engine starts again from
//! there, with the move as its first action where it has one that leads to the same board.

use super::action::Action;
use super::board::{self, Build, Fill, Rules};
use super::card::Card;
use super::metric::{Metric, Settings};
use super::problem::FreeCell;
use super::replay;
use super::state::State;
use serde::Serialize;
use std::sync::Arc;
use unstuck_core::drawing::{CELL, Drawing};
use unstuck_core::problem::actions;
use unstuck_core::puzzle::{Played, Puzzle};
use unstuck_core::view::{Board, Highlight, Move};

/// Letters of the columns.
const COLUMNS: &str = "1234567890";
/// Letters of the cells.
const CELLS: &str = "abcdefgi";

/// A FreeCell board. A card is its rank `A23456789TJQK` and suit `CDHS`, as in `TH`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FreeCellBoard {
    /// The cells.
    pub cells: Vec<Option<String>>,
    /// Cards of each suit that are home.
    pub home: Home,
    /// The columns, each from the bottom to the top card.
    pub columns: Vec<Vec<String>>,
    /// How columns are built.
    pub build: ColumnBuild,
    /// What may go into an empty column.
    pub empty: EmptyColumn,
}

/// Cards of each suit that are home, 0 to 13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct Home {
    /// Clubs.
    pub c: u32,
    /// Diamonds.
    pub d: u32,
    /// Hearts.
    pub h: u32,
    /// Spades.
    pub s: u32,
}

/// How columns are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnBuild {
    /// By alternating colours.
    Alternate,
    /// By suit.
    Suit,
}

/// What may go into an empty column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EmptyColumn {
    /// Any card.
    Any,
    /// Kings.
    King,
}

/// A plain board, for screens.
pub(super) fn board(board: &board::Board, rules: &Rules) -> Board {
    let [c, d, h, s] = board.home.map(u32::from);
    Board::new(
        "freecell",
        FreeCellBoard {
            cells: board.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect(),
            home: Home { c, d, h, s },
            columns: board.columns.iter().map(|column| names(column)).collect(),
            build: match rules.build {
                Build::Alternate => ColumnBuild::Alternate,
                Build::Suit => ColumnBuild::Suit,
            },
            empty: match rules.fill {
                Fill::Any => EmptyColumn::Any,
                Fill::King => EmptyColumn::King,
            },
        },
    )
    .with_drawing(|board| board.data().map(FreeCellBoard::drawing))
}

impl FreeCellBoard {
    /// Cells and the highest cards at home above the columns.
    fn drawing(&self) -> Drawing {
        let Home { c, d, h, s } = self.home;
        let home = [(c, '♣'), (d, '♦'), (h, '♥'), (s, '♠')];
        let (cells, deepest) =
            (self.cells.len() as u32, self.columns.iter().map(Vec::len).max().unwrap_or(0));
        let width = (cells + 5).max(self.columns.len() as u32 + 1);
        let mut drawing = Drawing::new(width, deepest as u32 + 2);
        let mut card = |(column, row): (u32, u32), text: &str, fill: &str| {
            drawing.rectangle((column * CELL + 1, row * CELL + 1), (CELL - 2, CELL - 2), fill);
            drawing.label((column * CELL + CELL / 2, row * CELL + CELL / 2), text);
        };
        for (place, cell) in (0..).zip(&self.cells) {
            card((place, 0), &cell.as_deref().map_or(String::new(), signed), "#fff");
        }
        for (place, (count, suit)) in (width - 4..).zip(home) {
            card((place, 0), &format!("{suit}{count}"), "#ddd");
        }
        for (place, column) in (0..).zip(&self.columns) {
            for (depth, one) in (2..).zip(column) {
                card((place, depth), &signed(one), "#fff");
            }
        }
        drawing
    }
}

/// A card with the sign of its suit.
fn signed(card: &str) -> String {
    card.replace('C', "♣").replace('D', "♦").replace('H', "♥").replace('S', "♠")
}

impl FreeCell {
    /// All moves, as if cards never went home by themselves.
    pub(super) fn player_moves(&self, state: &State) -> Vec<Move> {
        let board = self.board(state);
        let plain = Self::new(&board, self.rules, Settings { automatic: false, ..self.settings });
        let start = plain.start();
        let describe = |action: Action| {
            let (text, words) = (plain.action_text(&start, action), plain.describe_action(&start, action));
            let mut places = text.chars();
            let (from, to) = (places.next().unwrap_or_default(), places.next().unwrap_or_default());
            let cards = Some(taken(&board, from, action.count() as usize));
            let (from, to) = (Some(from.to_string()), Some(to.to_string()));
            Move { text, words, cards, from, to, ..Move::default() }
        };
        actions(&plain, &start).into_iter().map(describe).collect()
    }

    /// Makes a move that the validator accepts.
    pub(super) fn player_move(&self, state: &State, text: &str) -> Option<Played<Self>> {
        let before = self.board(state);
        let mut after = before.clone();
        let lengths = replay::play(&mut after, &self.rules, &[text], &mut |_, _| ()).ok()?;
        let game = |board: &board::Board| Self::new(board, self.rules, self.settings);
        let here = game(&before);
        let start = here.start();
        let mut reached = actions(&here, &start).into_iter().map(|action| Played::by(&here, &start, action));
        let found = reached.find(|there| here.board(&there.state) == after);
        let there = match found {
            Some(there) => Played { problem: Some(Arc::new(here)), ..there },
            None => {
                let there = game(&after);
                Played { state: there.start(), problem: Some(Arc::new(there)), last: None, cost: 0 }
            }
        };
        let cost = match self.settings.metric {
            Metric::Moves => lengths.moves,
            Metric::Card => lengths.card,
            Metric::Atomic => lengths.atomic,
            Metric::Player => lengths.player,
        };
        Some(Played { cost: cost as u32, ..there })
    }

    /// The cards above those that are needed next; where it is counted from these, they themselves too.
    pub(super) fn seen(&self, state: &State, feature: &str) -> Vec<Highlight> {
        if !matches!(feature, "hsd_board" | "hsd_paper" | "buried_next") {
            return Vec::new();
        }
        let board = self.board(state);
        let is_next = |card: &Card| board.home[usize::from(card.suit())] == card.rank();
        let mut found = Vec::new();
        for column in &board.columns {
            let deepest = column.iter().position(is_next);
            let Some((needed, above)) = deepest.and_then(|place| column[place..].split_first()) else {
                continue;
            };
            found.extend(above.iter().map(|card| Highlight::card(card, "above")));
            if feature != "buried_next" {
                found.push(Highlight::card(needed, "next"));
            }
        }
        found
    }

    /// The moves home, in order, that can do no harm.
    pub(super) fn harmless(&self, state: &State) -> Vec<String> {
        let mut board = self.board(state);
        let mut moves = Vec::new();
        while let Some(text) = next_harmless(&board, &self.rules) {
            if replay::play(&mut board, &self.rules, &[&text], &mut |_, _| ()).is_err() {
                break;
            }
            moves.push(text);
        }
        moves
    }
}

/// A card can do no harm at home when no card can go onto it: both cards of the other colour that are one lower are
/// home, or it is an ace or a two; where cards are built by suit, always.
fn next_harmless(board: &board::Board, rules: &Rules) -> Option<String> {
    let columns = board.columns.iter().zip(COLUMNS.chars());
    let columns = columns.filter_map(|(column, name)| Some((*column.last()?, name)));
    let cells = board.cells.iter().zip(CELLS.chars()).filter_map(|(cell, name)| Some(((*cell)?, name)));
    let is_harmless = |card: Card| {
        let others = (0..4).filter(|&suit| Card::new(0, suit).is_red() != card.is_red());
        board.home[usize::from(card.suit())] == card.rank()
            && (rules.build == Build::Suit
                || card.rank() <= 1
                || others.into_iter().all(|suit| board.home[usize::from(suit)] >= card.rank()))
    };
    columns.chain(cells).find(|(card, _)| is_harmless(*card)).map(|(_, name)| format!("{name}h"))
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

/// The cards that leave a place, the deepest first.
fn taken(board: &board::Board, from: char, count: usize) -> Vec<String> {
    if let Some(column) = COLUMNS.find(from).and_then(|place| board.columns.get(place)) {
        return names(&column[column.len().saturating_sub(count)..]);
    }
    let cell = CELLS.find(from).and_then(|place| board.cells.get(place).copied().flatten());
    cell.map_or(Vec::new(), |card| vec![card.to_string()])
}
