//! FreeCell for browsers.
//!
//! The engine's states belong to the deal they were made from, and with automatic moves it does not know all
//! positions that a player can be in. So a player's move is made on the plain board, by the validator, and the
//! engine begins anew from there, with the move as its first action where it has one that leads to the same board.

use super::marks;
use super::{Desk, Offer, Piece, PositionState, Shown, boxed};
use serde_json::{Value, json};
use std::sync::Arc;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::domains::freecell::board::{Board, Build, Fill, Rules};
use unstuck_core::domains::freecell::card::Card;
use unstuck_core::domains::freecell::domain::{counting, rules};
use unstuck_core::domains::freecell::metric::{Metric, Settings as Counting};
use unstuck_core::domains::freecell::problem::FreeCell;
use unstuck_core::domains::freecell::{replay, text};
use unstuck_core::error::ParseError;
use unstuck_core::problem::actions;
use unstuck_core::puzzle::Puzzle;

/// Puts a deal on the table. The domain has read it already, with these settings.
pub fn open(
    domain: &DomainRef,
    text: &str,
    metric: &str,
    settings: &Settings,
) -> Result<Box<dyn Desk>, ParseError> {
    let (rules, counting) = (rules(settings)?, counting(metric, settings)?);
    let problem = FreeCell::new(&text::parse(text, &rules)?, rules, counting);
    let start = problem.start();
    Ok(boxed(domain, problem, (rules, counting), start))
}

type State = <FreeCell as unstuck_core::problem::Problem>::State;

impl Shown for FreeCell {
    type Rules = (Rules, Counting);

    fn board(&self, (rules, _): &Self::Rules, state: &State) -> Value {
        let board = FreeCell::board(self, state);
        let [clubs, diamonds, hearts, spades] = board.home;
        json!({
            "domain": "freecell",
            "cells": board.cells.iter().map(|cell| cell.map(|card| card.to_string())).collect::<Vec<_>>(),
            "home": { "C": clubs, "D": diamonds, "H": hearts, "S": spades },
            "columns": board.columns.iter().map(|column| names(column)).collect::<Vec<_>>(),
            "build": match rules.build { Build::Alternate => "alternate", Build::Suit => "suit" },
            "empty": match rules.fill { Fill::Any => "any", Fill::King => "king" },
        })
    }

    /// As if cards never went home by themselves.
    fn offers(&self, (rules, counting): &Self::Rules, state: &State) -> Vec<Offer> {
        let board = FreeCell::board(self, state);
        let plain = FreeCell::new(&board, *rules, Counting { automatic: false, ..*counting });
        let start = plain.start();
        let offer = |action| {
            let text = plain.action_text(&start, action);
            let words = plain.action_words(&start, action);
            let mut places = text.chars();
            let (from, to) = (places.next().unwrap_or_default(), places.next().unwrap_or_default());
            let cards = taken(&board, from, action.count() as usize);
            Offer { text, words, piece: Piece::Cards { cards, from: from.to_string(), to: to.to_string() } }
        };
        actions(&plain, &start).into_iter().map(offer).collect()
    }

    fn made(at: &PositionState<Self>, text: &str) -> PositionState<Self> {
        let (rules, counting) = at.rules;
        let before = FreeCell::board(&at.problem, &at.state);
        let mut after = before.clone();
        let Ok(lengths) = replay::play(&mut after, &rules, &[text], &mut |_, _| ()) else {
            return at.still();
        };
        let begin = |board: &Board| {
            let problem = Arc::new(FreeCell::new(board, rules, counting));
            let state = problem.start();
            PositionState { problem, rules: at.rules, state, last: None, cost: 0 }
        };
        let here = begin(&before);
        let mut same = actions(&*here.problem, &here.state).into_iter().map(|action| here.after(action));
        let found = same.find(|there| FreeCell::board(&there.problem, &there.state) == after);
        let cost = match counting.metric {
            Metric::Moves => lengths.moves,
            Metric::Card => lengths.card,
            Metric::Atomic => lengths.atomic,
            Metric::Player => lengths.player,
        };
        PositionState { cost: cost as u32, ..found.unwrap_or_else(|| begin(&after)) }
    }

    /// The cards above those that are needed next; where it is counted from these, they themselves too.
    fn marks(&self, state: &State, feature: &str) -> Vec<Value> {
        if !matches!(feature, "hsd_board" | "hsd_paper" | "buried_next") {
            return Vec::new();
        }
        let board = FreeCell::board(self, state);
        let is_next = |card: &Card| board.home[usize::from(card.suit())] == card.rank();
        let mut found = Vec::new();
        for column in &board.columns {
            let deepest = column.iter().position(is_next);
            let Some((needed, above)) = deepest.and_then(|place| column[place..].split_first()) else {
                continue;
            };
            found.extend(above.iter().map(|card| marks::card(&card.to_string(), "above")));
            if feature != "buried_next" {
                found.push(marks::card(&needed.to_string(), "next"));
            }
        }
        found
    }

    /// A card can do no harm at home when nothing can want to lie on it: both cards of the other colour that are one
    /// lower are home, or it is an ace or a two; where cards are built by suit, always.
    fn safe(&self, (rules, _): &Self::Rules, state: &State) -> Option<Vec<String>> {
        let mut board = FreeCell::board(self, state);
        let mut moves = Vec::new();
        while let Some(text) = next_safe(&board, rules) {
            if replay::play(&mut board, rules, &[&text], &mut |_, _| ()).is_err() {
                break;
            }
            moves.push(text);
        }
        Some(moves)
    }
}

fn next_safe(board: &Board, rules: &Rules) -> Option<String> {
    let columns = board
        .columns
        .iter()
        .zip("1234567890".chars())
        .filter_map(|(column, name)| Some((*column.last()?, name)));
    let cells = board.cells.iter().zip("abcdefgi".chars()).filter_map(|(cell, name)| Some(((*cell)?, name)));
    let is_safe = |card: Card| {
        let others = (0..4).filter(|&suit| Card::new(0, suit).is_red() != card.is_red());
        board.home[usize::from(card.suit())] == card.rank()
            && (rules.build == Build::Suit
                || card.rank() <= 1
                || others.into_iter().all(|suit| board.home[usize::from(suit)] >= card.rank()))
    };
    columns.chain(cells).find(|(card, _)| is_safe(*card)).map(|(_, name)| format!("{name}h"))
}

fn names(cards: &[Card]) -> Vec<String> {
    cards.iter().map(Card::to_string).collect()
}

/// The cards that leave a place, the deepest first.
fn taken(board: &Board, from: char, count: usize) -> Vec<String> {
    if let Some(column) = "1234567890".find(from).and_then(|place| board.columns.get(place)) {
        return names(&column[column.len().saturating_sub(count)..]);
    }
    let cell = "abcdefgi".find(from).and_then(|place| board.cells.get(place).copied().flatten());
    cell.map_or(Vec::new(), |card| vec![card.to_string()])
}
