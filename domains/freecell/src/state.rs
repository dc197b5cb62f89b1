//! The working state: for every card, what it lies on.
//!
//! Which cards lie where in which column is told completely by saying what each card lies on: another card, the
//! bottom of a column, a cell, or its foundation. Said that way, the order of columns and of cells does not
//! appear at all, so two boards that differ in nothing else have the same *code*; nothing has to be sorted.
//! A card that was moved in a column lies on one of the two cards it fits (one when building by suit), so three bits
//! say it: home, in a cell, at the bottom, on the first or second card it fits, or where the start had
//! it. The code of 52 cards takes three words, and a move changes the field of one card, however long the run.
//!
//! Next to the code the state keeps what move generation reads: the top of every column and the content of
//! every cell in the player's order, the card below each card, and both as sets of cards.

use super::card::DECK;

/// No card: an empty column or cell, or the bottom of a column.
pub(super) const NONE: u8 = 0xff;
/// Places: columns first, then cells.
pub(super) const PLACES: usize = 18;
/// The first cell among the places.
pub(super) const FIRST_CELL: usize = 10;

/// What the field of a card in the code says.
pub(super) mod field {
    /// On the foundation.
    pub(in super::super) const HOME: u8 = 0;
    /// In a cell.
    pub(in super::super) const CELL: u8 = 1;
    /// At the bottom of a column.
    pub(in super::super) const BOTTOM: u8 = 2;
    /// On a card that it fits; + 1 if that card is of hearts or spades.
    pub(in super::super) const FITS: u8 = 3;
    /// On the card it lay on at the start, which it does not fit.
    pub(in super::super) const START: u8 = 5;
}

/// Words of the code.
pub(super) const WORDS: usize = 3;
const FIELDS_PER_WORD: usize = 21;
const SECOND_END: usize = 2 * FIELDS_PER_WORD;

/// A position, as searches see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// The field of every card; all zero when everything is home.
    pub(super) code: [u64; WORDS],
    /// The cards on top of the columns, as a set.
    pub(super) tops: u64,
    /// The cards in the cells, as a set.
    pub(super) celled: u64,
    /// The card under each card that is in a column. Longer than the deck so that a masked index is in bounds.
    pub(super) below: [u8; 64],
    /// The top of each column, then the card in each cell.
    pub(super) places: [u8; PLACES],
    /// How many cards of each suit are home.
    pub(super) home: [u8; 4],
}

/// The set of one card.
#[inline]
pub(super) const fn bit(card: u8) -> u64 {
    1 << (card & 63)
}

/// The cards of a set, lowest first.
#[inline]
pub(super) fn cards(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let card = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (card < 64).then_some(card)
    })
}

impl State {
    /// All cards home, with no columns to speak of.
    pub(super) const fn solved() -> Self {
        Self {
            code: [0; WORDS],
            tops: 0,
            celled: 0,
            below: [NONE; 64],
            places: [NONE; PLACES],
            home: [13; 4],
        }
    }

    #[inline]
    pub(super) fn set_field(&mut self, card: u8, value: u8) {
        set_field(&mut self.code, card, value);
    }

    /// The card under a card that is in a column, or [`NONE`].
    #[inline]
    pub(super) fn below(&self, card: u8) -> u8 {
        self.below[usize::from(card & 63)]
    }

    #[inline]
    pub(super) fn set_below(&mut self, card: u8, below: u8) {
        self.below[usize::from(card & 63)] = below;
    }

    /// The next card of each suit that may go home, as a set.
    #[inline]
    pub(super) fn wanted(&self) -> u64 {
        let mut set = 0;
        for suit in 0..4 {
            set |= 1 << (4 * u32::from(self.home[suit]) + suit as u32);
        }
        set & ((1 << DECK) - 1)
    }

    /// Whether a card may go home.
    #[inline]
    pub(super) fn can_go_home(&self) -> bool {
        self.wanted() & (self.tops | self.celled) != 0
    }

    /// Number of cards not home.
    #[inline]
    pub(super) fn not_home(&self) -> u32 {
        52 - self.home.iter().map(|&count| u32::from(count)).sum::<u32>()
    }

    /// Where a top card or a card in a cell is.
    #[inline]
    pub(super) fn place_of(&self, card: u8) -> usize {
        self.places.iter().position(|&top| top == card).unwrap_or(0)
    }

    /// Takes the run from `card` up to `top` from its place; what lies on top there now.
    #[inline]
    pub(super) fn take(&mut self, card: u8, top: u8, place: usize) -> u8 {
        let mut below = NONE;
        if place >= FIRST_CELL {
            self.celled &= !bit(card);
        } else {
            below = self.below(card);
            self.tops &= !bit(top);
            if below != NONE {
                self.tops |= bit(below);
            }
        }
        self.places[place] = below;
        below
    }

    /// Takes a top card or a card out of a cell and puts it home; what lies on top of its place now.
    #[inline]
    pub(super) fn put_home(&mut self, card: u8, place: usize) -> u8 {
        self.home[usize::from(card & 3)] += 1;
        self.set_field(card, field::HOME);
        self.take(card, card, place)
    }

    /// A hash of the code.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        hash(&self.code)
    }
}

/// Sets the field of a card in a code.
#[inline]
pub(super) fn set_field(code: &mut [u64; WORDS], card: u8, value: u8) {
    let [first, second, third] = code;
    let (word, card) = match usize::from(card) {
        card @ 0..FIELDS_PER_WORD => (first, card),
        card @ FIELDS_PER_WORD..SECOND_END => (second, card - FIELDS_PER_WORD),
        card => (third, card - SECOND_END),
    };
    let shift = (3 * card) & 63;
    *word = *word & !(7 << shift) | u64::from(value) << shift;
}

/// A hash of a code.
#[inline]
pub(super) fn hash(&[a, b, c]: &[u64; WORDS]) -> u64 {
    // Multiplication carries low bits up; folding brings high bits down again. Odd constants from the golden
    // ratio and square roots of small primes.
    let mix = |x: u64, by: u64| {
        let wide = u128::from(x) * u128::from(by);
        wide as u64 ^ (wide >> 64) as u64
    };
    let ab = mix(a ^ 0x6a09_e667_f3bc_c909, 0x9e37_79b9_7f4a_7c15)
        ^ mix(b ^ 0x3c6e_f372_fe94_f82b, 0xbb67_ae85_84ca_a73b);
    mix(ab ^ c.rotate_left(17), 0xa54f_f53a_5f1d_36f1)
}

/// The fields of a code, card by card.
pub(super) fn fields(code: &[u64]) -> impl Iterator<Item = (u8, u8)> {
    code.iter()
        .enumerate()
        .flat_map(|(word, &bits)| {
            (0..FIELDS_PER_WORD)
                .map(move |i| ((word * FIELDS_PER_WORD + i) as u8, (bits >> (3 * i)) as u8 & 7))
        })
        .take(DECK)
}
