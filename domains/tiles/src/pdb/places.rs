//! Placements of a group of tiles as numbers: the set of cells they take, and the order in which they take them.
//!
//! number = (number of the order) · (number of sets) + (number of the set). Sets are numbered as the combinatorial
//! number system does (the i-th lowest of the cells, c, adds "c over i + 1"), orders lexicographically. The order changes
//! seldom, the set with every move: with the order in front, a search stays within a few kilobytes for long.
//!
//! This form suits sliding tiles. Which cells the blank can reach depends on the set alone. A sideways move
//! leaves the order as it is, and an upward or downward move takes one tile past a few others, whatever they are, so
//! that the new order's number is a table look-up: [`Shifts`] has it for all orders and one pair of places, [`Passes`]
//! for one order and all moves.

use crate::board::Size;
use std::sync::Arc;

/// The numbering for groups of one size on one board.
#[derive(Debug, Clone)]
pub struct Places {
    /// Tiles of the group.
    pub tiles: usize,
    /// Number of sets.
    pub sets: usize,
    /// Number of orders, k!.
    pub orders: usize,
    /// Cells of the board.
    cells: u32,
    /// Parts of a set's number: by its lower cells, then by its upper ones.
    parts: Arc<[u32; PARTS]>,
    /// Every order: which of the group's tiles stands at each place.
    listed: Arc<[[u8; MAX]]>,
}

/// Most tiles of a group: the order's number fits 16 bits.
pub const MAX: usize = 8;
/// Room for the parts of sets of 25 cells; a power of two, so that a masked number is always in bounds.
const PARTS: usize = 1 << 14;

/// How many of a board's cells are its lower ones.
const fn low_cells(cells: u32) -> u32 {
    cells.div_ceil(2)
}

impl Places {
    /// The numbering for groups of `tiles` tiles.
    pub fn new(size: Size, tiles: usize) -> Self {
        assert!(tiles <= MAX && size.cells() <= 25, "groups of up to 8 tiles on up to 25 cells");
        let cells = size.cells() as u32;
        let low_cells = low_cells(cells);
        let part = |mask: u32, first: u32, below: u32| {
            let mut sum = 0;
            let mut rest = mask;
            let mut place = below;
            while rest != 0 {
                place += 1;
                sum += choose(u64::from(first + rest.trailing_zeros()), u64::from(place));
                rest &= rest - 1;
            }
            sum as u32
        };
        let low = (0..1 << low_cells).map(|mask| part(mask, 0, 0));
        // The upper part of a whole set tells how many of its cells are below.
        let below = |mask: u32| (tiles as u32).saturating_sub(mask.count_ones());
        let high = (0..1u32 << (cells - low_cells)).map(|mask| part(mask, low_cells, below(mask)));
        let mut parts = Arc::new([0; PARTS]);
        for (part, number) in Arc::make_mut(&mut parts).iter_mut().zip(low.chain(high)) {
            *part = number;
        }
        let listed = orders(tiles);
        let sets = choose(u64::from(cells), tiles as u64) as usize;
        Self { tiles, sets, orders: listed.len(), cells, parts, listed: listed.into() }
    }

    /// How many placements there are.
    pub fn count(&self) -> usize {
        self.sets * self.orders
    }

    /// The number of a set of cells.
    #[inline]
    pub fn set_number(&self, set: u32) -> usize {
        self.set_number_of(set, self.cells)
    }

    /// The same with the board's number of cells known to the caller, and to the compiler.
    #[inline(always)]
    pub fn set_number_of(&self, set: u32, cells: u32) -> usize {
        let low_cells = low_cells(cells);
        let low = set & ((1 << low_cells) - 1);
        let high = (1 << low_cells) + (set >> low_cells);
        (self.parts[low as usize % PARTS] + self.parts[high as usize % PARTS]) as usize
    }

    /// The number of a placement.
    pub fn number(&self, set: u32, order: u16) -> usize {
        usize::from(order) * self.sets + self.set_number(set)
    }

    /// The set and the order's number of a placement given by the cells of the group's tiles.
    pub fn placement(&self, cell_of: &[u8]) -> (u32, u16) {
        let mut places: Vec<usize> = (0..cell_of.len()).collect();
        places.sort_by_key(|&tile| cell_of[tile]);
        let order: Vec<u8> = places.into_iter().map(|tile| tile as u8).collect();
        (cell_of.iter().fold(0, |cells, &cell| cells | 1 << cell), order_number(&order))
    }

    /// Every set, by number.
    pub fn all_sets(&self) -> Vec<u32> {
        let mut sets = vec![0; self.sets];
        let mut mask: u64 = (1 << self.tiles) - 1;
        while mask < 1 << self.cells {
            sets[self.set_number(mask as u32)] = mask as u32;
            // The next larger number with as many bits (Gosper).
            let lowest = mask & mask.wrapping_neg();
            let ripple = mask + lowest;
            mask = ripple | (((mask ^ ripple) >> 2) / lowest);
        }
        sets
    }

    /// An order: which of the group's tiles stands at each place.
    #[inline]
    pub fn order(&self, number: u16) -> &[u8] {
        &self.listed[usize::from(number)][..self.tiles]
    }

    /// Every order, by number: which of the group's tiles stands at each place.
    #[cfg(test)]
    fn all_orders(&self) -> impl Iterator<Item = &[u8]> {
        self.listed.iter().map(|order| &order[..self.tiles])
    }
}

/// The order's number after the tile at one place has gone to another.
#[derive(Debug)]
pub struct Shifts {
    tiles: usize,
    orders: usize,
    /// From place i to place j at (i · k + j) · k!.
    numbers: Vec<u16>,
}

impl Shifts {
    /// The table of a numbering.
    pub fn new(places: &Places) -> Self {
        let Places { tiles, orders, .. } = *places;
        // Of neighbours that change places; everything else is some of these in a row.
        let swap = |place: usize| {
            let swapped = places.listed.iter().map(move |order| {
                let mut swapped = *order;
                swapped.swap(place, place + 1);
                order_number(&swapped[..tiles])
            });
            swapped.collect()
        };
        let swaps: Vec<Vec<u16>> = (1..tiles).map(|place| swap(place - 1)).collect();
        let mut this = Self { tiles, orders, numbers: Vec::with_capacity(tiles * tiles * orders) };
        for from in 0..tiles {
            let mut rows: Vec<Vec<u16>> = vec![(0..orders as u16).collect(); tiles];
            for to in from + 1..tiles {
                rows[to] = rows[to - 1].iter().map(|&order| swaps[to - 1][usize::from(order)]).collect();
            }
            for to in (0..from).rev() {
                rows[to] = rows[to + 1].iter().map(|&order| swaps[to][usize::from(order)]).collect();
            }
            this.numbers.extend(rows.into_iter().flatten());
        }
        this
    }

    /// New numbers of all orders when the tile at one place goes to another.
    #[inline]
    pub fn of(&self, place: usize, new_place: usize) -> &[u16] {
        &self.numbers[(place * self.tiles + new_place) * self.orders..][..self.orders]
    }
}

/// The order's number after a tile has passed some others. All that can follow an order lies side by side: a search
/// stays with it for long.
#[derive(Debug, Clone)]
pub struct Passes {
    /// By order, tile, and how many it passes: from width − 1 backwards to as many forwards.
    numbers: Arc<[u16]>,
    row: usize,
}

impl Passes {
    /// The table of a numbering on a board so wide.
    pub fn new(places: &Places, width: usize) -> Self {
        let shifts = Shifts::new(places);
        let mut numbers = Vec::with_capacity(places.orders * places.tiles * moves(width));
        for number in 0..places.orders {
            let order = places.order(number as u16);
            for tile in 0..places.tiles {
                let place = order.iter().position(|&other| usize::from(other) == tile).unwrap_or(0);
                for passed in 0..moves(width) {
                    let new_place = (place + passed).checked_sub(width - 1);
                    // It cannot pass more tiles than there are.
                    let new_place = new_place.filter(|&place| place < places.tiles).unwrap_or(place);
                    numbers.push(shifts.of(place, new_place)[number]);
                }
            }
        }
        Self { numbers: numbers.into(), row: places.tiles * moves(width) }
    }

    /// Where a row has the numbers of a tile that passes none.
    pub fn start(tile: usize, width: usize) -> usize {
        tile * moves(width) + width - 1
    }

    /// The number after a tile with that [`start`](Self::start) has passed so many, if negative backwards.
    #[inline(always)]
    pub fn after(&self, order: u16, start: usize, passed: isize) -> u16 {
        self.numbers[usize::from(order) * self.row + start.wrapping_add_signed(passed)]
    }
}

/// How many entries a tile has: each of the cells between two of a column may be taken, whichever way it goes.
const fn moves(width: usize) -> usize {
    2 * width - 1
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// The lexicographic number of an order.
fn order_number(order: &[u8]) -> u16 {
    let mut number = 0;
    for (place, &tile) in order.iter().enumerate() {
        let smaller = order[place + 1..].iter().filter(|&&later| later < tile).count();
        number = number * (order.len() - place) + smaller;
    }
    number as u16
}

/// All orders, lexicographically.
fn orders(tiles: usize) -> Vec<[u8; MAX]> {
    fn extend(prefix: &mut [u8; MAX], length: usize, left: u32, all: &mut Vec<[u8; MAX]>) {
        if left == 0 {
            return all.push(*prefix);
        }
        for tile in (0..MAX as u8).filter(|&tile| left >> tile & 1 == 1) {
            prefix[length] = tile;
            extend(prefix, length + 1, left & !(1 << tile), all);
        }
    }
    let mut all = Vec::new();
    extend(&mut [0; MAX], 0, (1 << tiles) - 1, &mut all);
    all
}

#[cfg(test)]
mod tests;
