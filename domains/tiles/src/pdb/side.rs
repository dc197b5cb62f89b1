//! The placements of all groups, on the board as it is or on the mirrored board, and what a move makes of them.
//!
//! The fields of all groups are packed into words. A word is a value, which the compiler keeps in a register and
//! computes only for children that are not cut off; an array that is indexed by the group would be memory, copied for
//! every child.

use super::{Database, GROUPS, Placed, Tile};
use crate::board::Move;

/// The cells taken by every group, in one word, on boards of one size.
pub trait Sets: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Width and height of the board.
    const SIDE: usize;
    /// No cells at all.
    const EMPTY: Self;

    /// The cells of a group.
    fn of(self, group: usize) -> u32;
    /// Flips cells of a group.
    #[must_use]
    fn flip(self, group: usize, cells: u32) -> Self;
}

macro_rules! sets {
    ($word:ty, $side:literal) => {
        impl Sets for $word {
            const SIDE: usize = $side;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(self, group: usize) -> u32 {
                const BITS: u32 = <$word>::BITS / GROUPS as u32;
                (self >> (BITS as usize * group)) as u32 & (u32::MAX >> (32 - BITS))
            }
            #[inline(always)]
            fn flip(self, group: usize, cells: u32) -> Self {
                self ^ <$word>::from(cells) << (<$word>::BITS as usize / GROUPS * group)
            }
        }
    };
}
sets!(u64, 4);
sets!(u128, 5);

/// The placements of all groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side<S> {
    sets: S,
    /// The numbers of the orders, 16 bits each.
    orders: u64,
    /// The entries, 8 bits each.
    entries: u32,
    /// Sum of the entries.
    pub sum: u32,
}

impl<S: Sets> Side<S> {
    /// Packs placements.
    pub fn new(placed: &[Placed; GROUPS]) -> Self {
        let mut side = Self { sets: S::EMPTY, orders: 0, entries: 0, sum: 0 };
        for (group, placed) in placed.iter().enumerate() {
            side.sets = side.sets.flip(group, placed.cells);
            side.orders |= u64::from(placed.order) << (16 * group);
            side.entries |= u32::from(placed.excess) << (8 * group);
            side.sum += u32::from(placed.excess);
        }
        side
    }
}

/// How many of up to four cells are taken, by their bits: four bits each.
const TAKEN: u64 = 0x4332_3221_3221_2110;

impl Database {
    /// The placements after a tile has gone from one cell to another, by this move of the blank.
    #[inline(always)]
    pub fn after<S: Sets>(
        &self,
        side: Side<S>,
        mirror: bool,
        tile: u8,
        (from, to): (usize, usize),
        blank: Move,
    ) -> Side<S> {
        let Tile { group: number, start } = self.tiles[usize::from(mirror)][usize::from(tile) % 32];
        let number = usize::from(number) % GROUPS;
        let group = &self.groups[number];
        let mirrored = |cell: usize| cell % S::SIDE * S::SIDE + cell / S::SIDE;
        let at = |cell: usize| (if mirror { mirrored(cell) } else { cell }) % 32;
        let moved = 1 << at(from) | 1 << at(to);
        let set = side.sets.of(number);
        let order = (side.orders >> (16 * number)) as u16;
        let new_order = if mirror == matches!(blank, Move::Left | Move::Right) {
            // It passes the tiles between two cells of a column.
            let between = set >> (at(from.min(to)) + 1) & ((1 << (S::SIDE - 1)) - 1);
            let passed = (TAKEN >> (4 * between) & 15) as isize;
            // The tile goes where the blank comes from.
            let forwards = matches!(blank, Move::Up | Move::Left);
            group.passes.after(order, start.into(), if forwards { passed } else { -passed })
        } else {
            order
        };
        let set_number = group.places.set_number_of(set ^ moved, (S::SIDE * S::SIDE) as u32);
        let index = group.first + usize::from(new_order) * group.places.sets + set_number;
        let entry = u32::from(self.entry(index));
        let old_entry = side.entries >> (8 * number) & 255;
        Side {
            sets: side.sets.flip(number, moved),
            orders: side.orders ^ u64::from(order ^ new_order) << (16 * number),
            entries: side.entries ^ (entry ^ old_entry) << (8 * number),
            sum: side.sum - old_entry + entry,
        }
    }
}
