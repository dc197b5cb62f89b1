//! Rush Hour on screens: boards, slides of every length, and what features see.

use super::board::{self, Axis, Exit, Vehicle};
use super::features::goal_board::{Buffers, each_place};
use super::features::lane::each_blocker;
use super::features::layout::{Occupancy, StaticLayout};
use super::problem::{Action, Metric, RushHour, State};
use super::replay;
use serde::Serialize;
use unstuck_core::drawing::{CELL, Drawing};
use unstuck_core::problem::Problem;
use unstuck_core::puzzle::Played;
use unstuck_core::view::{Board, Highlight, Move};

/// A Rush Hour board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RushHourBoard {
    /// Cells in a row.
    pub width: u32,
    /// Cells in a column.
    pub height: u32,
    /// The side with the exit.
    pub exit: Side,
    /// Letter of the target.
    pub target: String,
    /// Row and column of each wall.
    pub walls: Vec<(u32, u32)>,
    /// All vehicles.
    pub vehicles: Vec<VehicleView>,
}

/// A side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Right.
    Right,
    /// Left.
    Left,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// A vehicle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VehicleView {
    /// Its letter.
    pub letter: String,
    /// Row of its top end, from 0.
    pub row: u32,
    /// Column of its left end, from 0.
    pub column: u32,
    /// Cells covered.
    pub length: u32,
    /// Which way it moves.
    pub axis: Direction,
}

/// Which way a vehicle moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Along its row.
    Horizontal,
    /// Along its column.
    Vertical,
}

/// A plain board, for screens.
pub(super) fn board(board: &board::Board) -> Board {
    let vehicle = |vehicle: &Vehicle| VehicleView {
        letter: vehicle.letter.to_string(),
        row: vehicle.row.into(),
        column: vehicle.column.into(),
        length: vehicle.length.into(),
        axis: match vehicle.axis {
            Axis::Horizontal => Direction::Horizontal,
            Axis::Vertical => Direction::Vertical,
        },
    };
    Board::new(
        "rush-hour",
        RushHourBoard {
            width: board.width.into(),
            height: board.height.into(),
            exit: match board.exit {
                Exit::Right => Side::Right,
                Exit::Left => Side::Left,
                Exit::Up => Side::Up,
                Exit::Down => Side::Down,
            },
            target: board.vehicles[board.target].letter.to_string(),
            walls: board.walls.iter().map(|&(row, column)| (row.into(), column.into())).collect(),
            vehicles: board.vehicles.iter().map(vehicle).collect(),
        },
    )
    .with_drawing(|board| board.data().map(RushHourBoard::drawing))
}

impl RushHourBoard {
    /// Vehicles with their letters, and the exit as a gap in the wall.
    fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::new(self.width, self.height);
        for &(row, column) in &self.walls {
            drawing.rectangle((column * CELL, row * CELL), (CELL, CELL), "#666");
        }
        for vehicle in &self.vehicles {
            let long = vehicle.length * CELL;
            let is_target = vehicle.letter == self.target;
            let (width, height) =
                if vehicle.axis == Direction::Horizontal { (long, CELL) } else { (CELL, long) };
            let (x, y) = (vehicle.column * CELL, vehicle.row * CELL);
            let fill = if is_target { "#e88" } else { "#ddd" };
            drawing.rectangle((x + 1, y + 1), (width - 2, height - 2), fill);
            drawing.label((x + width / 2, y + height / 2), &vehicle.letter);
            if is_target {
                let (wide, high) = (self.width * CELL, self.height * CELL);
                let (from, to) = match self.exit {
                    Side::Right => ((wide, y + 2), (wide, y + CELL - 2)),
                    Side::Left => ((0, y + 2), (0, y + CELL - 2)),
                    Side::Up => ((x + 2, 0), (x + CELL - 2, 0)),
                    Side::Down => ((x + 2, high), (x + CELL - 2, high)),
                };
                drawing.line(from, to, "#e88");
            }
        }
        drawing
    }
}

impl<const C: usize, const B: usize> RushHour<C, B>
where
    Self: Problem<State = State<C, B>, Action = Action>,
{
    /// Slides of every length, whatever the metric.
    pub(super) fn slides(&self, state: &State<C, B>) -> Vec<Move> {
        let board = self.to_board(state);
        let mut moves = Vec::new();
        for vehicle in 0..self.vehicle_count() {
            let letter = self.board().vehicles[vehicle].letter;
            for way in [-1_i8, 1] {
                let mut there = *state;
                let mut delta = 0;
                while let Some(step) = self.action(&there, vehicle, way) {
                    self.apply(&mut there, step);
                    delta += i32::from(way);
                    let text = format!("{letter}{delta:+}");
                    let words = replay::words(&board, &text).unwrap_or_else(|| text.clone());
                    let vehicle = Some(letter.to_string());
                    moves.push(Move { text, words, vehicle, delta: Some(delta), ..Move::default() });
                }
            }
        }
        moves
    }

    /// Makes a slide that the validator accepts. A target that leaves through the exit goes farther than the board; the engine's
    /// move ends at the edge.
    pub(super) fn slide(&self, state: &State<C, B>, text: &str) -> Option<Played<Self>> {
        let mut signs = text.trim().chars();
        let (letter, delta) = (signs.next()?, signs.as_str().parse::<i32>().ok()?);
        let vehicle = self.board().vehicles.iter().position(|vehicle| vehicle.letter == letter)?;
        let way = if delta < 0 { -1 } else { 1 };
        let mut there = Played { problem: None, state: *state, last: None, cost: 0 };
        while there.cost < delta.unsigned_abs()
            && let Some(step) = self.action(&there.state, vehicle, way)
        {
            there.last = Some((there.state, step));
            self.apply(&mut there.state, step);
            there.cost += 1;
        }
        match RushHour::metric(self) {
            Metric::Steps => Some(there),
            // The target is at the exit already.
            Metric::Slides if there.cost == 0 => Some(there),
            Metric::Slides => {
                let slide = self.action(state, vehicle, way * there.cost as i8)?;
                Some(Played::by(self, state, slide))
            }
        }
    }

    /// What a feature counts, where that lies on the board.
    pub(super) fn seen(&self, state: &State<C, B>, feature: &str) -> Vec<Highlight> {
        let board = self.to_board(state);
        let letter = |vehicle: usize| board.vehicles[vehicle].letter;
        let layout = StaticLayout::new(&board);
        let mut occupancy = Occupancy::default();
        // The layout numbers vehicles as the written board does, which is not how the engine numbers them.
        let offset = |one: &Vehicle| if one.axis == Axis::Horizontal { one.column } else { one.row };
        occupancy.fill(&layout, |vehicle| offset(&board.vehicles[vehicle]));
        let can_move =
            |vehicle: &usize| [-1, 1].into_iter().any(|way| self.action(state, *vehicle, way).is_some());
        let own = |vehicle: usize| self.board().vehicles[vehicle].letter;
        let all = 0..self.vehicle_count();
        match feature {
            // What counts farther begins with those in the lane.
            "blockers"
            | "blocking"
            | "blockers_stuck"
            | "distance_blockers"
            | "blockers_deep"
            | "blockers_two_sided"
            | "advanced_distance"
            | "advanced_literal"
            | "advanced_distance_literal"
            | "votes" => each_blocker(&layout, &occupancy)
                .map(|one| Highlight::vehicle(letter(one), "blocker"))
                .collect(),
            "stuck_vehicles" => {
                all.filter(|one| !can_move(one)).map(|one| Highlight::vehicle(own(one), "stuck")).collect()
            }
            "free_vehicles" | "mobility" => {
                all.filter(can_move).map(|one| Highlight::vehicle(own(one), "free")).collect()
            }
            "goal_distance" | "hybrid" => {
                let mut ghosts = Vec::new();
                each_place(&layout, &occupancy, &mut Buffers::default(), |one, place| {
                    let fixed = layout.vehicles()[one];
                    let at = if fixed.horizontal { (fixed.line, place) } else { (place, fixed.line) };
                    ghosts.push(Highlight::ghost(letter(one), at));
                });
                ghosts
            }
            _ => Vec::new(),
        }
    }
}
