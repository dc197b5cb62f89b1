//! Making a move, and what it costs.

use super::action::{Action, fitting, to};
use super::board::Fill;
use super::capacity::atomic_moves;
use super::metric::Metric;
use super::problem::FreeCell;
use super::state::{FIRST_CELL, NONE, State, bit, field};
use crate::problem::Problem;

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
