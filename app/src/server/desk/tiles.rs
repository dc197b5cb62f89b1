//! Sliding tiles for browsers.

use super::marks;
use super::{Desk, Offer, Piece, PositionState, Shown, boxed};
use serde_json::{Value, json};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::domains::tiles::cells::Cells;
use unstuck_core::domains::tiles::goal::goal;
use unstuck_core::domains::tiles::problem::{Action, Large, Medium, Small, State, Tiles};
use unstuck_core::domains::tiles::text;
use unstuck_core::error::ParseError;
use unstuck_core::problem::{Problem, actions};
use unstuck_core::puzzle::Puzzle;

/// Puts a board on the table. The domain has read it already, with these settings.
pub fn open(domain: &DomainRef, text: &str, settings: &Settings) -> Result<Box<dyn Desk>, ParseError> {
    let board = text::parse(text)?;
    let goal = goal(board.size(), settings)?;
    macro_rules! on_the_table {
        ($engine:ty) => {{
            let problem = <$engine>::new(goal);
            let start = problem.state(&board);
            Ok(boxed(domain, problem, (), start))
        }};
    }
    if Small::fits(board.size()) {
        on_the_table!(Small)
    } else if Medium::fits(board.size()) {
        on_the_table!(Medium)
    } else {
        on_the_table!(Large)
    }
}

impl<C: Cells> Shown for Tiles<C>
where
    Self: Puzzle + Problem<State = State<C>, Action = Action>,
{
    type Rules = ();

    fn board(&self, (): &(), state: &State<C>) -> Value {
        json!({
            "domain": "tiles",
            "width": self.size().width,
            "height": self.size().height,
            "cells": Tiles::board(self, state).tiles(),
            "goal": self.goal().tiles(),
        })
    }

    fn offers(&self, (): &(), state: &State<C>) -> Vec<Offer> {
        let offer = |action: Action| Offer {
            text: self.action_text(state, action),
            words: self.action_words(state, action),
            piece: Piece::Tile { tile: state.tile(action.to()) },
        };
        actions(self, state).into_iter().map(offer).collect()
    }

    fn marks(&self, state: &State<C>, feature: &str) -> Vec<Value> {
        if !matches!(feature, "manhattan" | "misplaced") {
            return Vec::new();
        }
        let board = Tiles::board(self, state);
        let width = usize::from(self.size().width);
        let places = board.tiles().iter().zip(self.goal().tiles()).enumerate();
        let wrong = places.filter(|(_, (tile, home))| tile != home && **tile != 0);
        wrong.map(|(place, _)| marks::cell(place / width, place % width, "misplaced")).collect()
    }

    /// A move may also be several in one word, `ULDR`.
    fn made(at: &PositionState<Self>, text: &str) -> PositionState<Self> {
        let mut there = at.still();
        let mut cost = 0;
        for sign in text.chars().filter(|sign| !sign.is_whitespace()) {
            let wanted = sign.to_ascii_uppercase();
            let mut legal = actions(&*there.problem, &there.state).into_iter();
            if let Some(action) = legal.find(|action| action.direction().letter() == wanted) {
                there = there.after(action);
                cost += there.cost;
            }
        }
        PositionState { cost, ..there }
    }
}
