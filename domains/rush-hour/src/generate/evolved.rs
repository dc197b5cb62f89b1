//! Boards that are bred to be hard.
//!
//! Each board wanted draws a length from the wished range, and climbs to it: of a random board's cluster (all boards
//! that it can be moved to) the one farthest from solved is changed by a few vehicles, and whatever is no easier takes its
//! place. So the lengths of a request spread evenly over the range, long ones included, which random boards hardly ever
//! have. Where an effort is asked for, the climb goes on in the number of states, which effort grows with; where nothing
//! is asked for, until no change brings anything for a while.

use super::{GenerateError, GeneratorParams, Nearest};
use crate::board::{Axis, Board, Vehicle};
use std::cmp::Ordering;
use unstuck_core::random::{RngExt, Stream};
use unstuck_core::search::{Observer, Stats};

/// Changes in a row that bring nothing before a climb is given up.
const PATIENCE: u32 = 400;

/// The board of a cluster that is farthest from solved.
struct Peak {
    board: Board,
    length: u64,
    states: u64,
}

impl GeneratorParams {
    /// The end of a climb that begins at a board; `None` if it never gets as far as it set out to.
    pub(super) fn evolved(
        &self,
        start: Board,
        random: &mut Stream,
        observer: &mut dyn Observer,
        nearest: &mut Option<Nearest>,
    ) -> Result<Option<Board>, GenerateError> {
        let (low, high) = self.length;
        // The longest length is unknown: without an upper end the lower one is the aim, without any the top.
        let aim = match high - low {
            ..999 => random.random_range(low..=high),
            _ if self.climbs => u64::MAX,
            _ => low,
        };
        // States come after length: a climb that counts them from the start fills boards instead of making them long.
        let counts = |peak: &Peak| self.effort.is_some() && peak.length >= aim;
        let rank = |peak: &Peak| (peak.length.min(aim), if counts(peak) { peak.states } else { 0 });
        let Some(mut peak) = self.peak(&start, observer)? else { return Ok(None) };
        let mut idle = 0;
        loop {
            observer.improved(peak.length, &[], &Stats::default());
            self.see(nearest, peak.length, &peak.board);
            if (aim..=high).contains(&peak.length) && self.may_take_effort(&peak) {
                match self.effort(&peak.board, observer)? {
                    Ordering::Equal => return Ok(Some(peak.board)),
                    // Farther up it only gets more.
                    Ordering::Greater => return Ok(None),
                    Ordering::Less => {}
                }
            }
            peak = loop {
                idle += 1;
                if idle > PATIENCE {
                    return Ok(self.climbs.then_some(peak.board));
                }
                let child = self.varied(&peak.board, random);
                let Some(child) = self.peak(&child, observer)? else { continue };
                // Equals replace each other, lest a climb end on a plateau; so does what came down from too far up.
                if rank(&child) >= rank(&peak) && child.length <= high.max(peak.length) {
                    idle = if rank(&child) > rank(&peak) { 0 } else { idle };
                    break child;
                }
            };
        }
    }

    /// The board farthest from solved that a board can be moved to.
    fn peak(&self, board: &Board, observer: &mut dyn Observer) -> Result<Option<Peak>, GenerateError> {
        let Some(found) = self.explore(board, observer)? else { return Ok(None) };
        let Some((length, text)) = found.hardest else { return Ok(None) };
        let board = self.read_back(&text)?;
        Ok(Some(Peak { board, length: length.into(), states: found.space.reachable }))
    }

    /// A round expands a state again when a shorter way to it turns up, but hardly ever ten times: what cannot take the effort
    /// need not be searched.
    fn may_take_effort(&self, peak: &Peak) -> bool {
        self.effort
            .is_none_or(|(least, _)| peak.length.saturating_mul(peak.states).saturating_mul(10) >= least)
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
                board = board.without(at);
            }
            if adding && (board.vehicles.len() as u64) < self.vehicles.1 {
                add(&mut board, random);
            }
        }
        board.lettered()
    }
}

/// Adds a car or a truck at a random free place outside the target's lane, if there is one.
pub(super) fn add(board: &mut Board, random: &mut Stream) {
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
