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

use super::places::{MAX, Places, Shifts};
use super::splits::Split;
use crate::board::{Move, Size};
use std::sync::{Mutex, PoisonError};
use unstuck_core::executor::Executor;

/// Most regions that a set can leave; see [`regions`].
const REGIONS: usize = 8;
/// More layers than any group needs.
const LAYERS: u8 = u8::MAX;
/// Sets whose entries are written together.
const TILE: usize = 128;
/// Sets per task.
const CHUNK: usize = 8;
/// Tasks between two polls: well below a second of work, also on a busy machine.
const BATCH: usize = 64;

/// Makes a split's bytes: the entries of all groups, two in a byte.
///
/// `progress` receives how much is done, and returns whether to go on.
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
        let mut report = |done: usize| progress((first + done) as f64 / total as f64);
        let blocks = Search::new(split.size, tiles).run(executor, &mut report)?;
        // A few sets at a time, so that what is read and what is written both stay near.
        let sets = blocks.len();
        for (tile, blocks) in blocks.chunks(TILE).enumerate() {
            if !report(count) {
                return None;
            }
            for order in 0..count / sets {
                let row = first + order * sets + tile * TILE;
                for (at, block) in (row..).zip(blocks) {
                    let entry = block[order / 2] >> (4 * (order % 2)) & 15;
                    bytes[at / 2] |= entry << (4 * (at % 2));
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
    shifts: Shifts,
    sets: Vec<u32>,
    /// The region of every free cell, by set.
    regions: Vec<[u8; 32]>,
    blocks: Vec<Mutex<Block>>,
}

/// All placements that take one set of cells.
struct Block {
    /// By order: a bit per region that the blank has been in.
    reached: Vec<u8>,
    /// By order, two in a byte: the table's entries.
    entries: Vec<u8>,
    /// Orders reached in the newest layer.
    newest: Lists,
    /// How many placements were reached for the first time.
    placed: usize,
}

/// Orders by region, without a byte to spare: the largest layers hold tens of millions.
#[derive(Clone, Default)]
struct Lists {
    orders: Box<[u16]>,
    /// Where each region's orders end.
    ends: [u32; REGIONS],
}

impl Lists {
    fn of(&self, region: u8) -> &[u16] {
        let region = usize::from(region);
        let start = if region == 0 { 0 } else { self.ends[region - 1] };
        self.orders.get(start as usize..self.ends[region] as usize).unwrap_or(&[])
    }

    /// Takes what was collected.
    fn take(collected: &mut [Vec<u16>; REGIONS]) -> Self {
        let mut ends = [0; REGIONS];
        let mut orders = Vec::with_capacity(collected.iter().map(Vec::len).sum());
        for (end, list) in ends.iter_mut().zip(collected) {
            orders.append(list);
            *end = orders.len() as u32;
        }
        Self { orders: orders.into_boxed_slice(), ends }
    }
}

impl<'a> Search<'a> {
    fn new(size: Size, tiles: &'a [u8]) -> Self {
        let places = Places::new(size, tiles.len());
        let shifts = Shifts::new(&places);
        let sets = places.all_sets();
        let regions: Vec<[u8; 32]> = sets.iter().map(|&set| regions(size, set)).collect();
        let blocks = (0..sets.len()).map(|_| {
            let (reached, entries) = (vec![0; places.orders], vec![0; places.orders.div_ceil(2)]);
            Mutex::new(Block { reached, entries, newest: Lists::default(), placed: 0 })
        });
        let blocks = blocks.collect();
        Self { size, tiles, places, shifts, sets, regions, blocks }
    }

    /// Finds all distances and gives every set's entries, in order. `progress` receives the placements reached.
    fn run(self, executor: &dyn Executor, progress: &mut dyn FnMut(usize) -> bool) -> Option<Vec<Vec<u8>>> {
        let goal = self.tiles.iter().fold(0, |set, &tile| set | 1 << tile);
        let (_, order) = self.places.placement(self.tiles);
        let start = self.places.set_number(goal);
        let mut last = vec![Lists::default(); self.sets.len()];
        {
            // The blank belongs in cell 0.
            let mut block = self.blocks[start].lock().unwrap_or_else(PoisonError::into_inner);
            let mut collected = Default::default();
            block.reach(order, self.regions[start][0], &mut collected);
            last[start] = Lists::take(&mut collected);
        }
        let by_colour = |odd: u32| -> Vec<usize> {
            (0..self.sets.len()).filter(|&set| colour(self.size, self.sets[set] ^ goal) == odd).collect()
        };
        let by_colour = [by_colour(0), by_colour(1)];
        let mut placed = 1;
        for layer in 1..LAYERS {
            let sets = &by_colour[usize::from(layer % 2)];
            for batch in sets.chunks(BATCH * CHUNK) {
                executor.run(batch.len().div_ceil(CHUNK), &|task| {
                    let mut collected = Default::default();
                    for &set in batch.iter().skip(task * CHUNK).take(CHUNK) {
                        self.pull(set, layer, &last, &mut collected);
                    }
                });
                if !progress(placed) {
                    return None;
                }
            }
            last.fill(Lists::default());
            let mut any = false;
            for &set in sets {
                let mut block = self.blocks[set].lock().unwrap_or_else(PoisonError::into_inner);
                placed += std::mem::take(&mut block.placed);
                last[set] = std::mem::take(&mut block.newest);
                any |= !last[set].orders.is_empty();
            }
            if !any {
                break;
            }
        }
        drop(last);
        let blocks = self.blocks.into_iter();
        Some(blocks.map(|block| block.into_inner().unwrap_or_else(PoisonError::into_inner).entries).collect())
    }

    /// Reaches what the last layer's placements lead to in one set.
    fn pull(&self, set: usize, layer: u8, last: &[Lists], collected: &mut [Vec<u16>; REGIONS]) {
        let cells = self.sets[set];
        let far = self.distances(cells);
        let mut block = None;
        for to in (0..self.size.cells()).filter(|&to| cells >> to & 1 == 1) {
            for step in Move::ALL {
                // The tile that is in `to` now came from the free cell `from`.
                let Some(from) = self.size.after(to, step).filter(|&from| cells >> from & 1 == 0) else {
                    continue;
                };
                let before = cells ^ (1 << to) ^ (1 << from);
                let source = self.places.set_number(before);
                let orders = last[source].of(self.regions[source][to]);
                if orders.is_empty() {
                    continue;
                }
                let block = block
                    .get_or_insert_with(|| self.blocks[set].lock().unwrap_or_else(PoisonError::into_inner));
                let region = self.regions[set][from];
                let place = (before & ((1 << from) - 1)).count_ones() as usize;
                let new_place = (cells & ((1 << to) - 1)).count_ones() as usize;
                let shifts = self.shifts.of(place, new_place);
                for &order in orders {
                    let order = shifts[usize::from(order)];
                    if block.reach(order, region, collected) {
                        let tiles = self.places.order(order).iter().zip(&far);
                        let manhattan: u8 = tiles.map(|(&tile, far)| far[usize::from(tile)]).sum();
                        let entry = ((layer - manhattan) / 2).min(15);
                        block.entries[usize::from(order) / 2] |= entry << (4 * (order % 2));
                    }
                }
            }
        }
        if let Some(mut block) = block {
            block.newest = Lists::take(collected);
        }
    }

    /// How far every tile of the group is from home at each place of a set.
    fn distances(&self, cells: u32) -> Vec<[u8; MAX]> {
        let taken = (0..self.size.cells()).filter(|&cell| cells >> cell & 1 == 1);
        let far = |cell: usize| {
            let mut far = [0; MAX];
            for (far, &tile) in far.iter_mut().zip(self.tiles) {
                *far = self.size.distance(usize::from(tile), cell) as u8;
            }
            far
        };
        taken.map(far).collect()
    }
}

impl Block {
    /// Notes that an order is reached with the blank in a region; whether this is the first time for any region.
    #[inline]
    fn reach(&mut self, order: u16, region: u8, collected: &mut [Vec<u16>; REGIONS]) -> bool {
        let reached = &mut self.reached[usize::from(order)];
        if *reached >> region & 1 == 1 {
            return false;
        }
        let first = *reached == 0;
        self.placed += usize::from(first);
        *reached |= 1 << region;
        collected[usize::from(region)].push(order);
        first
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
    debug_assert!(usize::from(next) <= REGIONS);
    regions
}
