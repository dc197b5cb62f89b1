//! Placements of a group of tiles as numbers: the set of cells they take, and the order in which they take them.
//!
//! number = (number of the order) · (number of sets) + (number of the set). Sets are numbered as the combinatorial
//! number system does (the i-th lowest of the cells, c, adds "c over i + 1"), orders lexicographically. The order changes
//! seldom, the set with every move: with the order in front, a search stays within a few kilobytes for long.
//!
//! This form suits sliding tiles. Which cells the blank can reach depends on the set alone. A sideways move
//! leaves the order as it is, and an upward or downward move takes one tile past a few others, whatever they are, so
//! that the new order's number is a table look-up.

use crate::domains::tiles::board::Size;

/// The numbering for groups of one size on one board.
#[derive(Debug)]
pub struct Places {
    /// Tiles of the group.
    pub tiles: usize,
    /// Number of sets.
    pub sets: usize,
    /// Number of orders, k!.
    pub orders: usize,
    /// Parts of a set's number, by its lower and its upper cells.
    low: Vec<u32>,
    high: Vec<u32>,
    low_cells: u32,
    /// The order's number after the tile at place i has gone to place j, at (i · k + j) · k!.
    shifted: Vec<u16>,
    /// Every order: which of the group's tiles stands at each place.
    listed: Vec<[u8; MAX]>,
}

/// Most tiles of a group: the order's number fits 16 bits.
pub const MAX: usize = 8;

impl Places {
    /// The numbering for groups of `tiles` tiles.
    pub fn new(size: Size, tiles: usize) -> Self {
        assert!(tiles <= MAX && size.cells() <= 32, "groups of up to 8 tiles on up to 32 cells");
        let cells = size.cells() as u32;
        let low_cells = cells.div_ceil(2);
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
        let low = (0..1 << low_cells).map(|mask| part(mask, 0, 0)).collect();
        // The upper part of a whole set tells how many of its cells are below.
        let below = |mask: u32| (tiles as u32).saturating_sub(mask.count_ones());
        let high = (0..1u32 << (cells - low_cells)).map(|mask| part(mask, low_cells, below(mask))).collect();
        let listed = orders(tiles);
        let mut this = Self {
            tiles,
            sets: choose(u64::from(cells), tiles as u64) as usize,
            orders: listed.len(),
            low,
            high,
            low_cells,
            shifted: Vec::new(),
            listed,
        };
        this.shifted = vec![0; tiles * tiles * this.orders];
        for from in 0..tiles {
            for to in 0..tiles {
                for (number, order) in this.listed.iter().enumerate() {
                    let mut moved = *order;
                    if from < to {
                        moved[from..=to].rotate_left(1);
                    } else {
                        moved[to..=from].rotate_right(1);
                    }
                    let at = (from * tiles + to) * this.orders + number;
                    this.shifted[at] = order_number(&moved[..tiles]);
                }
            }
        }
        this
    }

    /// How many placements there are.
    pub fn count(&self) -> usize {
        self.sets * self.orders
    }

    /// The number of a set of cells.
    #[inline]
    pub fn set_number(&self, cells: u32) -> usize {
        let low = self.low[(cells & ((1 << self.low_cells) - 1)) as usize];
        (low + self.high[(cells >> self.low_cells) as usize]) as usize
    }

    /// The number of a placement.
    #[inline(always)]
    pub fn number(&self, cells: u32, order: u16) -> usize {
        usize::from(order) * self.sets + self.set_number(cells)
    }

    /// The set and the order's number of a placement given by the cells of the group's tiles.
    pub fn placement(&self, cell_of: &[u8]) -> (u32, u16) {
        let mut places: Vec<usize> = (0..cell_of.len()).collect();
        places.sort_by_key(|&tile| cell_of[tile]);
        let order: Vec<u8> = places.into_iter().map(|tile| tile as u8).collect();
        (cell_of.iter().fold(0, |cells, &cell| cells | 1 << cell), order_number(&order))
    }

    /// The placement after the tile in one cell has gone to another, free one.
    #[inline(always)]
    pub fn moved(&self, cells: u32, order: u16, from: usize, to: usize) -> (u32, u16) {
        let after = cells ^ (1 << from) ^ (1 << to);
        if from.abs_diff(to) == 1 {
            // It passes no other cell.
            return (after, order);
        }
        let place = (cells & ((1 << from) - 1)).count_ones();
        let new_place = (after & ((1 << to) - 1)).count_ones();
        (after, self.shifts(place as usize, new_place as usize)[usize::from(order)])
    }

    /// New numbers of all orders when the tile at one place goes to another.
    #[inline]
    pub fn shifts(&self, place: usize, new_place: usize) -> &[u16] {
        &self.shifted[(place * self.tiles + new_place) * self.orders..][..self.orders]
    }

    /// Every set, by number.
    pub fn all_sets(&self) -> Vec<u32> {
        let cells = self.low_cells + self.high.len().trailing_zeros();
        let mut sets = vec![0; self.sets];
        let mut mask: u64 = (1 << self.tiles) - 1;
        while mask < 1 << cells {
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
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_moves_keep_them_right() {
        for (side, tiles) in [(3, 1), (3, 4), (4, 3), (5, 2)] {
            let size = Size::new(side, side).unwrap();
            let places = Places::new(size, tiles);
            let mut seen = vec![false; places.count()];
            for cells in places.all_sets() {
                let taken: Vec<u8> = (0..size.cells() as u8).filter(|&cell| cells >> cell & 1 == 1).collect();
                for (number, order) in places.all_orders().enumerate() {
                    let mut cell_of = vec![0; tiles];
                    for (&tile, &cell) in order.iter().zip(&taken) {
                        cell_of[usize::from(tile)] = cell;
                    }
                    assert_eq!(places.placement(&cell_of), (cells, number as u16));
                    seen[places.number(cells, number as u16)] = true;
                    for tile in 0..tiles {
                        for to in (0..size.cells()).filter(|&to| cells >> to & 1 == 0) {
                            let mut after = cell_of.clone();
                            after[tile] = to as u8;
                            let from = usize::from(cell_of[tile]);
                            assert_eq!(
                                places.moved(cells, number as u16, from, to),
                                places.placement(&after)
                            );
                        }
                    }
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
