//! The plain board: sizes, placements, and which placements can be reached from which.

use unstuck_core::error::ParseError;

/// Longest side of a board.
pub const LONGEST: u8 = 6;
/// Cells of the largest board.
pub const MAX: usize = LONGEST as usize * LONGEST as usize;

/// Width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// Columns, 2 to 6.
    pub width: u8,
    /// Rows, 2 to 6.
    pub height: u8,
}

impl Size {
    /// A size, if both sides are between 2 and 6.
    pub fn new(width: usize, height: usize) -> Option<Self> {
        let side = 2..=usize::from(LONGEST);
        (side.contains(&width) && side.contains(&height))
            .then_some(Self { width: width as u8, height: height as u8 })
    }

    /// The square board with that many cells.
    pub fn square(cells: usize) -> Option<Self> {
        (2..=usize::from(LONGEST)).find(|side| side * side == cells).and_then(|side| Self::new(side, side))
    }

    /// Number of cells.
    pub fn cells(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Row of a cell, from the top.
    pub fn row(self, cell: usize) -> usize {
        cell / usize::from(self.width)
    }

    /// Column of a cell, from the left.
    pub fn column(self, cell: usize) -> usize {
        cell % usize::from(self.width)
    }

    /// Rows and columns between two cells.
    pub fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }

    /// The cell reached from `cell` by a move of the blank, unless it leaves the board.
    pub fn after(self, cell: usize, blank: Move) -> Option<usize> {
        let width = usize::from(self.width);
        match blank {
            Move::Up => cell.checked_sub(width),
            Move::Left => (self.column(cell) > 0).then(|| cell - 1),
            Move::Right => (self.column(cell) + 1 < width).then_some(cell + 1),
            Move::Down => Some(cell + width).filter(|&to| to < self.cells()),
        }
    }

    /// Reads `4` (a square) or `3x4` (columns, rows).
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let (width, height) = text.split_once(['x', '×']).unwrap_or((text, text));
        let side = |text: &str| text.trim().parse::<usize>().ok();
        side(width).zip(side(height)).and_then(|(width, height)| Self::new(width, height)).ok_or_else(|| {
            ParseError::new(format!("'{text}' is not the size of a board"))
                .help("give 4 for a square or 3x4 for 3 columns and 4 rows, each side from 2 to 6")
        })
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A move of the blank, in the order in which successors are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Move {
    /// The tile above comes down.
    Up,
    /// The tile to the left comes right.
    Left,
    /// The tile to the right comes left.
    Right,
    /// The tile below comes up.
    Down,
}

impl Move {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The move that takes this one back.
    #[inline]
    pub fn inverse(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// The letter of a written plan.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }
}

/// A placement of the tiles: the tile of every cell row by row, 0 the blank.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    tiles: Vec<u8>,
}

impl Board {
    /// A placement, if every tile and the blank occur once.
    pub fn new(size: Size, tiles: Vec<u8>) -> Option<Self> {
        let cells = size.cells();
        let mut seen = 0u64;
        for &tile in &tiles {
            seen |= 1u64.checked_shl(u32::from(tile))?;
        }
        (tiles.len() == cells && seen == (1 << cells) - 1).then_some(Self { size, tiles })
    }

    /// The default goal: the blank in cell 0, tile k in cell k.
    pub fn ordered(size: Size) -> Self {
        Self { size, tiles: (0..size.cells() as u8).collect() }
    }

    /// The other usual goal: tile 1 in the first cell, the blank in the last.
    pub fn blank_last(size: Size) -> Self {
        let mut board = Self::ordered(size);
        board.tiles.rotate_left(1);
        board
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tile of every cell.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// The cell of every tile.
    pub fn places(&self) -> Vec<u8> {
        let mut places = vec![0; self.tiles.len()];
        for (cell, &tile) in self.tiles.iter().enumerate() {
            places[usize::from(tile)] = cell as u8;
        }
        places
    }

    /// The blank's cell.
    pub fn blank(&self) -> usize {
        usize::from(self.places()[0])
    }

    /// Moves the blank, unless it would leave the board.
    pub fn step(&mut self, blank: Move) -> Option<()> {
        let from = self.blank();
        let to = self.size.after(from, blank)?;
        self.tiles.swap(from, to);
        Some(())
    }

    /// Swaps two tiles that are not the blank: turns a placement that cannot be solved into one that can.
    pub fn swap_two(&mut self) {
        let mut tiles = (0..self.tiles.len()).filter(|&cell| self.tiles[cell] != 0);
        if let (Some(a), Some(b)) = (tiles.next(), tiles.next()) {
            self.tiles.swap(a, b);
        }
    }

    /// Whether moves lead from one placement to the other.
    ///
    /// A move swaps the blank with a neighbour: it changes the parity of the permutation and the colour of the
    /// blank's cell together. So of all placements just half are within reach: those whose permutation
    /// towards the other placement is as even or odd as the blank's distance.
    pub fn reaches(&self, other: &Self) -> bool {
        self.size == other.size && {
            let (odd, far) = self.parity(other);
            odd == far
        }
    }

    /// Whether the permutation that takes this placement to the other is odd, and the blank's distance.
    pub fn parity(&self, other: &Self) -> (bool, bool) {
        let places = other.places();
        let target: Vec<usize> =
            self.tiles.iter().map(|&tile| usize::from(places[usize::from(tile)])).collect();
        let mut seen = vec![false; target.len()];
        let mut odd = false;
        for start in 0..target.len() {
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                at = target[at];
                // A cycle of n cells is n − 1 swaps.
                odd ^= at != start;
            }
        }
        (odd, self.size.distance(self.blank(), other.blank()) % 2 == 1)
    }
}

#[cfg(test)]
mod tests;
