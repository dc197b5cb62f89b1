//! The board as features see it: the static layout, and the cells that the vehicles occupy.
//!
//! [`StaticLayout`] is computed once per instance. Vehicles never leave their line, never pass each other and never
//! pass a wall, so each has an earliest and a latest position for good; many features are bounds made
//! from these. [`Occupancy`] is one state spelled out: a position per vehicle, and for every cell who stands there.
//!
//! Positions run along a vehicle's own line (columns for a horizontal vehicle, rows for a vertical one)
//! and name its left or top end. *Low* is left or up, *high* is right or down.

use super::super::board::{Axis, Board, Exit};

/// Most vehicles on a board: 16 × 16 cells, two for each.
pub const MAX_VEHICLES: usize = 128;
/// Cells of the largest board; smaller ones use the same numbering, so a row is always 16 apart.
const CELLS: usize = 256;
const ROW: usize = 16;
/// Marks an empty cell.
pub const EMPTY: u8 = u8::MAX;
/// Marks a cell with a wall.
pub const WALL: u8 = u8::MAX - 1;

/// What is fixed about a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    /// Lies and moves along a row.
    pub horizontal: bool,
    /// Its row if horizontal, else its column.
    pub line: u8,
    /// Cells covered.
    pub length: u8,
    /// Lowest position that walls and the vehicles before it leave possible.
    pub earliest: u8,
    /// Highest position that walls and the vehicles behind it leave possible.
    pub latest: u8,
}

impl Fixed {
    /// The number of the cell at `offset` along the vehicle's line.
    #[inline]
    pub fn cell(&self, offset: u8) -> usize {
        let (line, offset) = (usize::from(self.line), usize::from(offset));
        (if self.horizontal { line * ROW + offset } else { offset * ROW + line }) & (CELLS - 1)
    }
    /// Positions it may ever have, less one.
    pub fn span(&self) -> u32 {
        u32::from(self.latest - self.earliest)
    }
    /// The highest position that leaves `offset` free on the low side, if its line has room for it there.
    #[inline]
    pub fn below(&self, offset: u8) -> Option<u8> {
        offset.checked_sub(self.length).filter(|&position| position >= self.earliest)
    }
    /// The lowest position that leaves `offset` free on the high side, if its line has room for it there.
    #[inline]
    pub fn above(&self, offset: u8) -> Option<u8> {
        (offset < self.latest).then_some(offset + 1)
    }
}

/// What never changes on an instance.
#[derive(Debug, Clone)]
pub struct StaticLayout {
    vehicles: Vec<Fixed>,
    target: usize,
    /// Position of the target that touches the exit.
    exit: u8,
    /// The exit is at the high end of the target's line.
    exit_high: bool,
    /// Cells of the target's line.
    lane_length: u8,
    /// Cells of a column and of a row.
    cells: [u8; 2],
    /// The vehicles by their lines, those of the target's direction first.
    by_line: Vec<usize>,
    /// Vehicles for ever between the target and the exit because they share its line.
    ahead_for_good: u32,
    /// Most vehicles that can ever block the target.
    max_blockers: u32,
    /// All cells empty, except walls.
    empty: Box<[u8; CELLS]>,
    /// How many vehicles can ever cover each cell.
    visitors: Box<[u8; CELLS]>,
}

impl StaticLayout {
    /// The facts of a board. Vehicles keep their numbers.
    pub fn new(board: &Board) -> Self {
        let mut empty = Box::new([EMPTY; CELLS]);
        for &(row, column) in &board.walls {
            empty[(usize::from(row) * ROW + usize::from(column)) & (CELLS - 1)] = WALL;
        }
        let mut vehicles = Vec::with_capacity(board.vehicles.len());
        for vehicle in &board.vehicles {
            let horizontal = vehicle.axis == Axis::Horizontal;
            let (line, position, cells) = if horizontal {
                (vehicle.row, vehicle.column, board.width)
            } else {
                (vehicle.column, vehicle.row, board.height)
            };
            let (mut earliest, mut latest) = (0, cells - vehicle.length);
            for &(row, column) in &board.walls {
                let (across, along) = if horizontal { (row, column) } else { (column, row) };
                if across == line && along < position {
                    earliest = earliest.max(along + 1);
                } else if across == line {
                    latest = latest.min(along - vehicle.length);
                }
            }
            vehicles.push((Fixed { horizontal, line, length: vehicle.length, earliest, latest }, position));
        }
        // Room for the others of the line: what comes before cannot start earlier than those before it allow.
        let mut order: Vec<usize> = (0..vehicles.len()).collect();
        order.sort_by_key(|&v| vehicles[v].1);
        let pairs = |order: &[usize], vehicles: &[(Fixed, u8)]| -> Vec<(usize, usize)> {
            let same = |a: &Fixed, b: &Fixed| a.horizontal == b.horizontal && a.line == b.line;
            let mut found = Vec::new();
            for (place, &behind) in order.iter().enumerate() {
                let before =
                    order[..place].iter().rev().find(|&&v| same(&vehicles[v].0, &vehicles[behind].0));
                found.extend(before.map(|&before| (before, behind)));
            }
            found
        };
        let neighbours = pairs(&order, &vehicles);
        for &(before, behind) in &neighbours {
            let least = vehicles[before].0.earliest + vehicles[before].0.length;
            vehicles[behind].0.earliest = vehicles[behind].0.earliest.max(least);
        }
        for &(before, behind) in neighbours.iter().rev() {
            let most = vehicles[behind].0.latest - vehicles[before].0.length;
            vehicles[before].0.latest = vehicles[before].0.latest.min(most);
        }

        let mut visitors = Box::new([0u8; CELLS]);
        for (fixed, _) in &vehicles {
            for offset in fixed.earliest..fixed.latest + fixed.length {
                visitors[fixed.cell(offset)] += 1;
            }
        }
        let (target, target_position) = vehicles[board.target];
        let exit_high = matches!(board.exit, Exit::Right | Exit::Down);
        let lane_length = if target.horizontal { board.width } else { board.height };
        let mut layout = Self {
            target: board.target,
            exit: if exit_high { lane_length - target.length } else { 0 },
            exit_high,
            lane_length,
            cells: [board.height, board.width],
            by_line: Vec::new(),
            ahead_for_good: 0,
            max_blockers: 0,
            empty,
            visitors,
            vehicles: vehicles.iter().map(|&(fixed, _)| fixed).collect(),
        };
        // The order within a line never changes.
        let place =
            |&v: &usize| (vehicles[v].0.horizontal != target.horizontal, vehicles[v].0.line, vehicles[v].1);
        layout.by_line = (0..vehicles.len()).collect();
        layout.by_line.sort_by_key(place);
        for (v, (fixed, position)) in vehicles.iter().enumerate() {
            let shares = fixed.horizontal == target.horizontal && fixed.line == target.line;
            if v != layout.target && shares && (*position > target_position) == exit_high {
                layout.ahead_for_good += 1;
            }
        }
        // Each crossing line blocks at most once, where some vehicle of it can cover the lane.
        let farthest = if exit_high { target.earliest } else { target.latest };
        let crossing = layout.ahead(farthest).filter(|&offset| {
            layout.vehicles.iter().any(|fixed| {
                fixed.horizontal != target.horizontal
                    && fixed.line == offset
                    && (fixed.earliest..fixed.latest + fixed.length).contains(&target.line)
            })
        });
        layout.max_blockers = layout.ahead_for_good + crossing.count() as u32;
        layout
    }

    /// All vehicles.
    #[inline]
    pub fn vehicles(&self) -> &[Fixed] {
        &self.vehicles
    }
    /// The vehicles by their lines, those of the target's direction first: an order that no move changes.
    #[inline]
    pub fn by_line(&self) -> &[usize] {
        &self.by_line
    }
    /// Cells of a row or of a column.
    #[inline]
    pub fn cells(&self, horizontal: bool) -> u8 {
        self.cells[usize::from(horizontal)]
    }
    /// Number of the target.
    #[inline]
    pub fn target(&self) -> usize {
        self.target
    }
    /// Position of the target that touches the exit.
    #[inline]
    pub fn exit(&self) -> u8 {
        self.exit
    }
    /// Whether the exit is at the high end of the target's line.
    #[inline]
    pub fn exit_high(&self) -> bool {
        self.exit_high
    }
    /// Vehicles in the target's own line ahead of it; with any the instance has no solution.
    #[inline]
    pub fn ahead_for_good(&self) -> u32 {
        self.ahead_for_good
    }
    /// Most vehicles that can ever block the target.
    pub fn max_blockers(&self) -> u32 {
        self.max_blockers
    }
    /// Cells the target may ever be away from the exit.
    pub fn max_distance(&self) -> u32 {
        let target = &self.vehicles[self.target];
        u32::from(target.earliest.abs_diff(self.exit).max(target.latest.abs_diff(self.exit)))
    }
    /// Sum of all vehicles' spans: no state has more slides.
    pub fn spans(&self) -> u32 {
        self.vehicles.iter().map(Fixed::span).sum()
    }
    /// How many vehicles can ever cover a cell.
    #[inline]
    pub fn visitors(&self, cell: usize) -> u8 {
        self.visitors[cell & (CELLS - 1)]
    }

    /// The cells of the lane in front of a target at `position`, from its front to the exit.
    #[inline]
    pub fn ahead(&self, position: u8) -> impl Iterator<Item = u8> + use<> {
        let length = self.vehicles[self.target].length;
        let (from, to) = if self.exit_high { (position + length, self.lane_length) } else { (0, position) };
        let high = self.exit_high;
        (from..to).map(move |offset| if high { offset } else { to - 1 - (offset - from) })
    }
}

/// Where the vehicles stand.
pub struct Occupancy {
    position: [u8; MAX_VEHICLES],
    cells: [u8; CELLS],
}

impl Default for Occupancy {
    fn default() -> Self {
        Self { position: [0; MAX_VEHICLES], cells: [EMPTY; CELLS] }
    }
}

impl Occupancy {
    /// Spells out a state given by its positions.
    #[inline]
    pub fn fill(&mut self, layout: &StaticLayout, position_of: impl Fn(usize) -> u8) {
        self.cells = *layout.empty;
        for (v, fixed) in layout.vehicles.iter().enumerate() {
            let position = position_of(v);
            self.position[v & (MAX_VEHICLES - 1)] = position;
            for offset in position..position + fixed.length {
                self.cells[fixed.cell(offset)] = v as u8;
            }
        }
    }
    /// Where a vehicle stands along its line.
    #[inline]
    pub fn position(&self, vehicle: usize) -> u8 {
        self.position[vehicle & (MAX_VEHICLES - 1)]
    }
    /// The vehicle on a cell, [`WALL`] or [`EMPTY`].
    #[inline]
    pub fn at(&self, cell: usize) -> u8 {
        self.cells[cell & (CELLS - 1)]
    }
    /// The vehicle on a cell.
    #[inline]
    pub fn vehicle_at(&self, cell: usize) -> Option<usize> {
        let who = self.at(cell);
        (who < WALL).then_some(usize::from(who))
    }
}
