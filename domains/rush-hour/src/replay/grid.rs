//! The board as the validator sees it: a letter in every cell, and nothing else.

use super::Refusal;
use crate::board::{Board, Exit};

pub(super) struct Grid {
    width: i32,
    height: i32,
    signs: Vec<char>,
    target: char,
    exit: Exit,
}

type Cell = (i32, i32);

impl Grid {
    pub fn new(board: &Board) -> Self {
        Self {
            width: i32::from(board.width),
            height: i32::from(board.height),
            signs: board.signs(),
            // A board without a target has a letter here that no cell has.
            target: board.vehicles.get(board.target).map_or('o', |v| v.letter),
            exit: board.exit,
        }
    }

    /// Moves a vehicle; tells whether it drove out through the door.
    pub fn slide(
        &mut self,
        letter: char,
        forward: bool,
        distance: u64,
        drive_out: bool,
    ) -> Result<bool, Refusal> {
        // Empty cells and walls have signs too, but they do not move.
        let here = if matches!(letter, 'o' | 'x') { Vec::new() } else { self.cells_of(letter) };
        let (Some(&first), Some(&last)) = (here.first(), here.last()) else {
            return Err(Refusal::UnknownVehicle { letter });
        };
        let along = if first.0 == last.0 { (0, 1) } else { (1, 0) };
        let (front, step) = if forward { (last, along) } else { (first, (-along.0, -along.1)) };
        let mut room = 0;
        while room < distance {
            let ahead = (front.0 + step.0 * (room as i32 + 1), front.1 + step.1 * (room as i32 + 1));
            let (row, column) = ((ahead.0 + 1) as usize, (ahead.1 + 1) as usize);
            match self.sign(ahead) {
                Some('o') => room += 1,
                Some('x') => return Err(Refusal::HitsWall { row, column }),
                Some(letter) => {
                    return Err(Refusal::HitsVehicle { letter, row, column });
                }
                None if drive_out && letter == self.target && step == self.way_out() => {
                    let exact = room + here.len() as u64;
                    return if distance == exact {
                        self.shift(letter, &here, (step.0 * room as i32, step.1 * room as i32));
                        Ok(true)
                    } else {
                        Err(Refusal::NotQuiteOut { exact })
                    };
                }
                None => return Err(Refusal::LeavesBoard { room }),
            }
        }
        self.shift(letter, &here, (step.0 * room as i32, step.1 * room as i32));
        Ok(false)
    }

    /// Cells between the target and the exit edge, free or not.
    pub fn missing(&self) -> u64 {
        let cells = self.cells_of(self.target);
        let (Some(&first), Some(&last)) = (cells.first(), cells.last()) else {
            return 0;
        };
        let missing = match self.exit {
            Exit::Right => self.width - 1 - last.1,
            Exit::Left => first.1,
            Exit::Up => first.0,
            Exit::Down => self.height - 1 - last.0,
        };
        missing as u64
    }

    pub fn target_length(&self) -> u64 {
        self.cells_of(self.target).len() as u64
    }

    /// The position as a board; `like` gives everything that does not move.
    pub fn board(&self, like: &Board) -> Board {
        let mut board = like.clone();
        for vehicle in &mut board.vehicles {
            if let Some(&(row, column)) = self.cells_of(vehicle.letter).first() {
                (vehicle.row, vehicle.column) = (row as u8, column as u8);
            }
        }
        board.sort();
        board
    }

    fn shift(&mut self, letter: char, here: &[Cell], by: Cell) {
        for &cell in here {
            self.put(cell, 'o');
        }
        for &(row, column) in here {
            self.put((row + by.0, column + by.1), letter);
        }
    }

    fn put(&mut self, (row, column): Cell, sign: char) {
        self.signs[(row * self.width + column) as usize] = sign;
    }

    fn sign(&self, (row, column): Cell) -> Option<char> {
        let inside = (0..self.height).contains(&row) && (0..self.width).contains(&column);
        inside.then(|| self.signs[(row * self.width + column) as usize])
    }

    /// In row-major order, so the left or top end comes first.
    fn cells_of(&self, letter: char) -> Vec<Cell> {
        let cells = self.signs.iter().zip(0..).filter(|&(&sign, _)| sign == letter);
        cells.map(|(_, i)| (i / self.width, i % self.width)).collect()
    }

    fn way_out(&self) -> Cell {
        match self.exit {
            Exit::Right => (0, 1),
            Exit::Left => (0, -1),
            Exit::Up => (-1, 0),
            Exit::Down => (1, 0),
        }
    }
}
