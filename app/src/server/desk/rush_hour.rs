//! Rush Hour for browsers.

use super::marks;
use super::{Desk, Offer, Piece, PositionState, Shown, boxed};
use serde_json::{Value, json};
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::domains::rush_hour::board::{Axis, Vehicle};
use unstuck_core::domains::rush_hour::domain::reading;
use unstuck_core::domains::rush_hour::features::goal_board::{Plan, each_place};
use unstuck_core::domains::rush_hour::features::lane::each_blocker;
use unstuck_core::domains::rush_hour::features::lot::{Lot, Parked};
use unstuck_core::domains::rush_hour::problem::{Large, Metric, RushHour, Small, State};
use unstuck_core::domains::rush_hour::{replay, text};
use unstuck_core::error::ParseError;
use unstuck_core::problem::Problem;
use unstuck_core::puzzle::Puzzle;

/// Puts a board on the table. The domain has read it already, with these settings.
pub fn open(
    domain: &DomainRef,
    text: &str,
    metric: &str,
    settings: &Settings,
) -> Result<Box<dyn Desk>, ParseError> {
    let board = text::parse(text, &reading(settings)?)?;
    let metric = Metric::named(metric).unwrap_or(Metric::ALL[0].0);
    let drive_out = settings.contains_key("drive-out");
    macro_rules! on_the_table {
        ($engine:ty) => {{
            let problem = <$engine>::new(board, metric);
            let problem = if drive_out { problem.driving_out() } else { problem };
            let start = problem.start();
            Ok(boxed(domain, problem, (), start))
        }};
    }
    if Small::fits(&board) { on_the_table!(Small) } else { on_the_table!(Large) }
}

impl<const C: usize, const B: usize> Shown for RushHour<C, B>
where
    Self: Puzzle + Problem<State = State<C, B>, Action = unstuck_core::domains::rush_hour::problem::Action>,
{
    type Rules = ();

    fn board(&self, (): &(), state: &State<C, B>) -> Value {
        let board = self.to_board(state);
        let vehicles = board.vehicles.iter().map(|vehicle| {
            json!({
                "letter": vehicle.letter.to_string(),
                "row": vehicle.row,
                "column": vehicle.column,
                "length": vehicle.length,
                "axis": match vehicle.axis { Axis::Horizontal => "horizontal", Axis::Vertical => "vertical" },
            })
        });
        json!({
            "domain": "rush-hour",
            "width": board.width,
            "height": board.height,
            "exit": board.exit.name(),
            "target": board.vehicles[board.target].letter.to_string(),
            "walls": board.walls.iter().map(|(row, column)| [row, column]).collect::<Vec<_>>(),
            "vehicles": vehicles.collect::<Vec<_>>(),
        })
    }

    fn offers(&self, (): &(), state: &State<C, B>) -> Vec<Offer> {
        let board = self.to_board(state);
        let mut offers = Vec::new();
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
                    offers.push(Offer {
                        text,
                        words,
                        piece: Piece::Vehicle { vehicle: letter.to_string(), delta },
                    });
                }
            }
        }
        offers
    }

    fn marks(&self, state: &State<C, B>, feature: &str) -> Vec<Value> {
        let board = self.to_board(state);
        let letter = |vehicle: usize| board.vehicles[vehicle].letter;
        let lot = Lot::new(&board);
        let mut parked = Parked::default();
        // The lot numbers vehicles as the written board does, which is not how the engine numbers them.
        let offset = |one: &Vehicle| if one.axis == Axis::Horizontal { one.column } else { one.row };
        parked.fill(&lot, |vehicle| offset(&board.vehicles[vehicle]));
        let can_move =
            |vehicle: &usize| [-1, 1].into_iter().any(|way| self.action(state, *vehicle, way).is_some());
        let own = |vehicle: usize| self.board().vehicles[vehicle].letter;
        let all = 0..self.vehicle_count();
        match feature {
            // What counts farther begins with those in the lane.
            "blockers" | "blocking" | "blockers_stuck" | "distance_blockers" | "blockers_deep"
            | "blockers_two_sided" | "advanced_distance" | "votes" => {
                each_blocker(&lot, &parked).map(|one| marks::vehicle(letter(one), "blocker")).collect()
            }
            "stuck_vehicles" => {
                all.filter(|one| !can_move(one)).map(|one| marks::vehicle(own(one), "stuck")).collect()
            }
            "free_vehicles" | "mobility" => {
                all.filter(can_move).map(|one| marks::vehicle(own(one), "free")).collect()
            }
            "goal_distance" | "hybrid" => {
                let mut ghosts = Vec::new();
                each_place(&lot, &parked, &mut Plan::default(), |one, place| {
                    let fixed = lot.vehicles()[one];
                    let (row, column) =
                        if fixed.horizontal { (fixed.line, place) } else { (place, fixed.line) };
                    ghosts.push(marks::ghost(letter(one), row, column));
                });
                ghosts
            }
            _ => Vec::new(),
        }
    }

    fn made(at: &PositionState<Self>, text: &str) -> PositionState<Self> {
        let (problem, state) = (&at.problem, &at.state);
        let mut signs = text.trim().chars();
        let (Some(letter), Ok(delta)) = (signs.next(), signs.as_str().parse::<i32>()) else {
            return at.still();
        };
        let found = problem.board().vehicles.iter().position(|vehicle| vehicle.letter == letter);
        let Some(vehicle) = found else { return at.still() };
        let way = if delta < 0 { -1 } else { 1 };
        // A target that leaves through the auth goes farther than the board; the engine's move ends at the edge.
        let mut there = at.still();
        let mut steps = 0;
        while steps < delta.unsigned_abs()
            && let Some(step) = problem.action(&there.state, vehicle, way)
        {
            there = there.after(step);
            steps += 1;
        }
        if RushHour::metric(problem) == Metric::Slides {
            let whole = problem.action(state, vehicle, way * steps as i8);
            return whole.map_or_else(|| at.still(), |slide| at.after(slide));
        }
        PositionState { cost: steps, ..there }
    }
}
