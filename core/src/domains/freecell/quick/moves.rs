//! The moves of a position, all of them or those worth trying when any solution will do.

use super::super::action::{Action, to};
use super::super::board::Fill;
use super::super::capacity::capacity;
use super::super::problem::FreeCell;
use super::super::state::{NONE, State, cards};

/// All moves; unless they are to be complete, into an empty column only whole runs, or as much of one as can be
/// moved, and into a cell no card that lies in order. Leaving out the latter two saves a third of the time and costs
/// no deal of the first 32,000.
pub(in super::super) fn moves(game: &FreeCell, state: &State, complete: bool, out: &mut Vec<Action>) {
    // Costs are told from the plan in the end: no search that uses these moves compares them.
    let action = |card, top, to, count: u32| Action { card, top, to, count: count as u8, cost: 1 };
    for card in cards(state.wanted() & (state.tops | state.celled)) {
        out.push(action(card, card, to::HOME, 1));
    }
    let empty_cells = game.empty_cells(state);
    let empty = game.empty_columns(state);
    let king = game.rules.fill == Fill::King;
    let spare = if king { 0 } else { empty };
    let most = capacity(empty_cells, spare);
    let most_into_empty = if empty == 0 { 0 } else { capacity(empty_cells, spare.saturating_sub(1)) };
    for card in cards(state.celled) {
        for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
            out.push(action(card, card, lower, 1));
        }
        if empty > 0 && (!king || card >> 2 == 12) {
            out.push(action(card, card, to::COLUMN, 1));
        }
    }
    for top in game.columns(state).filter(|&top| top != NONE) {
        let (mut card, mut count) = (top, 1);
        loop {
            let below = state.below(card);
            if count <= most {
                for lower in cards(game.fits[usize::from(card & 63)] & state.tops) {
                    out.push(action(card, top, lower, count));
                }
            }
            let in_order = game.fit(card, below);
            if below != NONE
                && count <= most_into_empty
                && (complete || !in_order || count == most_into_empty)
                && (!king || card >> 2 == 12)
            {
                out.push(action(card, top, to::COLUMN, count));
            }
            if !in_order {
                break;
            }
            (card, count) = (below, count + 1);
        }
        if empty_cells > 0 && (complete || !game.fit(top, state.below(top))) {
            out.push(action(top, top, to::CELL, 1));
        }
    }
}
