//! The plain board: what a text says, before any engine looks at it.

use super::sign::letters;

/// The way a vehicle lies, and so the only way it can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

/// The side of the board with the exit door. It lies at the end of the target's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exit {
    /// The default.
    Right,
    /// Written `>left`.
    Left,
    /// Written `>up`.
    Up,
    /// Written `>down`.
    Down,
}

/// A car or a truck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vehicle {
    /// The sign it has in the text, kept in every solution.
    pub letter: char,
    /// Which way it moves.
    pub axis: Axis,
    /// Row of its top or only row, from 0.
    pub row: u8,
    /// Column of its left end or only column, from 0.
    pub column: u8,
    /// Cells covered, at least 2.
    pub length: u8,
}

/// A board as written: every value of this type made by the parser is consistent
/// (vehicles inside, straight, not overlapping each other or a wall, target on the exit's axis).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// Cells in a row, 4 to 16.
    pub width: u8,
    /// Cells in a column, 4 to 16.
    pub height: u8,
    /// All vehicles, ordered by the cell of their top-left end in row-major order.
    pub vehicles: Vec<Vehicle>,
    /// Index of the target in `vehicles`.
    pub target: usize,
    /// Walls as (row, column), in row-major order.
    pub walls: Vec<(u8, u8)>,
    /// Where the target leaves.
    pub exit: Exit,
}

impl Vehicle {
    /// The cells it covers, as (row, column).
    pub fn cells(self) -> impl Iterator<Item = (u8, u8)> {
        (0..self.length).map(move |i| match self.axis {
            Axis::Horizontal => (self.row, self.column + i),
            Axis::Vertical => (self.row + i, self.column),
        })
    }
}

impl Exit {
    /// Every side, the default first.
    pub const ALL: [Self; 4] = [Self::Right, Self::Left, Self::Up, Self::Down];

    /// The word for it in texts and options.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The side with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|exit| exit.name() == name)
    }

    /// The way a target must lie to leave on this side.
    pub fn axis(self) -> Axis {
        match self {
            Self::Right | Self::Left => Axis::Horizontal,
            Self::Up | Self::Down => Axis::Vertical,
        }
    }
}

impl Board {
    /// The board cell by cell in row-major order: a vehicle's letter, `x` or `o`.
    ///
    /// Cells outside a board that was put together by hand are left out.
    pub fn signs(&self) -> Vec<char> {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let mut signs = vec!['o'; width * height];
        let walls = self.walls.iter().map(|&cell| (cell, 'x'));
        let cars = self.vehicles.iter().flat_map(|v| v.cells().map(|cell| (cell, v.letter)));
        for ((row, column), sign) in walls.chain(cars) {
            if row < self.height && column < self.width {
                signs[usize::from(row) * width + usize::from(column)] = sign;
            }
        }
        signs
    }

    /// The board without one of its vehicles, which is not the target.
    #[must_use]
    pub fn without(&self, vehicle: usize) -> Self {
        let mut board = self.clone();
        board.vehicles.remove(vehicle);
        board.target -= usize::from(vehicle < board.target);
        board
    }

    /// The board with its vehicles in order and named B, C, D, …, the target A.
    #[must_use]
    pub fn lettered(mut self) -> Self {
        self.sort();
        let mut letters = letters().filter(|&letter| letter != 'A');
        for (number, vehicle) in self.vehicles.iter_mut().enumerate() {
            vehicle.letter = if number == self.target { 'A' } else { letters.next().unwrap_or('?') };
        }
        self
    }

    /// Puts the vehicles back into their documented order after some of them moved.
    pub fn sort(&mut self) {
        let target = self.vehicles.get(self.target).copied();
        self.vehicles.sort_by_key(|v| (v.row, v.column));
        self.target = self.vehicles.iter().position(|v| Some(*v) == target).unwrap_or(0);
    }
}
