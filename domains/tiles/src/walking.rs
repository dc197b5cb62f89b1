//! Walking distance (Takahashi, 2002): the rows solved for themselves, and the columns.
//!
//! Forget everything about a tile but its row and the row where it belongs. What is left is a small puzzle: how many
//! tiles of row i belong in row j, and the blank's row; a move takes a tile from a neighbouring row into the
//! blank's. Its exact distances, and those of the same puzzle with columns, add up, because every real move is a move
//! in just one of the two. Both are distances in abstractions, so the sum is admissible and consistent.
//!
//! The 4×4 board has 24,964 such states for rows. Every state is given a number and, for each direction and each row
//! where the moving tile may belong, the number after the move; a search carries two numbers along. The blank's row
//! changes by one in every move, so distances change by exactly 1, and one bit tells which way.

use super::board::{Board, Size};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest side with tables.
const LONGEST: usize = 4;
/// Marks an entry of [`Lines::next`] whose state is nearer to the goal.
const NEARER: u16 = 1 << 15;

/// The puzzle of the lines of one kind.
#[derive(Debug)]
pub struct Lines {
    numbers: HashMap<u64, u16, FxBuildHasher>,
    distances: Vec<u8>,
    /// By state, then by direction (0 towards line 0, 4 away from it) + the line where the tile belongs.
    next: Vec<[u16; 8]>,
}

/// How many tiles of each line belong in each line, and the blank's line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    tiles: [[u8; LONGEST]; LONGEST],
    blank: usize,
}

impl Counts {
    /// No tile yet, and the blank in a line.
    pub fn new(blank: usize) -> Self {
        Self { tiles: [[0; LONGEST]; LONGEST], blank }
    }

    /// Adds a tile that stands in a line and belongs in another.
    pub fn add(&mut self, line: usize, own: usize) {
        self.tiles[line][own] += 1;
    }

    fn packed(&self) -> u64 {
        self.tiles.iter().flatten().fold(self.blank as u64, |code, &count| code << 3 | u64::from(count))
    }

    /// A tile that belongs to line `own` moves from the line `from` into the blank's.
    fn after(mut self, from: usize, own: usize) -> Option<Self> {
        self.tiles[from][own] = self.tiles[from][own].checked_sub(1)?;
        self.tiles[self.blank][own] += 1;
        self.blank = from;
        Some(self)
    }
}

impl Lines {
    /// The number of a state.
    pub fn number(&self, counts: &Counts) -> Option<u16> {
        self.numbers.get(&counts.packed()).copied()
    }

    /// `lines` lines of `length` cells each, the blank belonging in line `blank`.
    fn new(lines: usize, length: usize, blank: usize) -> Self {
        let mut goal = Counts::new(blank);
        for line in 0..lines {
            goal.tiles[line][line] = (length - usize::from(line == blank)) as u8;
        }
        let mut this = Self { numbers: HashMap::default(), distances: vec![0], next: Vec::new() };
        this.numbers.insert(goal.packed(), 0);
        let mut queue = vec![goal];
        let mut at = 0;
        while at < queue.len() {
            let state = queue[at];
            let mut next = [0; 8];
            for (towards, from) in [(0, state.blank.checked_sub(1)), (4, Some(state.blank + 1))] {
                let Some(from) = from.filter(|&from| from < lines) else { continue };
                for own in 0..lines {
                    let Some(after) = state.after(from, own) else { continue };
                    let number = *this.numbers.entry(after.packed()).or_insert_with(|| {
                        queue.push(after);
                        this.distances.push(this.distances[at] + 1);
                        queue.len() as u16 - 1
                    });
                    let nearer = this.distances[usize::from(number)] < this.distances[at];
                    next[towards + own] = number | if nearer { NEARER } else { 0 };
                }
            }
            this.next.push(next);
            at += 1;
        }
        this
    }

    /// The tables for lines of one kind; made once, since there are few kinds.
    fn shared(lines: usize, length: usize, blank: usize) -> Arc<Self> {
        static MADE: Mutex<BTreeMap<(usize, usize, usize), Arc<Lines>>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (lines, length, blank);
        made.entry(key).or_insert_with(|| Arc::new(Self::new(lines, length, blank))).clone()
    }

    /// The state after a move, and the change of the distance.
    #[inline]
    pub fn after(&self, state: u16, away: bool, own: u8) -> (u16, i32) {
        let entry = self.next[usize::from(state)][(if away { 4 } else { 0 } + usize::from(own)) % 8];
        (entry & !NEARER, if entry & NEARER != 0 { -1 } else { 1 })
    }

    /// Distance to the goal.
    #[inline]
    pub fn distance(&self, state: u16) -> u32 {
        self.distances[usize::from(state)].into()
    }

    fn most(&self) -> u32 {
        self.distances.last().copied().unwrap_or(0).into()
    }
}

/// The tables of one board and goal.
#[derive(Debug, Clone)]
pub struct Walking {
    /// The puzzle of the rows.
    pub rows: Arc<Lines>,
    /// The puzzle of the columns.
    pub columns: Arc<Lines>,
}

impl Walking {
    /// Whether boards of that size have tables.
    pub fn exists(size: Size) -> bool {
        usize::from(size.width.max(size.height)) <= LONGEST
    }

    /// The tables of a goal.
    pub fn new(goal: &Board) -> Self {
        let (size, blank) = (goal.size(), goal.blank());
        let (width, height) = (usize::from(size.width), usize::from(size.height));
        Self {
            rows: Lines::shared(height, width, size.row(blank)),
            columns: Lines::shared(width, height, size.column(blank)),
        }
    }

    /// Largest value.
    pub fn most(&self) -> u32 {
        self.rows.most() + self.columns.most()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_15_puzzle_has_the_known_number_of_states() {
        let lines = Lines::new(4, 4, 0);
        assert_eq!(lines.next.len(), 24_964);
        assert!(lines.next.len() < usize::from(NEARER));
        assert_eq!(lines.most(), 35);
    }
}
