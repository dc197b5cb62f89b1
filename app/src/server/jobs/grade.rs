//! How hard a board is: its shortest solution, the size and kind of its space, and what it could do without.

use super::Job;
use super::request::GradeRequest;
use crate::server::failure::Failure;
use crate::server::positions::source;
use serde_json::{Map, Value, json};
use std::time::Instant;
use unstuck_core::domain::Domain;
use unstuck_core::domains::rush_hour::board::Board;
use unstuck_core::domains::rush_hour::domain::reading as manner;
use unstuck_core::domains::rush_hour::text;
use unstuck_core::instance::{Instance, Solution, Status};
use unstuck_core::search::Limit;
use unstuck_ops::instances::Reading;
use unstuck_ops::limits::Limits;
use unstuck_ops::method;
use unstuck_ops::watch::Watch;

/// Most states of a space that is looked at for its class.
const SPACE: u64 = 2_000_000;

/// What is known about a board.
pub struct Known {
    solution: Solution,
    /// Of a shortest solution, as far as it is proved.
    pub length: Option<u64>,
    pub class: Option<&'static str>,
    pub reachable: Option<u64>,
}

fn read(domain: &dyn Domain, text: &str, reading: &Reading) -> Result<Box<dyn Instance>, Failure> {
    unstuck_core::domain::read(domain, text, reading.metric.as_deref(), &reading.settings)
        .map_err(|error| Failure::within(&error, text).field("instance"))
}

/// Solves by what proves a shortest solution.
pub fn shortest(
    job: &Job,
    domain: &dyn Domain,
    puzzle: &dyn Instance,
    asked: Limits,
) -> Result<(Solution, Option<u64>), Failure> {
    let (metric, limits) = (puzzle.metric(), job.limits(asked));
    let request = method::optimal(domain, &metric, limits)?;
    let solution = puzzle.solve(&request, &mut Watch::new(&job.activity, limits))?;
    let length = solution.lengths.iter().find(|(name, _)| *name == metric).map(|(_, length)| *length);
    Ok((solution, length))
}

/// What is to be known about a board.
pub fn measure(
    job: &Job,
    domain: &dyn Domain,
    text: &str,
    reading: &Reading,
    asked: Limits,
) -> Result<Known, Failure> {
    let puzzle = read(domain, text, reading)?;
    let (solution, length) = shortest(job, domain, &*puzzle, asked)?;
    let mut limits = job.limits(asked);
    limits.expanded = Some(SPACE.min(limits.expanded.unwrap_or(SPACE)));
    let space = puzzle.explore(limits, &mut Watch::new(&job.activity, limits)).ok();
    let length = length.filter(|_| solution.optimal);
    Ok(Known {
        solution,
        length,
        class: space.as_ref().and_then(|space| space.class),
        reachable: space.map(|space| space.space.reachable),
    })
}

/// How hard a board is.
pub fn grade(job: &Job, request: &GradeRequest) -> Result<Value, Failure> {
    let began = Instant::now();
    let reading = request.reading();
    let source = source(&request.instance, &reading)?;
    let text = source.text()?;
    let known = measure(job, &*source.domain, &text, &reading, request.limits)?;
    let Solution { status, limit, optimal, ref plan, ref lengths, .. } = known.solution;
    let solved = status == Status::Solved;
    let metric = source.domain.info().metric(reading.metric.as_deref());
    let length = lengths.iter().find(|(name, _)| *name == metric).map(|(_, length)| *length);
    let needless = match length {
        Some(length) if length > 0 && optimal && request.needless != Some(false) => {
            needless(job, &*source.domain, &text, &reading, (length, request.limits))?
        }
        _ => Vec::new(),
    };
    let lengths: Map<String, Value> =
        lengths.iter().map(|(name, length)| (name.to_string(), json!(length))).collect();
    let solvable = match status {
        Status::Solved => Some(true),
        Status::Unsolvable => Some(false),
        Status::Limit | Status::GaveUp => None,
    };
    if limit == Some(Limit::Cancelled) {
        return Err(Failure::unreadable("cancelled"));
    }
    Ok(json!({
        "solvable": solvable,
        "solved": solved && length == Some(0),
        "length": length,
        "lengths": lengths,
        "optimal": optimal,
        "class": known.class,
        "reachable": known.reachable,
        "needless": needless,
        "plan": solved.then_some(plan),
        "seconds": began.elapsed().as_secs_f64(),
    }))
}

/// Reads a board as the domain does.
pub fn board(given: &str, reading: &Reading) -> Option<Board> {
    text::parse(given, &manner(&reading.settings).ok()?).ok()
}

/// Rush Hour: the vehicles without which a shortest solution is as long.
fn needless(
    job: &Job,
    domain: &dyn Domain,
    given: &str,
    reading: &Reading,
    (length, asked): (u64, Limits),
) -> Result<Vec<String>, Failure> {
    if domain.info().name != "rush-hour" {
        return Ok(Vec::new());
    }
    let Some(board) = board(given, reading) else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (place, vehicle) in board.vehicles.iter().enumerate().filter(|(place, _)| *place != board.target) {
        if job.is_cancelled() {
            break;
        }
        let without = text::print(&board.without(place));
        let puzzle = read(domain, &without, reading)?;
        if shortest(job, domain, &*puzzle, asked)?.1 == Some(length) {
            found.push(vehicle.letter.to_string());
        }
    }
    Ok(found)
}
