//! Playing cards, numbered 4·rank + suit.
//!
//! ```
//! use unstuck_freecell::card::Card;
//! let ten: Card = "10h".parse().unwrap();
//! assert_eq!((ten.rank(), ten.suit(), ten.is_red()), (9, 2, true));
//! assert_eq!(ten.to_string(), "TH");
//! ```

use std::fmt;
use std::str::FromStr;

/// How many there are.
pub const DECK: usize = 52;
/// Letters of the ranks, ace first.
pub const RANKS: [char; 13] = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
/// Letters of the suits, in the order of the numbered deals.
pub const SUITS: [char; 4] = ['C', 'D', 'H', 'S'];

/// A card: 4·rank + suit, the ace's rank being 0 and the suits clubs, diamonds, hearts, spades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// The card of a rank (ace 0 … king 12) and a suit (C 0, D 1, H 2, S 3).
    pub const fn new(rank: u8, suit: u8) -> Self {
        Self(4 * rank + suit)
    }
    /// 0 for an ace, 12 for a king.
    pub const fn rank(self) -> u8 {
        self.0 >> 2
    }
    /// Clubs 0, diamonds 1, hearts 2, spades 3.
    pub const fn suit(self) -> u8 {
        self.0 & 3
    }
    /// Diamonds and hearts.
    pub const fn is_red(self) -> bool {
        matches!(self.suit(), 1 | 2)
    }
    /// Rank and suit in full words, such as "the ten of hearts".
    pub fn words(self) -> String {
        const RANK: [&str; 13] = [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
            "king",
        ];
        const SUIT: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
        format!("the {} of {}", RANK[usize::from(self.rank())], SUIT[usize::from(self.suit())])
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[usize::from(self.rank())], SUITS[usize::from(self.suit())])
    }
}

/// Not a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a card")]
pub struct NotACard;

/// The rank that a text names, ace 0; `T` and `10` are the ten.
pub(super) fn rank_named(text: &str) -> Option<u8> {
    let mut letters = text.chars();
    let letter = match (letters.next()?, letters.next(), letters.next()) {
        ('1', Some('0'), None) => 'T',
        (letter, None, None) => letter.to_ascii_uppercase(),
        _ => return None,
    };
    RANKS.iter().position(|&rank| rank == letter).map(|rank| rank as u8)
}

/// The suit of a letter.
pub(super) fn suit_named(letter: char) -> Option<u8> {
    SUITS.iter().position(|&suit| suit == letter.to_ascii_uppercase()).map(|suit| suit as u8)
}

impl FromStr for Card {
    type Err = NotACard;

    /// Rank then suit; `T` and `10` are the ten, and case does not matter.
    fn from_str(text: &str) -> Result<Self, NotACard> {
        let (at, letter) = text.char_indices().next_back().ok_or(NotACard)?;
        let suit = suit_named(letter).ok_or(NotACard)?;
        let rank = rank_named(&text[..at]).ok_or(NotACard)?;
        Ok(Self::new(rank, suit))
    }
}
