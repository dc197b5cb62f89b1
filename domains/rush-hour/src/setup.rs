//! From a plain board to its engine.

use super::board::{Axis, Board, Exit};
use super::features::Facts;
use super::lines::{MAX, Metric, Placement, Tables};
use super::problem::{Batch, LINES, Lane, Line, RushHour, SET, Seat, State, spread};

/// Largest dense numbering worth having.
const MAX_DENSE: u64 = 1 << 32;

/// A numbering of fewer states fits the caches in any order.
const SCATTERED: u64 = 1 << 16;

/// The vehicles of a line, in order.
#[derive(Clone, Copy, Default)]
struct LineVehicles {
    vehicles: [u8; MAX],
    size: usize,
}

impl<const C: usize, const B: usize> RushHour<C, B> {
    /// Longest side of a board.
    const SIDE: u8 = if B == 1 { 8 } else { 16 };

    /// Whether the board is small enough for this engine.
    pub fn fits(board: &Board) -> bool {
        board.width <= Self::SIDE && board.height <= Self::SIDE
    }

    /// The puzzle of a consistent board that [`fits`](Self::fits); others cause panics or nonsense.
    pub fn new(board: Board, metric: Metric) -> Self {
        debug_assert!(Self::fits(&board));
        let mut this = Self {
            drive_out: false,
            tables: Tables::new(metric),
            lines: [Line::default(); LINES],
            lanes: Vec::with_capacity(16),
            batches: Vec::with_capacity(1),
            order: Vec::new(),
            places: [0; 256],
            weights: [0; 256],
            ahead: [0; 16],
            seats: vec![Seat::default(); board.vehicles.len()],
            line_vehicles: Vec::with_capacity(board.vehicles.len()),
            target_line: 0,
            goal: [0; SET],
            words: 1,
            dense: None,
            start: State::EMPTY,
            facts: Facts::new(&board, metric),
            board,
        };
        let line_vehicles = this.seat_vehicles();
        let configurations = this.build_lines(&line_vehicles);
        if B == 1 {
            this.fill_places();
            this.weigh_places(0..this.line_count());
        }
        for (line, &configuration) in configurations.iter().enumerate().take(this.line_count()) {
            this.start = this.placed(&this.start, line, configuration);
        }
        this.mark_goal();
        if B == 1 {
            this.fill_batches();
            this.fill_order();
            if this.dense.is_some_and(|states| states >= SCATTERED) {
                this.order_digits();
            }
        }
        this
    }

    /// Assigns the vehicles to their lines. Row-major order, the board's, is also the order within each line.
    fn seat_vehicles(&mut self) -> [LineVehicles; LINES] {
        let mut line_vehicles = [LineVehicles::default(); LINES];
        for (number, vehicle) in self.board.vehicles.iter().enumerate() {
            let line = match vehicle.axis {
                Axis::Horizontal => vehicle.row,
                Axis::Vertical => self.board.height + vehicle.column,
            };
            let vehicles_of = &mut line_vehicles[usize::from(line)];
            self.seats[number] = Seat { line, slot: vehicles_of.size as u8, length: vehicle.length };
            vehicles_of.vehicles[vehicles_of.size] = number as u8;
            vehicles_of.size += 1;
        }
        line_vehicles
    }

    /// Fills the lines, and gives the configuration that each stands in.
    fn build_lines(&mut self, line_vehicles: &[LineVehicles; LINES]) -> [u16; LINES] {
        let height = usize::from(self.board.height);
        let mut walls = [0u16; LINES];
        for &(row, column) in &self.board.walls {
            walls[usize::from(row)] |= 1 << column;
            walls[height + usize::from(column)] |= 1 << row;
        }
        let mut start = [0; LINES];
        let (mut word, mut shift, mut radix) = (0, 0, 1u128);
        for number in 0..self.line_count() {
            let is_row = self.is_row(number);
            let cells = if is_row { self.board.width } else { self.board.height };
            let offset = if is_row { number } else { number - height };
            let vehicles_of = &line_vehicles[number].vehicles[..line_vehicles[number].size];
            let mut placements = [Placement { position: 0, length: 0 }; MAX];
            for (placement, &vehicle) in placements.iter_mut().zip(vehicles_of) {
                let vehicle = self.board.vehicles[usize::from(vehicle)];
                let position = if is_row { vehicle.column } else { vehicle.row };
                *placement = Placement { position, length: vehicle.length };
            }
            let (layout, configuration) =
                self.tables.add(cells, walls[number], &placements[..vehicles_of.len()]);
            start[number] = configuration;
            let table = self.tables.layout(layout);
            // A small board's fields have equal width, so that a loop over the lines shifts by constants.
            let bits = if C == 1 { 4 } else { bits(table.count()) };
            if shift + bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            let place = offset * usize::from(Self::SIDE);
            self.lines[number] = Line {
                across: if is_row { u64::MAX } else { 0 },
                first: table.first() as u32,
                targets: table.targets(),
                kin: table.kin(),
                word,
                shift: shift % 64,
                numbers: (1 << bits) - 1,
                cross_word: (place / 64) as u8,
                cross_shift: (place % 64) as u8,
                offset: offset as u8,
                cells,
                all: ((1u32 << cells) - 1) as u16,
                walls: walls[number],
                layout: layout as u8,
                vehicles_of: self.line_vehicles.len() as u8,
                vehicles: vehicles_of.len() as u8,
            };
            self.line_vehicles.extend_from_slice(vehicles_of);
            shift += bits;
            radix = radix.saturating_mul(table.count() as u128);
        }
        self.words = usize::from(word) + 1;
        self.dense = (C == 1 && radix <= u128::from(MAX_DENSE)).then_some(radix as u64);
        start
    }

    /// Marks the configurations in which the target touches the exit's edge.
    fn mark_goal(&mut self) {
        let seat = self.seats[self.board.target];
        self.target_line = seat.line;
        let line = *self.line(usize::from(seat.line));
        let wanted = match self.board.exit {
            Exit::Right | Exit::Down => line.cells - seat.length,
            Exit::Left | Exit::Up => 0,
        };
        for configuration in 0..self.configurations(usize::from(seat.line)) {
            let positions = self.tables.positions(line.first as usize, configuration);
            let position = (positions >> (4 * seat.slot) & 15) as u8;
            if position == wanted {
                self.goal[usize::from(configuration) / 64] |= 1 << (configuration % 64);
            }
            if B == 1 {
                let before = (1u16 << position) - 1;
                let ahead = if wanted == 0 { before } else { !before << seat.length };
                self.ahead[usize::from(configuration) % 16] = (ahead & line.all) as u8;
            }
        }
    }

    /// Gathers a small board's lines into batches.
    fn fill_batches(&mut self) {
        let mut batch = Batch { first: 0, middle: 0, end: 0, places: [0; 64] };
        let mut bit = 0;
        for number in 0..self.line_count() {
            let count = usize::from(self.configurations(number));
            if count > 1 && bit + count > 64 {
                self.batches.push(batch.clone());
                batch.first = batch.end;
                batch.middle = batch.end;
                bit = 0;
            }
            self.lanes.push(Lane { targets: self.line(number).targets, bit: bit as u32 });
            batch.end += 1;
            if self.is_row(number) {
                batch.middle = batch.end;
            }
            // A line that cannot move needs no bits: its targets are none.
            if count > 1 {
                for configuration in 0..count {
                    batch.places[bit + configuration] = (number << 4 | configuration) as u8;
                }
                bit += count;
            }
        }
        self.batches.push(batch);
    }

    /// Lays out the configurations of a small board's lines.
    fn fill_places(&mut self) {
        for number in 0..self.line_count() {
            let line = *self.line(number);
            for configuration in 0..self.configurations(number) {
                let [cells] = spread::<1>(self.tables.mask(line.first as usize, configuration));
                self.places[number << 4 | usize::from(configuration)] = cells << line.offset;
            }
        }
    }
}

/// Bits that number so many things.
fn bits(count: usize) -> u8 {
    (usize::BITS - (count - 1).leading_zeros()) as u8
}
