//! Cards that go home by themselves.
//!
//! A card that may go home is *safe* when nothing can need it any more as a place to lie on. Building by suit it
//! always is: the cards that fit on it are home. With alternating colours it is an ace or a two, or of
//! rank N with both N−1 of the other colour home, or with both N−2 of the other colour and the N−3 of the other suit
//! of its own colour home: an N−1 that could be put on it can then go home itself as soon as it is free, and so can
//! an N−2 that could be put on that.
//!
//! With [`Settings::automatic`](super::metric::Settings::automatic), every action is followed by all safe home moves. That
//! costs no generality: let c be a safe card on top, and take any solution. Every card that the solution puts on c
//! could go home instead, and every card that it puts on *those* too. So play c home at once, play those
//! cards home where the solution puts them on c, and leave out their later moves and c's: what remains can be played,
//! for nothing stands where it did not stand before, and is no longer in any metric, since each card
//! goes home once in both. The cards that go home with an action are part of its cost (but in the player metric,
//! where they are free).

use super::board::Build;
use super::card::DECK;
use super::problem::FreeCell;
use super::state::{State, cards};

impl FreeCell {
    /// The cards that may go home without regret, as a set.
    #[inline]
    pub(super) fn safe(&self, state: &State) -> u64 {
        let free = state.wanted() & (state.tops | state.celled);
        if free == 0 { 0 } else { free & self.safe_next(state.home) }
    }

    /// The next cards of the suits that are safe as soon as they are free, as a set.
    #[inline]
    pub(super) fn safe_next(&self, home: [u8; 4]) -> u64 {
        let [clubs, diamonds, hearts, spades] = home;
        let (red, black) = (diamonds.min(hearts), clubs.min(spades));
        let any = self.rules.build == Build::Suit;
        let mut set = 0;
        // How far the other colour is home at least, and the other suit of this colour.
        for (suit, other, partner) in
            [(0, red, spades), (1, black, hearts), (2, black, diamonds), (3, red, clubs)]
        {
            let rank = home[suit];
            let nothing_fits = rank < 2 || other >= rank;
            let all_can_follow = other + 1 >= rank && partner + 2 >= rank;
            let safe = any || nothing_fits || all_can_follow;
            set |= u64::from(safe) << (4 * rank + suit as u8);
        }
        set & ((1 << DECK) - 1)
    }

    /// Plays all safe cards home, lowest first within a round, handing each to `each`.
    #[inline]
    pub(super) fn apply_safe_moves(&self, state: &mut State, mut each: impl FnMut(&State, u8)) {
        loop {
            let safe = self.safe(state);
            if safe == 0 {
                return;
            }
            for card in cards(safe) {
                each(state, card);
                state.put_home(card, state.place_of(card));
            }
        }
    }
}
