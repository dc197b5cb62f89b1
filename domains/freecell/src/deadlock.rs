//! A lower bound from cards that stand in each other's way.
//!
//! Call a card *direct* if its only move is the one that takes it home. A direct card c goes home before every
//! card d that lies below it, and hence before every card of d's suit above d's rank; call those the cards that
//! c *precedes*. If c precedes itself (a lower card of its own suit lies below it), c is not direct. If
//! cards precede one another in a cycle, at least one of them is not direct. So, counting cards that precede
//! themselves, and cycles that share no card with those or with each other, gives a number of
//! different cards that move at least once before they go home.
//!
//! * **card, atomic**: every card not home costs 1 to take home, each of those others at least 1 more: not home +
//!   count is admissible.
//! * **moves, player**: one move may carry several cards, but two cards that have not moved yet go together
//!   only if they lie in one run from the beginning: the cards between them cannot be taken away before the upper
//!   of the two moves. So cards are counted by the run they lie in (no two that are
//!   counted may share one), and not home + count is admissible in moves; count alone is in player,
//!   where the way home is free.
//!
//! The cycles are found greedily, shortest first from the lowest card, so the bound is not the best possible and not consistent.

use super::card::DECK;
use super::problem::FreeCell;
use super::state::{NONE, State, bit, cards};

/// Whether cards are counted one by one, or at most one of each run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Cards,
    Runs,
}

/// A number of cards (or of runs) that have to move before they go home.
pub(super) fn forced(game: &FreeCell, state: &State, count: Count) -> u32 {
    let mut precedes = [0_u64; 64];
    // The cards that may not be counted next to a card: itself, or all of its run.
    let mut group = [0_u64; 64];
    let mut left = 0_u64;
    let mut found = 0;
    let mut done = 0_u64;
    for top in game.columns(state).filter(|&top| top != NONE) {
        let mut pile = [0_u8; DECK];
        let mut height = 0;
        let mut card = top;
        while card != NONE && height < DECK {
            pile[height] = card;
            height += 1;
            card = state.below(card);
        }
        let mut needed = 0_u64;
        let mut run = 0_u64;
        let mut run_from = height;
        for at in (0..height).rev() {
            let card = pile[at];
            if at + 1 < height && !game.fit(card, pile[at + 1]) {
                spread(&mut group, &pile[at + 1..run_from], run);
                (run, run_from) = (0, at + 1);
            }
            run |= bit(card);
            precedes[usize::from(card)] = needed;
            left |= bit(card);
            needed |= above(card);
        }
        spread(&mut group, &pile[..run_from], run);
    }
    if count == Count::Cards {
        for card in cards(left) {
            group[usize::from(card)] = bit(card);
        }
    }
    for card in cards(left) {
        if precedes[usize::from(card)] & bit(card) != 0 && done & bit(card) == 0 {
            found += 1;
            done |= group[usize::from(card)];
        }
    }
    left &= !done;
    loop {
        // Cards that precede nothing that is left are in no cycle.
        loop {
            let idle = cards(left).filter(|&card| precedes[usize::from(card)] & left == 0);
            let idle = idle.fold(0, |set, card| set | bit(card));
            if idle == 0 {
                break;
            }
            left &= !idle;
        }
        if left == 0 {
            return found;
        }
        let cycle = shortest_cycle(&precedes, left);
        if cycle == 0 {
            return found;
        }
        found += 1;
        for card in cards(cycle) {
            left &= !group[usize::from(card)];
        }
    }
}

fn spread(group: &mut [u64; 64], pile: &[u8], run: u64) {
    for &card in pile {
        group[usize::from(card & 63)] = run;
    }
}

/// The cards of the same suit and a higher rank.
#[inline]
fn above(card: u8) -> u64 {
    const SUIT: u64 = 0x1_1111_1111_1111;
    let suit = SUIT << (card & 3);
    suit & !(2 * bit(card) - 1) & ((1 << DECK) - 1)
}

/// The cards of a shortest cycle within a set; the first found from the lowest card on. Empty if there is none.
fn shortest_cycle(precedes: &[u64; 64], within: u64) -> u64 {
    let mut best = 0_u64;
    let mut length = usize::MAX;
    for start in cards(within) {
        // Breadth-first; layers[i] is the set first reached after i + 1 steps.
        let mut layers = [0_u64; 8];
        let mut seen = 0_u64;
        let mut front = precedes[usize::from(start)] & within;
        let mut steps = 0;
        while front != 0 && steps + 1 < length.min(layers.len()) && front & bit(start) == 0 {
            layers[steps] = front;
            steps += 1;
            seen |= front;
            let next = cards(front).fold(0, |set, card| set | precedes[usize::from(card)]);
            front = next & within & !seen;
        }
        if front & bit(start) == 0 || steps + 1 >= length {
            continue;
        }
        // Back from the start: a card of each layer that precedes the one after it.
        let mut cycle = bit(start);
        let mut after = start;
        for &layer in layers[..steps].iter().rev() {
            let before = cards(layer).find(|&card| precedes[usize::from(card)] & bit(after) != 0);
            let Some(before) = before else {
                break;
            };
            cycle |= bit(before);
            after = before;
        }
        (best, length) = (cycle, steps + 1);
        if length == 2 {
            break;
        }
    }
    best
}
