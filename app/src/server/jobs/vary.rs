//! Rush Hour boards a little harder or easier than a given one: small changes, the best of those that help.

use super::Job;
use super::generate::item;
use super::grade::{board, measure, shortest};
use super::request::{Direction, VaryRequest};
use crate::server::failure::Failure;
use crate::server::positions::source;
use serde_json::{Value, json};
use unstuck_core::domain::Domain;
use unstuck_core::domains::rush_hour::board::{Axis, Board, Vehicle};
use unstuck_core::domains::rush_hour::text;
use unstuck_core::random::{RngExt, Stream, stream};
use unstuck_ops::instances::Reading;

/// Changes that are tried.
const TRIES: usize = 400;

/// Changes a board by small steps until its shortest solution is longer, or shorter.
pub fn vary(job: &Job, request: &VaryRequest) -> Result<Value, Failure> {
    let reading = request.reading();
    let source = source(&request.instance, &reading)?;
    let domain = &*source.domain;
    if domain.info().name != "rush-hour" {
        return Err(Failure::unreadable("only boards of Rush Hour can be changed").field("instance"));
    }
    let given = source.text()?;
    let start = unstuck_core::domain::read(domain, &given, reading.metric.as_deref(), &reading.settings)
        .map_err(|error| Failure::within(&error, &given).field("instance"))?;
    let from = shortest(job, domain, &*start, request.limits)?.1;
    let Some(original) = board(&given, &reading) else { return Ok(json!({ "items": [], "from": from })) };
    let length = from.unwrap_or(0);
    let mut random = stream(request.seed, "vary", &[]);
    let mut found: Vec<(u64, String)> = Vec::new();
    for number in 0..TRIES {
        job.progress(number, Some(TRIES), "boards");
        if job.is_cancelled() {
            break;
        }
        let mut changed = original.clone();
        for _ in 0..=random.random_range(0..2) {
            changed = change(&changed, &mut random);
        }
        let text = text::print(&changed);
        let Some(puzzle) = valid(domain, &text, &reading) else { continue };
        let Some(now) = shortest(job, domain, &*puzzle, request.limits)?.1 else { continue };
        let helps = match request.direction {
            Direction::Harder => now > length,
            Direction::Easier => now > 0 && now < length,
        };
        if helps && !found.iter().any(|(_, known)| *known == text) {
            found.push((now, text));
        }
    }
    // Harder: the longest first. Easier: the gentlest step first.
    found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(request.count.unwrap_or(6).clamp(1, 50));
    let mut items = Vec::new();
    for (_, text) in found {
        let known = measure(job, domain, &text, &reading, request.limits)?;
        let mut one = item(&source.domain, &text, &reading.settings)?;
        one["length"] = json!(known.length);
        one["class"] = json!(known.class);
        one["reachable"] = json!(known.reachable);
        items.push(one);
    }
    Ok(json!({ "items": items, "from": from }))
}

fn valid(
    domain: &dyn Domain,
    text: &str,
    reading: &Reading,
) -> Option<Box<dyn unstuck_core::instance::Instance>> {
    unstuck_core::domain::read(domain, text, reading.metric.as_deref(), &reading.settings).ok()
}

/// One small change: a vehicle moved anywhere, taken away, added, or made longer or shorter.
fn change(board: &Board, random: &mut Stream) -> Board {
    let others: Vec<usize> = (0..board.vehicles.len()).filter(|&place| place != board.target).collect();
    if others.is_empty() {
        return board.clone();
    }
    let chosen = others[random.random_range(0..others.len())];
    match random.random_range(0..8) {
        0 => board.without(chosen),
        1 | 2 => with(board, place(board, random)),
        _ => {
            let rest = board.without(chosen);
            let old = board.vehicles[chosen];
            let mut vehicle = place(&rest, random);
            vehicle.letter = old.letter;
            with(&rest, vehicle)
        }
    }
}

/// A vehicle somewhere, with a letter that is free; whether it fits is seen when the board is read.
fn place(board: &Board, random: &mut Stream) -> Vehicle {
    let axis = if random.random_bool(0.5) { Axis::Horizontal } else { Axis::Vertical };
    let length = 2 + u8::from(random.random_bool(0.25));
    let (wide, high) = match axis {
        Axis::Horizontal => (board.width.saturating_sub(length) + 1, board.height),
        Axis::Vertical => (board.width, board.height.saturating_sub(length) + 1),
    };
    let taken = |letter: &char| board.vehicles.iter().any(|vehicle| vehicle.letter == *letter);
    let letter = ('B'..='Z')
        .filter(|letter| !matches!(letter, 'O' | 'X'))
        .find(|letter| !taken(letter))
        .unwrap_or('B');
    Vehicle { letter, axis, row: random.random_range(0..high), column: random.random_range(0..wide), length }
}

/// The board with a vehicle more; the same board where it does not fit.
fn with(board: &Board, vehicle: Vehicle) -> Board {
    let free = |cell: &(u8, u8)| {
        !board.walls.contains(cell)
            && !board.vehicles.iter().any(|other| other.cells().any(|taken| taken == *cell))
    };
    let letter_is_free = board.vehicles.iter().all(|other| other.letter != vehicle.letter);
    if !letter_is_free || !vehicle.cells().all(|cell| free(&cell)) {
        return board.clone();
    }
    let mut board = board.clone();
    let target = board.vehicles[board.target].letter;
    board.vehicles.push(vehicle);
    board.sort();
    board.target = board.vehicles.iter().position(|vehicle| vehicle.letter == target).unwrap_or(0);
    board
}
