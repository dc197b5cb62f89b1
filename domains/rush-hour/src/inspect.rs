//! Questions that features, renderers and plan writers ask of a state.
//!
//! Everything here is a few look-ups in the line tables; nothing but [`RushHour::to_board`] allocates.

use super::board::{Axis, Board};
use super::lines::{Metric, Placement};
use super::problem::{Action, RushHour, State};

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// The board as written.
    pub fn board(&self) -> &Board {
        &self.board
    }
    /// What one action is.
    #[inline]
    pub fn metric(&self) -> Metric {
        self.tables.metric()
    }
    /// The state of the board as written.
    pub fn start(&self) -> State<C, B> {
        self.start
    }
    /// Number of vehicles.
    #[inline]
    pub fn vehicle_count(&self) -> usize {
        self.seats.len()
    }
    /// The target's number among the vehicles.
    #[inline]
    pub fn target(&self) -> usize {
        self.board.target
    }
    /// The line a vehicle moves in.
    #[inline]
    pub fn line_of(&self, vehicle: usize) -> usize {
        usize::from(self.seats[vehicle].line)
    }
    /// Cells a vehicle covers.
    #[inline]
    pub fn length(&self, vehicle: usize) -> u8 {
        self.seats[vehicle].length
    }
    /// Offset of a vehicle's left or top end along its line.
    #[inline]
    pub fn position(&self, state: &State<C, B>, vehicle: usize) -> u8 {
        let seat = self.seats[vehicle];
        let line = self.line(usize::from(seat.line));
        let positions = self.tables.positions(line.first as usize, Self::configuration(state, line));
        (positions >> (4 * seat.slot) & 15) as u8
    }
    /// Cells of its line that a vehicle covers, as bits.
    #[inline]
    pub fn vehicle_mask(&self, state: &State<C, B>, vehicle: usize) -> u16 {
        Placement { position: self.position(state, vehicle), length: self.length(vehicle) }.mask()
    }

    /// Rows and columns.
    #[inline]
    pub fn line_count(&self) -> usize {
        usize::from(self.board.height) + usize::from(self.board.width)
    }
    /// Whether a line is a row; the others are columns.
    #[inline]
    pub fn is_row(&self, line: usize) -> bool {
        line < usize::from(self.board.height)
    }
    /// How many configurations a line has.
    #[inline]
    pub(super) fn configurations(&self, line: usize) -> u16 {
        self.tables.layout(usize::from(self.line(line).layout)).count() as u16
    }
    /// The vehicles of a line, from left to right or top to bottom.
    #[inline]
    pub fn vehicles_in(&self, line: usize) -> &[u8] {
        let line = self.line(line);
        &self.line_vehicles[usize::from(line.vehicles_of)..][..usize::from(line.vehicles)]
    }
    /// Walls of a line, as bits.
    #[inline]
    pub fn walls(&self, line: usize) -> u16 {
        self.line(line).walls
    }
    /// Cells of a line that its own vehicles take.
    #[inline]
    pub fn own(&self, state: &State<C, B>, line: usize) -> u16 {
        let line = self.line(line);
        self.tables.mask(line.first as usize, Self::configuration(state, line))
    }
    /// Cells of a line that crossing vehicles or walls take.
    #[inline]
    pub fn crossing(&self, state: &State<C, B>, line: usize) -> u16 {
        let line = self.line(line);
        Self::crossed(state, line) | line.walls
    }
    /// All taken cells of a line.
    #[inline]
    pub fn occupancy(&self, state: &State<C, B>, line: usize) -> u16 {
        self.crossing(state, line) | self.own(state, line)
    }

    /// The vehicle that an action moves and how far; right and down are positive.
    pub fn moved(&self, action: Action) -> (usize, i8) {
        let line = self.line(usize::from(action.line));
        let slot = self.slot_moved(line, action);
        let position = |configuration| {
            (self.tables.positions(line.first as usize, configuration) >> (4 * slot) & 15) as i8
        };
        let vehicle = self.line_vehicles[usize::from(line.vehicles_of) + slot];
        (usize::from(vehicle), position(action.to) - position(action.from))
    }

    /// The action that moves a vehicle so far, if it is legal.
    pub fn action(&self, state: &State<C, B>, vehicle: usize, delta: i8) -> Option<Action> {
        if delta == 0 || self.metric() == Metric::Steps && delta.abs() != 1 {
            return None;
        }
        let seat = *self.seats.get(vehicle)?;
        let line = self.line(usize::from(seat.line));
        let position = self.position(state, vehicle);
        let to = position.checked_add_signed(delta).filter(|to| to + seat.length <= line.cells)?;
        let (low, high) = (position.min(to), position.max(to));
        let swept = Placement { position: low, length: high - low + seat.length }.mask();
        let others = self.occupancy(state, usize::from(seat.line)) & !self.vehicle_mask(state, vehicle);
        if swept & others != 0 {
            return None;
        }
        let from = Self::configuration(state, line);
        let weight =
            self.tables.weights(self.tables.layout(usize::from(line.layout)))[usize::from(seat.slot)];
        let to = from + weight[usize::from(position)] - weight[usize::from(to)];
        Some(Action { line: seat.line, from, to })
    }

    /// The state as a plain board, its vehicles in the order of their present places.
    pub fn to_board(&self, state: &State<C, B>) -> Board {
        let mut board = self.board.clone();
        for (number, vehicle) in board.vehicles.iter_mut().enumerate() {
            let position = self.position(state, number);
            match vehicle.axis {
                Axis::Horizontal => vehicle.column = position,
                Axis::Vertical => vehicle.row = position,
            }
        }
        board.sort();
        board
    }
}
