//! Making a move, and what it costs.

use super::action::{Action, to};
use super::board::Fill;
use super::capacity::atomic_moves;
use super::metric::Metric;
use super::problem::FreeCell;
use super::state::{FIRST_CELL, NONE, State, bit};
use unstuck_core::problem::Problem;

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
        if self.settings.metric == Metric::Moves {
            plan.iter_mut().for_each(|action| action.cost = 1);
            return plan;
        }
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
        let from = state.place_of(action.top);
        match action.to {
            to::HOME => {
                state.put_home(action.card, from);
            }
            to::CELL | to::COLUMN => {
                let into = state.empty_place(action.to);
                state.transfer(action, from, into);
            }
            lower => {
                let onto = state.place_of(lower);
                state.transfer(action, from, onto);
            }
        }
    }
}

impl State {
    /// The first empty cell, or column.
    #[inline]
    pub(super) fn empty_place(&self, kind: u8) -> usize {
        let first = if kind == to::CELL { FIRST_CELL } else { 0 };
        first + self.places[first..].iter().position(|&top| top == NONE).unwrap_or(0)
    }

    /// Moves a run from one place to another that is not home; what lies on top of the first now.
    #[inline]
    pub(super) fn transfer(&mut self, action: Action, from: usize, into: usize) -> u8 {
        let Action { card, top, to, .. } = action;
        let left = self.take(card, top, from);
        self.places[into] = top;
        self.set_field(card, action.field());
        match to {
            to::CELL => self.celled |= bit(card),
            to::COLUMN => {
                self.tops |= bit(top);
                self.set_below(card, NONE);
            }
            lower => {
                self.tops = self.tops & !bit(lower) | bit(top);
                self.set_below(card, lower);
            }
        }
        left
    }
}
