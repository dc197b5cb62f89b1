//! Rush Hour as a user of a search library would write it: places of the vehicles, and a bitboard of the
//! occupied cells rebuilt for every state.

use unstuck_rush_hour::board::{Axis, Board, Exit};

/// Most vehicles on a board of 36 cells.
const MAX: usize = 18;
const SIDE: u8 = 6;

/// Where each vehicle begins on its line.
pub type Places = [u8; MAX];

/// What never changes.
pub struct Yard {
    vehicles: Vec<Vehicle>,
    target: usize,
    walls: u64,
    /// The places on the board as given.
    pub start: Places,
}

struct Vehicle {
    /// Its cells at place 0.
    cells: u64,
    /// How far a cell is from the next on its line.
    stride: u8,
    length: u8,
}

impl Yard {
    /// A board of 6×6 with the exit on the right.
    pub fn new(board: &Board) -> Self {
        assert_eq!((board.width, board.height, board.exit), (SIDE, SIDE, Exit::Right));
        let mut start = [0; MAX];
        let mut vehicles = Vec::new();
        for (place, vehicle) in start.iter_mut().zip(&board.vehicles) {
            let (first, stride) = match vehicle.axis {
                Axis::Horizontal => (vehicle.row * SIDE, 1),
                Axis::Vertical => (vehicle.column, SIDE),
            };
            *place = if stride == 1 { vehicle.column } else { vehicle.row };
            let cells = (0..vehicle.length).fold(0, |cells, cell| cells | 1 << (first + cell * stride));
            vehicles.push(Vehicle { cells, stride, length: vehicle.length });
        }
        let walls = board.walls.iter().fold(0, |walls, (row, column)| walls | 1 << (row * SIDE + column));
        Self { vehicles, target: board.target, walls, start }
    }

    /// Whether the target is at the exit.
    pub fn is_goal(&self, places: &Places) -> bool {
        places[self.target] + self.vehicles[self.target].length == SIDE
    }

    /// Every slide of every vehicle.
    pub fn successors(&self, places: &Places) -> Vec<Places> {
        let at = |vehicle: &Vehicle, place: u8| vehicle.cells << (place * vehicle.stride);
        let occupied =
            self.vehicles.iter().zip(places).fold(self.walls, |all, (v, &place)| all | at(v, place));
        let mut found = Vec::with_capacity(16);
        for (number, vehicle) in self.vehicles.iter().enumerate() {
            let place = places[number];
            let others = occupied & !at(vehicle, place);
            let mut slide = |to: u8| {
                let free = at(vehicle, to) & others == 0;
                if free {
                    let mut child = *places;
                    child[number] = to;
                    found.push(child);
                }
                free
            };
            let _ = (0..place).rev().all(&mut slide);
            let _ = (place + 1..=SIDE - vehicle.length).all(&mut slide);
        }
        found
    }
}
