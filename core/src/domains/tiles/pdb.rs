//! Additive pattern databases (Korf and Felner, 2002).
//!
//! Divide the tiles into groups. For each group, the least number of moves *of its own tiles* that brings them home,
//! all other tiles being ignored, is found for every placement of the group by one breadth-first search from the goal.
//! A move moves one tile, hence counts in one group: the groups' numbers add up to an admissible estimate. Mirroring
//! the board at its diagonal gives a second estimate from the same tables, and the larger of the two counts.
//!
//! A table entry is the number of moves beyond the group's Manhattan distance, halved (the two are always both even or
//! both odd), in four bits; the few entries that would need more are cut to 15, which stays admissible. The estimate is
//! Manhattan + twice the larger sum. The blank's cell is left out of the tables: an entry is the least over all
//! cells of the blank. That makes them small and, now and then, inconsistent.
//!
//! | file | idea |
//! |---|---|
//! | [`splits`] | which tiles go together |
//! | [`places`] | placements of a group as numbers |
//! | [`build`] | the breadth-first search |

pub mod build;
pub mod places;
pub mod splits;

use super::board::Size;
use crate::resources::{ResourceError, Resources};
use places::Places;
use splits::{SPLITS, Split};
use std::sync::OnceLock;

/// Most groups of a split.
pub const GROUPS: usize = 4;

/// One split's tables, ready to be looked up.
#[derive(Debug)]
pub struct Database {
    /// Which tiles go together.
    pub split: &'static Split,
    bytes: &'static [u8],
    /// One per group.
    groups: Vec<Group>,
    /// The group of every tile on the board as it is, and on the mirrored board.
    group_of: [[u8; 64]; 2],
    /// The cell on the other side of the diagonal.
    mirrored: [u8; 64],
}

/// One group's part of a database.
#[derive(Debug)]
pub struct Group {
    /// Its placements as numbers.
    pub places: Places,
    /// Its tiles, ascending.
    tiles: &'static [u8],
    /// Where its entries begin.
    first: usize,
}

/// A group's placement and the entry found for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Placed {
    /// Cells taken by the group's tiles.
    pub cells: u32,
    /// The number of the order in which they take them.
    pub order: u16,
    /// The entry: half the moves beyond Manhattan.
    pub excess: u8,
}

impl Database {
    /// A database over bytes that [`build`](build::build) made for the split.
    pub fn new(split: &'static Split, bytes: &'static [u8]) -> Self {
        let cells = split.size.cells();
        let mut group_of = [[u8::MAX; 64]; 2];
        let mut mirrored = [0; 64];
        for (cell, other) in mirrored.iter_mut().enumerate().take(cells) {
            *other = (split.size.column(cell) * usize::from(split.size.width) + split.size.row(cell)) as u8;
        }
        let mut first = 0;
        let mut groups = Vec::new();
        for (number, &tiles) in split.groups.iter().enumerate() {
            let places = Places::new(split.size, tiles.len());
            for &tile in tiles {
                group_of[0][usize::from(tile)] = number as u8;
                // The default goal has tile k in cell k, so tiles mirror as cells do.
                group_of[1][usize::from(mirrored[usize::from(tile)])] = number as u8;
            }
            let entries = places.count();
            groups.push(Group { places, tiles, first });
            first += entries;
        }
        Self { split, bytes, groups, group_of, mirrored }
    }

    #[inline(always)]
    fn entry(&self, group: &Group, placed: Placed) -> u8 {
        let index = group.first + group.places.number(placed.cells, placed.order);
        self.bytes[index / 2] >> (4 * (index % 2)) & 15
    }

    /// Looks up all groups of a board, as it is or mirrored. `places` are the tiles' cells.
    pub fn look_up(&self, places: &[u8], mirror: bool) -> [Placed; GROUPS] {
        let mut all = [Placed::default(); GROUPS];
        for (group, placed) in self.groups.iter().zip(&mut all) {
            let cell_of = |&tile: &u8| {
                let cell_of = |tile: u8| places[usize::from(tile)];
                if mirror {
                    self.mirrored[usize::from(cell_of(self.mirrored[usize::from(tile)]))]
                } else {
                    cell_of(tile)
                }
            };
            let cells: Vec<u8> = group.tiles.iter().map(cell_of).collect();
            (placed.cells, placed.order) = group.places.placement(&cells);
            placed.excess = self.entry(group, *placed);
        }
        all
    }

    /// Which group changes when a tile moves, and what becomes of it.
    #[inline(always)]
    pub fn after(
        &self,
        all: &[Placed],
        tile: u8,
        (from, to): (usize, usize),
        mirror: bool,
    ) -> (usize, Placed) {
        let number = usize::from(self.group_of[usize::from(mirror)][usize::from(tile) % 64]);
        let (from, to) = if mirror {
            (usize::from(self.mirrored[from % 64]), usize::from(self.mirrored[to % 64]))
        } else {
            (from, to)
        };
        let group = &self.groups[number];
        let old = all[number];
        let (cells, order) = group.places.moved(old.cells, old.order, from, to);
        let mut placed = Placed { cells, order, excess: 0 };
        placed.excess = self.entry(group, placed);
        (number, placed)
    }

    /// Largest estimate.
    pub fn most(&self, manhattan: u32) -> u32 {
        manhattan + 2 * 15 * self.groups.len() as u32
    }
}

static MADE: [OnceLock<Database>; SPLITS.len()] = [const { OnceLock::new() }; SPLITS.len()];

/// Fetches the databases that these features read.
pub fn prepare(features: &[&str], resources: &mut dyn Resources) -> Result<(), ResourceError> {
    for (split, made) in SPLITS.iter().zip(&MADE) {
        if features.contains(&split.table.name) && made.get().is_none() {
            let bytes = resources
                .table(&split.table, &|executor, progress| build::build(split, executor, progress))?;
            if bytes.len() as u64 != split.table.bytes {
                let reason = format!("{} bytes instead of {}", bytes.len(), split.table.bytes);
                return Err(ResourceError::Failed { name: split.table.name, reason });
            }
            made.get_or_init(|| Database::new(split, bytes));
        }
    }
    Ok(())
}

/// The databases for boards of a size, by the number of their split.
pub fn of_size(size: Size) -> [Option<&'static Database>; SPLITS.len()] {
    std::array::from_fn(|number| MADE[number].get().filter(|database| database.split.size == size))
}
