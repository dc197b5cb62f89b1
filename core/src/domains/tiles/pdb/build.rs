//! One breadth-first search per group, from the goal, over placements and the part of the board that the blank is in.
//!
//! The cells that the group leaves free fall into regions; within one the blank moves at no cost. So a search state is a
//! placement and a region, and a byte with a bit per region says which have been reached. A step takes a
//! tile into a neighbouring cell of the blank's region and the blank to where the tile was.
//!
//! Cells are coloured like a chessboard. Every step moves one tile to the other colour, so the sets reached in even
//! steps and in odd ones are different sets, and a layer is computed from finished data: every new set *pulls* the
//! placements that reach it out of the last layer's lists. Tasks share nothing that changes, and all
//! placements of a set lie within tens of kilobytes.

use super::places::Places;
use super::splits::Split;
use crate::domains::tiles::board::{Move, Size};
use crate::executor::Executor;
use std::sync::{Mutex, PoisonError};

/// Distance of a placement not reached yet.
const UNKNOWN: u8 = u8::MAX;
/// Sets whose entries are written together.
const TILE: usize = 128;
/// Sets per task.
const CHUNK: usize = 8;

/// Makes a split's bytes: the entries of all groups, two in a byte.
///
/// `progress` is told how much is done, and says whether to go on.
pub fn build(
    split: &Split,
    executor: &dyn Executor,
    progress: &mut dyn FnMut(f64) -> bool,
) -> Option<Vec<u8>> {
    let counts = split.groups.iter().map(|group| Places::new(split.size, group.len()).count());
    let counts: Vec<usize> = counts.collect();
    let total: usize = counts.iter().sum();
    let mut bytes = vec![0; total.div_ceil(2)];
    let mut first = 0;
    for (&tiles, count) in split.groups.iter().zip(counts) {
        let mut told = |done: usize| progress((first + done) as f64 / total as f64);
        let blocks = Search::new(split.size, tiles).run(executor, &mut told)?;
        // A few sets at a time, so that what is read and what is written both stay near.
        let sets = blocks.len();
        for (tile, blocks) in blocks.chunks(TILE).enumerate() {
            for order in 0..blocks[0].len() {
                let row = first + order * sets + tile * TILE;
                for (at, block) in (row..).zip(blocks) {
                    bytes[at / 2] |= block[order] << (4 * (at % 2));
                }
            }
        }
        first += count;
    }
    Some(bytes)
}

struct Search<'a> {
    size: Size,
    tiles: &'a [u8],
    places: Places,
    sets: Vec<u32>,
    /// The region of every free cell, by set.
    regions: Vec<[u8; 32]>,
    blocks: Vec<Mutex<Block>>,
}

/// All placements that take one set of cells.
struct Block {
    /// By order: a bit per region that the blank has been in.
    reached: Vec<u8>,
    /// By order: the first layer in which any region was reached.
    distance: Vec<u8>,
    /// Orders reached in the newest layer, by region.
    newest: Lists,
    /// How many placements were reached for the first time.
    placed: usize,
}

type Lists = Vec<Vec<u16>>;

impl<'a> Search<'a> {
    fn new(size: Size, tiles: &'a [u8]) -> Self {
        let places = Places::new(size, tiles.len());
        let sets = places.all_sets();
        let regions: Vec<[u8; 32]> = sets.iter().map(|&set| regions(size, set)).collect();
        let blocks = (0..sets.len()).map(|_| {
            let (reached, distance) = (vec![0; places.orders], vec![UNKNOWN; places.orders]);
            Mutex::new(Block { reached, distance, newest: Vec::new(), placed: 0 })
        });
        let blocks = blocks.collect();
        Self { size, tiles, places, sets, regions, blocks }
    }

    /// Finds all distances and gives every set's entries, in order. `progress` is told the placements reached.
    fn run(self, executor: &dyn Executor, progress: &mut dyn FnMut(usize) -> bool) -> Option<Vec<Vec<u8>>> {
        let goal = self.tiles.iter().fold(0, |set, &tile| set | 1 << tile);
        let (_, order) = self.places.placement(self.tiles);
        let start = self.places.set_number(goal);
        let mut last: Vec<Lists> = vec![Vec::new(); self.sets.len()];
        {
            // The blank belongs in cell 0.
            let mut block = self.blocks[start].lock().unwrap_or_else(PoisonError::into_inner);
            block.reach(order, self.regions[start][0], 0);
            last[start] = std::mem::take(&mut block.newest);
        }
        let by_colour = |odd: u32| -> Vec<usize> {
            (0..self.sets.len()).filter(|&set| colour(self.size, self.sets[set] ^ goal) == odd).collect()
        };
        let by_colour = [by_colour(0), by_colour(1)];
        let mut placed = 1;
        for layer in 1..UNKNOWN {
            let sets = &by_colour[usize::from(layer % 2)];
            executor.run(sets.len().div_ceil(CHUNK), &|task| {
                for &set in sets.iter().skip(task * CHUNK).take(CHUNK) {
                    self.pull(set, layer, &last);
                }
            });
            last.iter_mut().for_each(Vec::clear);
            let mut any = false;
            for &set in sets {
                let mut block = self.blocks[set].lock().unwrap_or_else(PoisonError::into_inner);
                placed += std::mem::take(&mut block.placed);
                last[set] = std::mem::take(&mut block.newest);
                any |= !last[set].is_empty();
            }
            if !progress(placed) {
                return None;
            }
            if !any {
                break;
            }
        }
        drop(last);
        executor.run(self.blocks.len().div_ceil(CHUNK), &|task| {
            for set in (task * CHUNK..self.blocks.len()).take(CHUNK) {
                self.finish(set);
            }
        });
        let blocks = self.blocks.into_iter();
        Some(
            blocks.map(|block| block.into_inner().unwrap_or_else(PoisonError::into_inner).distance).collect(),
        )
    }

    /// Reaches what the last layer's placements lead to in one set.
    fn pull(&self, set: usize, layer: u8, last: &[Lists]) {
        let cells = self.sets[set];
        let mut block = None;
        for to in (0..self.size.cells()).filter(|&to| cells >> to & 1 == 1) {
            for step in Move::ALL {
                // The tile that is in `to` now came from the free cell `from`.
                let Some(from) = self.size.after(to, step).filter(|&from| cells >> from & 1 == 0) else {
                    continue;
                };
                let before = cells ^ (1 << to) ^ (1 << from);
                let source = self.places.set_number(before);
                let Some(orders) = last[source].get(usize::from(self.regions[source][to])) else { continue };
                if orders.is_empty() {
                    continue;
                }
                let block = block
                    .get_or_insert_with(|| self.blocks[set].lock().unwrap_or_else(PoisonError::into_inner));
                let region = self.regions[set][from];
                let place = (before & ((1 << from) - 1)).count_ones() as usize;
                let new_place = (cells & ((1 << to) - 1)).count_ones() as usize;
                let shifts = self.places.shifts(place, new_place);
                for &order in orders {
                    block.reach(shifts[usize::from(order)], region, layer);
                }
            }
        }
    }

    /// Turns a set's distances into entries.
    fn finish(&self, set: usize) {
        let mut block = self.blocks[set].lock().unwrap_or_else(PoisonError::into_inner);
        block.reached = Vec::new();
        let cells: Vec<usize> =
            (0..self.size.cells()).filter(|&cell| self.sets[set] >> cell & 1 == 1).collect();
        for (distance, order) in block.distance.iter_mut().zip(self.places.all_orders()) {
            let far = |(&tile, &cell): (&u8, &usize)| {
                self.size.distance(usize::from(self.tiles[usize::from(tile)]), cell) as u8
            };
            let manhattan: u8 = order.iter().zip(&cells).map(far).sum();
            *distance = ((*distance - manhattan) / 2).min(15);
        }
    }
}

impl Block {
    #[inline]
    fn reach(&mut self, order: u16, region: u8, layer: u8) {
        let reached = &mut self.reached[usize::from(order)];
        if *reached >> region & 1 == 1 {
            return;
        }
        if *reached == 0 {
            self.distance[usize::from(order)] = layer;
            self.placed += 1;
        }
        *reached |= 1 << region;
        let region = usize::from(region);
        if self.newest.len() <= region {
            self.newest.resize(region + 1, Vec::new());
        }
        self.newest[region].push(order);
    }
}

/// Whether an odd number of the cells are black.
fn colour(size: Size, cells: u32) -> u32 {
    (0..size.cells())
        .filter(|&cell| cells >> cell & 1 == 1)
        .map(|cell| (size.row(cell) + size.column(cell)) as u32)
        .sum::<u32>()
        % 2
}

/// Numbers the regions of the cells that a set leaves free.
///
/// There are at most 8, so that a byte has a bit for each: on 16 cells no more than 8 are pairwise not adjacent, and
/// on 25 cells a group of six cuts off three corners at most.
fn regions(size: Size, taken: u32) -> [u8; 32] {
    let mut regions = [u8::MAX; 32];
    let mut next = 0;
    for start in 0..size.cells() {
        if taken >> start & 1 == 1 || regions[start] != u8::MAX {
            continue;
        }
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            regions[cell] = next;
            stack.extend(
                Move::ALL
                    .into_iter()
                    .filter_map(|step| size.after(cell, step))
                    .filter(|&cell| taken >> cell & 1 == 0 && regions[cell] == u8::MAX),
            );
        }
        next += 1;
    }
    debug_assert!(next <= 8);
    regions
}
