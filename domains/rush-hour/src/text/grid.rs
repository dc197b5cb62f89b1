//! Boards drawn cell by cell: a square string, rows, or the board of a database line.

use super::line::{Line, is_number};
use super::{DEFAULT_TARGET, Draft, SIZES};
use crate::board::{Axis, Vehicle};
use crate::sign;
use unstuck_core::error::ParseError;

const SQUARES: &str = "16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225 or 256";

type Cell = (usize, usize);

/// Reads a board from its rows; a single line without `/` is a square board.
pub(super) fn read(lines: &[Line<'_>], named: Option<char>) -> Result<Draft, ParseError> {
    let grid = Grid::new(lines)?;
    let has = |letter| grid.signs.contains(&letter);
    let default = if has('X') && !has(DEFAULT_TARGET) { 'X' } else { DEFAULT_TARGET };
    let target = named.unwrap_or(default);
    let vehicles = grid.vehicles(target)?;
    let Some(index) = vehicles.iter().position(|v| v.letter == target) else {
        let other = ['A', 'X', 'R'].into_iter().find(|&c| vehicles.iter().any(|v| v.letter == c));
        let choose = other.map_or(String::new(), |c| format!(", or choose {c} as the target"));
        return Err(ParseError::new(format!("the board has no target: no cell holds {target}"))
            .at(lines[0].line, lines[0].column)
            .help(format!("mark the cells of the target with {target}{choose}")));
    };
    let car = vehicles[index];
    Ok(Draft {
        width: grid.width as u8,
        height: grid.height as u8,
        target_at: grid.place((usize::from(car.row), usize::from(car.column))),
        target: index,
        walls: grid.cells_of('x').map(|(row, column)| (row as u8, column as u8)).collect(),
        vehicles,
    })
}

/// Whether the lines make a board with vehicles on it, whichever of them is the target.
pub(super) fn stands(lines: &[Line<'_>]) -> bool {
    Grid::new(lines).and_then(|grid| grid.vehicles(DEFAULT_TARGET)).is_ok_and(|v| !v.is_empty())
}

/// The board of a database line, once its other fields are what they should be.
pub(super) fn database_field(line: Line<'_>) -> Result<Line<'_>, ParseError> {
    let words: Vec<Line<'_>> = line.words().collect();
    for (index, name) in [(0, "number of moves"), (2, "cluster size")] {
        if let Some(word) = words.get(index).filter(|word| !is_number(word.text)) {
            return Err(ParseError::new(format!(
                "the {name} is {}, not a whole number",
                sign::quote(word.text)
            ))
            .at(word.line, word.column)
            .help("a database line is MOVES BOARD CLUSTER"));
        }
    }
    Ok(words[1])
}

struct Grid<'a> {
    width: usize,
    height: usize,
    signs: Vec<char>,
    /// The rows as written; one only for a square string.
    rows: Vec<Line<'a>>,
}

impl<'a> Grid<'a> {
    fn new(lines: &[Line<'a>]) -> Result<Self, ParseError> {
        let rows: Vec<Line<'a>> = lines.iter().flat_map(|line| line.split('/')).collect();
        for row in &rows {
            check_signs(*row)?;
        }
        let first = rows[0].text.chars().count();
        let (width, height) = match rows[..] {
            [square] => (side(square, first)?, side(square, first)?),
            _ => (first, rows.len()),
        };
        if !SIZES.contains(&width) || !SIZES.contains(&height) {
            return Err(ParseError::new(format!("the board is {width} wide and {height} high"))
                .at(rows[0].line, rows[0].column)
                .help(
                    "each may be 4 to 16; a square board may also be one string, several of them one a line",
                ));
        }
        let mut lengths = rows.iter().map(|row| row.text.chars().count());
        if let Some(odd) = lengths.position(|length| rows.len() > 1 && length != width) {
            let (row, length) = (rows[odd], rows[odd].text.chars().count());
            let message = format!("row {} is {length} long, but row 1 is {width} long", odd + 1);
            return Err(ParseError::new(message).at(row.line, row.column).help("all rows are equally long"));
        }
        let signs = rows.iter().flat_map(|row| row.text.chars()).map(|c| if c == '.' { 'o' } else { c });
        Ok(Self { width, height, signs: signs.collect(), rows })
    }

    fn vehicles(&self, target: char) -> Result<Vec<Vehicle>, ParseError> {
        let mut vehicles: Vec<Vehicle> = Vec::new();
        for &letter in &self.signs {
            if !matches!(letter, 'o' | 'x') && vehicles.iter().all(|v| v.letter != letter) {
                vehicles.push(self.vehicle(letter, target)?);
            }
        }
        Ok(vehicles)
    }

    /// The vehicle with this letter, if its cells are one straight piece.
    fn vehicle(&self, letter: char, target: char) -> Result<Vehicle, ParseError> {
        let cells: Vec<Cell> = self.cells_of(letter).collect();
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        let (axis, span) = if first.0 == last.0 {
            (Axis::Horizontal, last.1 - first.1 + 1)
        } else {
            (Axis::Vertical, last.0 - first.0 + 1)
        };
        let in_line = axis == Axis::Horizontal || cells.iter().all(|cell| cell.1 == first.1);
        if cells.len() > 1 && in_line && span == cells.len() {
            let (row, column) = (first.0 as u8, first.1 as u8);
            return Ok(Vehicle { letter, axis, row, column, length: span as u8 });
        }
        let between = (0..span).map(|i| match axis {
            Axis::Horizontal => (first.0, first.1 + i),
            Axis::Vertical => (first.0 + i, first.1),
        });
        let wall = between.filter(|_| in_line).find(|&cell| self.sign(cell) == 'x');
        Err(self.diagnose(letter, &cells, wall, letter == target))
    }

    /// What is wrong with cells that are not one straight piece; `wall` is one in their midst.
    fn diagnose(&self, letter: char, cells: &[Cell], wall: Option<Cell>, is_target: bool) -> ParseError {
        let first = cells[0];
        let piece = piece_of(first, cells);
        let apart = cells.iter().copied().find(|cell| !piece.contains(cell));
        let at = show(first);
        let (cell, message, help) = if cells.len() == 1 {
            let message = format!("vehicle {letter} covers only {at}");
            (first, message, "a vehicle covers 2 cells or more in a line; a fixed obstacle is x")
        } else if let Some(wall) = wall {
            let message = format!("a wall at {} cuts vehicle {letter} in two", show(wall));
            (wall, message, "take the wall away, or give each part its own letter")
        } else if let Some(apart) = apart.filter(|_| is_target) {
            let message = format!("there are two targets: {letter} at {at}, and {letter} at {}", show(apart));
            (apart, message, "give all vehicles but the target other letters")
        } else if let Some(apart) = apart {
            let message = format!("{letter} marks separate vehicles at {at} and at {}", show(apart));
            (apart, message, "give each vehicle its own letter")
        } else {
            let along_row = cells[1].0 == first.0;
            let off = cells.iter().find(|cell| if along_row { cell.0 != first.0 } else { cell.1 != first.1 });
            let bend = *off.unwrap_or(&first);
            let message = format!("vehicle {letter} is not straight: it covers {at} and {}", show(bend));
            (bend, message, "a vehicle lies along one row or one column; two vehicles need two letters")
        };
        let (line, column) = self.place(cell);
        // Signs such as _ and * are vehicles here, but empty cells to many people.
        let empty = if letter.is_alphanumeric() { "" } else { "; an empty cell is o or ." };
        ParseError::new(message).at(line, column).help(format!("{help}{empty}"))
    }

    fn sign(&self, (row, column): Cell) -> char {
        self.signs[row * self.width + column]
    }

    fn cells_of(&self, sign: char) -> impl Iterator<Item = Cell> {
        let found = self.signs.iter().enumerate().filter(move |&(_, &other)| other == sign);
        found.map(|(i, _)| (i / self.width, i % self.width))
    }

    /// Line and column of a cell in the text.
    fn place(&self, (row, column): Cell) -> (usize, usize) {
        match self.rows[..] {
            [square] => (square.line, square.column + row * self.width + column),
            _ => (self.rows[row].line, self.rows[row].column + column),
        }
    }
}

fn check_signs(row: Line<'_>) -> Result<(), ParseError> {
    let wrong = row.text.chars().enumerate().find_map(|(i, c)| match c {
        'o' | '.' | 'x' => None,
        _ => sign::refusal(c).map(|why| (i, c, why)),
    });
    wrong.map_or(Ok(()), |(i, c, why)| {
        let help = if c == '>' {
            "end the text with >left, >right, >up or >down"
        } else {
            "write o or . for an empty cell, x for a wall, a letter for a vehicle; a comment begins with #"
        };
        Err(ParseError::new(format!("{} cannot stand on a board: {why}", sign::show(c)))
            .at(row.line, row.column + i)
            .help(help))
    })
}

/// The side of a square board of so many cells.
fn side(row: Line<'_>, cells: usize) -> Result<usize, ParseError> {
    SIZES.into_iter().find(|side| side * side == cells).ok_or_else(|| {
        ParseError::new(format!("a board of length {cells} is not square"))
            .at(row.line, row.column)
            .help(format!("{SQUARES} cells make a square; for another shape put / between the rows"))
    })
}

/// The cells that hang together with `start`.
fn piece_of(start: Cell, cells: &[Cell]) -> Vec<Cell> {
    let mut piece = vec![start];
    let mut next = 0;
    while let Some(&(row, column)) = piece.get(next) {
        for &cell in cells {
            if cell.0.abs_diff(row) + cell.1.abs_diff(column) == 1 && !piece.contains(&cell) {
                piece.push(cell);
            }
        }
        next += 1;
    }
    piece
}

/// A cell the way people count.
fn show((row, column): Cell) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}
