//! Boards that are bred to be hard.
//!
//! Each board wanted draws a length from the wished range, and climbs to it: of a random board's cluster (all boards
//! that it can be moved to) the one farthest from solved is changed by a few vehicles, and whatever is no easier takes its
//! place. So the lengths of a request spread evenly over the range, long ones included, which random boards hardly ever
//! have.

use super::{GenerateError, Wish, lettered};
use crate::domains::rush_hour::board::{Axis, Board, Vehicle};
use crate::random::{RngExt, Stream};
use crate::search::Observer;

/// Changes in a row that bring nothing before a climb is given up.
const PATIENCE: u32 = 400;

impl Wish {
    /// The end of a climb that begins at a board; `None` if it never gets as far as it set out to.
    pub(super) fn evolved(
        &self,
        start: Board,
        random: &mut Stream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Board>, GenerateError> {
        let (low, high) = self.length;
        // Nobody knows how long the longest is: without an upper end, the lower one is the aim.
        let aim = if high > low + 1_000 { low } else { random.random_range(low..=high) };
        let Some((mut length, mut board)) = self.farthest(&start, observer)? else { return Ok(None) };
        let mut idle = 0;
        while !(aim..=high).contains(&length) {
            idle += 1;
            if idle > PATIENCE {
                return Ok(None);
            }
            let child = self.varied(&board, random);
            let Some((reached, child)) = self.farthest(&child, observer)? else { continue };
            // Equals replace each other, lest a climb end on a plateau; so does what came down from too far up.
            if reached >= length.min(aim) && reached <= high.max(length) {
                idle = if reached > length { 0 } else { idle };
                (length, board) = (reached, child);
            }
        }
        Ok(Some(board))
    }

    /// The board farthest from solved that a board can be moved to, with its length.
    fn farthest(
        &self,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Option<(u64, Board)>, GenerateError> {
        let found = self.explore(board, observer)?.and_then(|found| found.hardest);
        found.map(|(length, text)| Ok((u64::from(length), self.read_back(&text)?))).transpose()
    }

    /// The board with one to three vehicles added, taken away or replaced, as many as are wished for.
    fn varied(&self, board: &Board, random: &mut Stream) -> Board {
        let mut board = board.clone();
        for _ in 0..random.random_range(1..=3) {
            let count = board.vehicles.len() as u64;
            let (taking, adding) = match random.random_range(0..3) {
                0 if count > self.vehicles.0 => (true, false),
                1 if count < self.vehicles.1 => (false, true),
                _ => (true, true),
            };
            let at = random.random_range(0..board.vehicles.len());
            if taking && at != board.target {
                board.vehicles.remove(at);
                board.target -= usize::from(at < board.target);
            }
            if adding && (board.vehicles.len() as u64) < self.vehicles.1 {
                add(&mut board, random);
            }
        }
        lettered(board)
    }
}

/// Adds a car or a truck at a random free place outside the target's lane, if there is one.
fn add(board: &mut Board, random: &mut Stream) {
    let (width, height, lane) = (board.width, board.height, board.vehicles[board.target].row);
    let signs = board.signs();
    let free = |vehicle: &Vehicle| {
        vehicle
            .cells()
            .all(|(row, column)| signs[usize::from(row) * usize::from(width) + usize::from(column)] == 'o')
    };
    let mut places = Vec::new();
    for length in [2, 3] {
        for row in 0..height {
            for column in 0..width {
                let lying = Vehicle { letter: 'B', axis: Axis::Horizontal, row, column, length };
                let standing = Vehicle { axis: Axis::Vertical, ..lying };
                if row != lane && column + length <= width && free(&lying) {
                    places.push(lying);
                }
                if row + length <= height && free(&standing) {
                    places.push(standing);
                }
            }
        }
    }
    if !places.is_empty() {
        board.vehicles.push(places[random.random_range(0..places.len())]);
    }
}
