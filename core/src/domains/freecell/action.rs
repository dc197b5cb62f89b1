//! A move: what it is, what it costs, and making it.

use super::board::Fill;
use super::capacity::atomic_moves;
use super::card::Card;
use super::metric::Metric;
use super::problem::FreeCell;
use super::state::{FIRST_CELL, NONE, State, bit, field};
use crate::problem::Problem;

/// Where a run goes, when it is not a card's number.
pub(super) mod to {
    /// An empty column.
    pub(in super::super) const COLUMN: u8 = 60;
    /// A cell.
    pub(in super::super) const CELL: u8 = 61;
    /// The foundation.
    pub(in super::super) const HOME: u8 = 62;
}

/// A move, told by cards rather than columns, so that it means the same on symmetric boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action {
    /// The deepest card that moves.
    pub(super) card: u8,
    /// The top card that moves.
    pub(super) top: u8,
    /// The card that the run is put on, or one of [`to`].
    pub(super) to: u8,
    /// How many cards move.
    pub(super) count: u8,
    /// What that costs, automatic moves not counted.
    pub(super) cost: u8,
}

impl Action {
    /// Stands where there is no action.
    pub(super) const NONE: Self = Self { card: 0, top: 0, to: 0, count: 0, cost: 0 };

    /// The deepest card that moves.
    pub fn card(self) -> Card {
        Card(self.card)
    }
    /// How many cards move.
    pub fn count(self) -> u32 {
        u32::from(self.count)
    }
    /// A card goes home.
    pub fn goes_home(self) -> bool {
        self.to == to::HOME
    }
    /// A card goes into a cell.
    pub fn goes_to_cell(self) -> bool {
        self.to == to::CELL
    }
    /// Cards go into a column, empty or not.
    pub fn goes_to_column(self) -> bool {
        self.to <= to::COLUMN
    }
}

impl FreeCell {
    /// Empty columns that cards may be parked on while a run moves, the target not counted.
    #[inline]
    pub(super) fn spare(&self, state: &State, into_empty: bool) -> u32 {
        match self.rules.fill {
            Fill::Any => self.empty_columns(state) - u32::from(into_empty),
            Fill::King => 0,
        }
    }

    /// What moving `count` cards costs.
    #[inline]
    pub(super) fn run_cost(&self, count: u32, empty_cells: u32, spare: u32) -> u8 {
        match self.settings.metric {
            Metric::Moves | Metric::Player => 1,
            Metric::Card => count as u8,
            // Every run that is generated is within the capacity, so there is a number.
            Metric::Atomic => atomic_moves(count, empty_cells, spare).unwrap_or(u32::from(u8::MAX)) as u8,
        }
    }

    /// What an action costs by itself in a state where it is possible.
    pub(super) fn price(&self, state: &State, action: Action) -> u8 {
        match action.to {
            to::HOME => u8::from(self.settings.metric != Metric::Player),
            to::CELL => 1,
            to::COLUMN => {
                let spare = self.spare(state, self.rules.fill == Fill::Any);
                self.run_cost(action.count(), self.empty_cells(state), spare)
            }
            _ if action.count == 1 => 1,
            _ => self.run_cost(action.count(), self.empty_cells(state), self.spare(state, false)),
        }
    }

    /// A plan of actions whose costs were never told, with their costs.
    pub(super) fn priced(&self, start: &State, mut plan: Vec<Action>) -> Vec<Action> {
        let mut state = *start;
        for action in &mut plan {
            action.cost = self.price(&state, *action);
            self.apply(&mut state, *action);
        }
        plan
    }

    /// Makes the move itself, without what follows from it.
    #[inline]
    pub(super) fn step(&self, state: &mut State, action: Action) {
        let Action { card, top, to, .. } = action;
        if to == to::HOME {
            state.put_home(card);
            return;
        }
        let place = state.place_of(top);
        if place >= FIRST_CELL {
            state.celled &= !bit(card);
            state.places[place] = NONE;
        } else {
            let below = state.below(card);
            state.tops &= !bit(top);
            if below != NONE {
                state.tops |= bit(below);
            }
            state.places[place] = below;
        }
        match to {
            to::CELL => {
                state.celled |= bit(card);
                state.set_field(card, field::CELL);
                let cells = &mut state.places[FIRST_CELL..];
                if let Some(cell) = cells.iter_mut().find(|cell| **cell == NONE) {
                    *cell = card;
                }
            }
            to::COLUMN => {
                state.tops |= bit(top);
                state.set_field(card, field::BOTTOM);
                state.set_below(card, NONE);
                // The column just left may be empty only if the card came from a cell: whole columns do not move.
                if let Some(column) = state.places.iter_mut().find(|column| **column == NONE) {
                    *column = top;
                }
            }
            lower => {
                state.tops = state.tops & !bit(lower) | bit(top);
                state.set_field(card, fitting(lower));
                state.set_below(card, lower);
                let column = state.place_of(lower);
                state.places[column] = top;
            }
        }
    }
}

/// The field of a card that was put on a card it fits.
#[inline]
pub(super) const fn fitting(lower: u8) -> u8 {
    field::FITS + (lower >> 1 & 1)
}
