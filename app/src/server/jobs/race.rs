//! Several methods on one board. The figures are the program's own searches'; layers and states on the way are told
//! by the textbook's search with a diary, as far as it gets.

use super::Entry;
use super::request::RaceRequest;
use super::solve::{in_full, run};
use super::trace::{Diary, traceable};
use crate::server::failure::Failure;
use crate::server::heuristics::formula;
use crate::server::positions::{seat, source};
use serde_json::{Value, json};

/// Entrants at most.
const ENTRANTS: usize = 4;
/// Expansions that the diary follows.
const FOLLOWED: usize = 5_000;
/// States that are shown on the way.
const SAMPLES: usize = 60;

/// Races methods.
pub fn race(entry: &Entry, request: &RaceRequest) -> Result<Value, Failure> {
    if !(1..=ENTRANTS).contains(&request.methods.len()) {
        return Err(Failure::bad(format!("a race has from 1 to {ENTRANTS} entrants")).field("methods"));
    }
    let source = source(&request.instance)?;
    let reading = request.reading();
    let mut entrants = Vec::new();
    let mut by = Vec::new();
    for (number, method) in request.methods.iter().enumerate() {
        entry.say(format!("entrant {} of {}", number + 1, request.methods.len()));
        let job = method.job(source.family, entry.limits(request.limits))?;
        traceable(&job)?;
        let report = run(entry, &source, &reading, &job)?;
        let checked = formula(source.family, &job.heuristic).map_err(|error| error.field("heuristic"))?;
        let start = seat(&request.instance, reading.metric.as_deref(), &reading.settings, &[])?;
        let diary = Diary::keep(entry, start, &job, &checked, FOLLOWED);
        by.push(match job.algorithm.as_str() {
            "bfs" | "dfs" => "depth",
            "greedy" => "h",
            _ => "f",
        });
        entrants.push(json!({
            "solve": in_full(&report, source.family, &reading.settings)?,
            "layers": layers(&diary),
            "samples": samples(&diary),
        }));
    }
    by.dedup();
    Ok(json!({ "by": by.join(","), "entrants": entrants }))
}

/// The ids of the expanded nodes, in their order.
fn order(diary: &Diary) -> Vec<usize> {
    let mut order: Vec<(usize, usize)> =
        diary.nodes.iter().enumerate().filter_map(|(id, node)| Some((node.expanded?, id))).collect();
    order.sort_unstable();
    order.into_iter().map(|(_, id)| id).collect()
}

/// Expansions in each layer, in the order the layers happened first.
fn layers(diary: &Diary) -> Vec<Value> {
    let mut found: Vec<(f64, u64)> = Vec::new();
    for id in order(diary) {
        let f = diary.nodes[id].f.abs();
        match found.iter_mut().find(|(known, _)| *known == f) {
            Some((_, count)) => *count += 1,
            None => found.push((f, 1)),
        }
    }
    found.into_iter().map(|(f, expanded)| json!({ "f": f, "expanded": expanded })).collect()
}

/// Some states as they were expanded, evenly spread.
fn samples(diary: &Diary) -> Vec<Value> {
    let order = order(diary);
    let count = order.len().min(SAMPLES);
    let sample = |place: usize| {
        let at = if count > 1 { place * (diary.expanded() - 1) / (count - 1) } else { 0 };
        let id = *order.get(at)?;
        let node = &diary.nodes[id];
        Some(json!({
            "expanded": at + 1, "f": node.f.abs(), "h": node.h, "text": node.text, "board": diary.board(id),
        }))
    };
    (0..count).filter_map(sample).collect()
}
