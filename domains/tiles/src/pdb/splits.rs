//! Which tiles go together: one line per database.

use crate::board::Size;
use unstuck_core::resources::PatternDatabaseInfo;

/// A division of all tiles into groups.
#[derive(Debug, PartialEq, Eq)]
pub struct Split {
    /// The table, named like the feature.
    pub table: PatternDatabaseInfo,
    /// The board, with the default goal.
    pub size: Size,
    /// The groups, each ascending.
    pub groups: &'static [&'static [u8]],
}

const FIFTEEN: Size = Size { width: 4, height: 4 };
const TWENTY_FOUR: Size = Size { width: 5, height: 5 };

/// All of them.
pub const SPLITS: [Split; 4] = [
    split(
        "pdb_555",
        "5-5-5 pattern database of the 15-puzzle",
        FIFTEEN,
        &[&[1, 2, 3, 6, 7], &[4, 5, 8, 9, 12], &[10, 11, 13, 14, 15]],
    ),
    split(
        "pdb_663",
        "6-6-3 pattern database of the 15-puzzle",
        FIFTEEN,
        &[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]],
    ),
    split(
        "pdb_78",
        "7-8 pattern database of the 15-puzzle",
        FIFTEEN,
        &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]],
    ),
    split(
        "pdb_6666",
        "6-6-6-6 pattern database of the 24-puzzle",
        TWENTY_FOUR,
        &[&[1, 2, 5, 6, 7, 12], &[3, 4, 8, 9, 13, 14], &[10, 11, 15, 16, 20, 21], &[17, 18, 19, 22, 23, 24]],
    ),
];

const fn split(
    name: &'static str,
    about: &'static str,
    size: Size,
    groups: &'static [&'static [u8]],
) -> Split {
    let cells = size.width as u64 * size.height as u64;
    let mut entries = 0;
    let mut largest = 0;
    let mut group = 0;
    while group < groups.len() {
        let mut placements = 1;
        let mut tile = 0;
        while tile < groups[group].len() as u64 {
            placements *= cells - tile;
            tile += 1;
        }
        entries += placements;
        if placements > largest {
            largest = placements;
        }
        group += 1;
    }
    let bytes = entries.div_ceil(2);
    // For every placement of the group that is searched: a byte of regions, half a byte of entries, and, as measured,
    // less than two bytes for the lists of the newest layers.
    let making = bytes + largest * 13 / 4;
    Split { table: PatternDatabaseInfo { name, about, version: 1, bytes, making }, size, groups }
}
