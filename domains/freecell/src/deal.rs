//! The numbered deals: Microsoft's 1 … 2³¹−1 and their two extensions, up to 2³³−1.
//!
//! A linear congruential generator picks cards from a deck in the order AC AD AH AS 2C …; the picked card is
//! replaced by the last one left. How the generator's state becomes a number differs in the three ranges.
//!
//! ```
//! use unstuck_freecell::{board::Rules, deal::deal, text};
//! let board = deal(1, &Rules::default()).unwrap();
//! assert!(text::print(&board).starts_with("JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n"));
//! ```

use super::board::{Board, Rules};
use super::card::{Card, DECK};

/// The last deal that has a number.
pub const LAST: u64 = (1 << 33) - 1;

/// The deal of that number; `None` outside 1 … 2³³−1.
pub fn deal(number: u64, rules: &Rules) -> Option<Board> {
    if !(1..=LAST).contains(&number) {
        return None;
    }
    let mut seed = number as u32;
    let mut deck: [u8; DECK] = std::array::from_fn(|i| i as u8);
    let height = DECK.div_ceil(rules.columns);
    let mut columns: Vec<Vec<Card>> = (0..rules.columns).map(|_| Vec::with_capacity(height)).collect();
    for i in 0..DECK {
        seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
        let drawn = match number {
            0..0x8000_0000 => seed >> 16 & 0x7fff,
            0x8000_0000..0x1_0000_0000 => seed >> 16 & 0x7fff | 0x8000,
            _ => (seed >> 16 & 0xffff) + 1,
        };
        let left = DECK - i;
        let at = drawn as usize % left;
        columns[i % rules.columns].push(Card(deck[at]));
        deck[at] = deck[left - 1];
    }
    Some(Board { columns, cells: vec![None; rules.cells], home: [0; 4] })
}
