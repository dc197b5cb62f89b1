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
//! | [`side`] | the placements of all groups of a board, and what a move makes of them |

pub mod build;
pub mod places;
pub mod side;
pub mod splits;

use super::board::Size;
use places::{Passes, Places};
use splits::{SPLITS, Split};
use std::sync::OnceLock;
use unstuck_core::resources::{ResourceError, Resources};

/// Most groups of a split.
pub const GROUPS: usize = 4;

/// One split's tables, ready to be looked up.
#[derive(Debug)]
pub struct Database {
    /// Which tiles go together.
    pub split: &'static Split,
    bytes: &'static [u8],
    groups: [Group; GROUPS],
    /// Every tile on the board as it is, and on the mirrored board.
    tiles: [[Tile; 32]; 2],
    /// The cell on the other side of the diagonal.
    mirrored: [u8; 32],
}

/// One group's part of a database; one without tiles where the split has fewer groups.
#[derive(Debug)]
struct Group {
    /// Its placements as numbers.
    places: Places,
    /// What moves make of its orders.
    passes: Passes,
    /// Its tiles, ascending.
    tiles: &'static [u8],
    /// Where its entries begin.
    first: usize,
}

/// What a tile is to a database.
#[derive(Debug, Clone, Copy, Default)]
struct Tile {
    /// Its group.
    group: u8,
    /// Its place in the rows of [`Passes`].
    start: u8,
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
        let width = usize::from(split.size.width);
        let mut mirrored = [0; 32];
        for (cell, other) in mirrored.iter_mut().enumerate().take(split.size.cells()) {
            *other = (split.size.column(cell) * width + split.size.row(cell)) as u8;
        }
        let mut tiles = [[Tile::default(); 32]; 2];
        let mut groups: Vec<Group> = Vec::new();
        let mut first = 0;
        for number in 0..GROUPS {
            let of_group = split.groups.get(number).copied().unwrap_or(&[]);
            for (place, &tile) in of_group.iter().enumerate() {
                let start = Passes::start(place, width) as u8;
                tiles[0][usize::from(tile)] = Tile { group: number as u8, start };
                // The default goal has tile k in cell k, so tiles mirror as cells do.
                tiles[1][usize::from(mirrored[usize::from(tile)])] = Tile { group: number as u8, start };
            }
            // Groups of one size share the tables of their numbering.
            let (places, passes) = match groups.iter().find(|other| other.tiles.len() == of_group.len()) {
                Some(other) => (other.places.clone(), other.passes.clone()),
                None => {
                    let places = Places::new(split.size, of_group.len());
                    let passes = Passes::new(&places, width);
                    (places, passes)
                }
            };
            let entries = places.count();
            groups.push(Group { places, passes, tiles: of_group, first });
            first += entries;
        }
        let groups = groups.try_into().expect("as many as there is room for");
        Self { split, bytes, groups, tiles, mirrored }
    }

    #[inline(always)]
    fn entry(&self, index: usize) -> u8 {
        self.bytes[index / 2] >> (4 * (index % 2)) & 15
    }

    /// Looks up all groups of a board, as it is or mirrored. `places` are the tiles' cells.
    pub fn look_up(&self, places: &[u8], mirror: bool) -> [Placed; GROUPS] {
        let mut all = [Placed::default(); GROUPS];
        for (group, placed) in self.groups.iter().zip(&mut all).take(self.split.groups.len()) {
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
            placed.excess = self.entry(group.first + group.places.number(placed.cells, placed.order));
        }
        all
    }

    /// Largest estimate.
    pub fn most(&self, manhattan: u32) -> u32 {
        manhattan + 2 * 15 * self.split.groups.len() as u32
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
