//! The moves of a state, in their order.
//!
//! Cards home, lowest card first; then onto other cards: column by column from the left,
//! each column's top card alone first, then longer runs, then cards from the cells; then into an empty
//! column, likewise; then top cards into a cell, column by column. Equal places (two empty columns, two
//! empty cells) are tried once. A whole column is never moved into an empty one.

use super::action::{Action, to};
use super::board::Fill;
use super::capacity::capacity;
use super::metric::Metric;
use super::problem::FreeCell;
use super::state::{NONE, State, bit, cards};
use std::ops::ControlFlow;
use unstuck_core::problem::Visit;

impl FreeCell {
    /// Drives a visitor through the moves of a state.
    pub(super) fn each_move<V: Visit<Self>>(
        &self,
        state: &State,
        last: Option<Action>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        // The run that has just moved: wherever it could go now, it could have gone at once, at no more cost;
        // back where it was is the state before. Automatic moves in between may have made the place.
        let tired = match last {
            Some(last) if !self.settings.automatic && !last.goes_home() => last.card,
            _ => NONE,
        };
        let home = u8::from(self.settings.metric != Metric::Player);
        for card in cards(state.wanted() & (state.tops | state.celled)) {
            if card != tired {
                let action = Action { card, top: card, to: to::HOME, count: 1, cost: home };
                visitor.action(self, state, action)?;
            }
        }
        let empty_cells = self.empty_cells(state);
        let spare = self.spare(state, false);
        let most = capacity(empty_cells, spare);
        for top in self.columns(state).filter(|&top| top != NONE) {
            let (mut card, mut count) = (top, 1);
            while count <= most {
                if card != tired {
                    for lower in cards(self.fits[usize::from(card & 63)] & state.tops) {
                        let cost = self.run_cost(count, empty_cells, spare);
                        let action = Action { card, top, to: lower, count: count as u8, cost };
                        visitor.action(self, state, action)?;
                    }
                }
                let below = state.below(card);
                if !self.fit(card, below) {
                    break;
                }
                (card, count) = (below, count + 1);
            }
        }
        let fresh = if tired == NONE { u64::MAX } else { !bit(tired) };
        for card in cards(state.celled & fresh) {
            for lower in cards(self.fits[usize::from(card & 63)] & state.tops) {
                let action = Action { card, top: card, to: lower, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        if self.empty_columns(state) > 0 {
            let allowed = match self.rules.fill {
                Fill::Any => u64::MAX,
                Fill::King => 0xf << 48,
            };
            let spare = self.spare(state, self.rules.fill == Fill::Any);
            let most = capacity(empty_cells, spare);
            for top in self.columns(state).filter(|&top| top != NONE) {
                let (mut card, mut count) = (top, 1);
                while count <= most {
                    let below = state.below(card);
                    if below == NONE {
                        break;
                    }
                    if allowed & bit(card) != 0 && card != tired {
                        let cost = self.run_cost(count, empty_cells, spare);
                        let action = Action { card, top, to: to::COLUMN, count: count as u8, cost };
                        visitor.action(self, state, action)?;
                    }
                    if !self.fit(card, below) {
                        break;
                    }
                    (card, count) = (below, count + 1);
                }
            }
            for card in cards(state.celled & allowed & fresh) {
                let action = Action { card, top: card, to: to::COLUMN, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        if empty_cells > 0 {
            for card in self.columns(state).filter(|&top| top != NONE && top != tired) {
                let action = Action { card, top: card, to: to::CELL, count: 1, cost: 1 };
                visitor.action(self, state, action)?;
            }
        }
        ControlFlow::Continue(())
    }
}
