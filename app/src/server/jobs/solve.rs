//! Searches: one, a table of them, and whole spaces.

use super::Entry;
use super::request::{ExploreRequest, MethodRequest, SolveRequest, TableRequest};
use crate::commands::explore;
use crate::instances::{self, Reading, Source};
use crate::server::desk;
use crate::server::failure::Failure;
use crate::server::heuristics;
use crate::server::positions::source;
use crate::solving::Report;
use crate::tables;
use crate::watch::Watch;
use anyhow::anyhow;
use serde_json::{Value, json};
use std::time::Instant;
use unstuck_core::domain::{DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::feature::Text;
use unstuck_core::instance::{Instance, SearchRequest};
use unstuck_core::language::HeuristicRef;
use unstuck_core::search::{Limits, Observer};

/// Most searches of a table.
const MOST: usize = 4_000;

/// Moves of a plan that are told and drawn: searches that do not care for length find plans of millions.
const MOVES: usize = 1_000;

/// An instance, and the tables that a heuristic reads.
pub fn read(
    source: &Source,
    reading: &Reading,
    heuristic: &HeuristicRef,
) -> Result<Box<dyn Instance>, Failure> {
    tables::prepare(&*source.domain, &[heuristic], 1, true)?;
    let text = source.text()?;
    unstuck_core::domain::read(&*source.domain, &text, reading.metric.as_deref(), &reading.settings)
        .map_err(|error| Failure::within(&error, &text).field("instance"))
}

/// What a method runs on an instance, and the instance itself. Defaults of the domain give way to what the instance
/// supports.
pub fn begin(
    source: &Source,
    reading: &Reading,
    method: &MethodRequest,
    limits: Limits,
) -> Result<(SearchRequest, Box<dyn Instance>), Failure> {
    let (choice, mut request) = method.choose(&*source.domain, limits)?;
    let puzzle = read(source, reading, &request.heuristic)?;
    choice.adapt(&*source.domain, &*puzzle, &mut request)?;
    Ok((request, puzzle))
}

/// A search that is observed.
pub fn search(
    source: &Source,
    puzzle: Box<dyn Instance>,
    request: SearchRequest,
    observer: &mut dyn Observer,
) -> Result<Report, Failure> {
    let began = Instant::now();
    let mut solution = puzzle.solve(&request, observer).map_err(anyhow::Error::from)?;
    solution.stats.seconds = began.elapsed().as_secs_f64();
    let domain = source.domain.info().name.clone();
    Ok(Report { instance: source.name.clone(), domain, request, puzzle, solution, stages: Vec::new() })
}

/// The object of a solve with every position of the plan, drawn, or the first of them.
pub fn in_full(report: &Report, domain: &DomainRef, settings: &Settings) -> Result<Value, Failure> {
    let mut object = tidy(report.json());
    if !object["cut"].is_null() {
        object["positions"] = beginning(report, domain, settings)?;
        return Ok(object);
    }
    let mut positions = report.positions()?;
    for position in positions.as_array_mut().into_iter().flatten() {
        let text = position["text"].as_str().unwrap_or_default();
        position["board"] = desk::board(domain, text, settings).map_err(|error| Failure::of_text(&error))?;
    }
    if !positions.is_null() {
        object["positions"] = positions;
    }
    Ok(object)
}

/// The first positions of a long plan, made move by move: the others are never written out.
fn beginning(report: &Report, domain: &DomainRef, settings: &Settings) -> Result<Value, Failure> {
    let wrong = |error: ParseError| Failure::of_text(&error);
    let mut at =
        desk::open(domain, &report.puzzle.text(), Some(&report.puzzle.metric()), settings).map_err(wrong)?;
    let mut positions = vec![json!({ "move": null, "words": null, "text": at.text(), "board": at.board() })];
    for made in report.solution.plan.iter().take(MOVES) {
        let words = at.successors().into_iter().find(|(text, ..)| text == made).map(|(_, words, _)| words);
        at = at.play(std::slice::from_ref(made)).map_err(anyhow::Error::from)?;
        positions.push(json!({ "move": made, "words": words, "text": at.text(), "board": at.board() }));
    }
    Ok(json!(positions))
}

/// A map is a map even where nothing was found; and a plan too long to be told says how long it is.
fn tidy(mut object: Value) -> Value {
    if object["lengths"].is_null() {
        object["lengths"] = json!({});
    }
    if let Some(plan) = object["plan"].as_array_mut().filter(|plan| plan.len() > MOVES) {
        let whole = plan.len();
        plan.truncate(MOVES);
        object["cut"] = json!(whole);
    }
    object
}

/// Solves one instance.
pub fn solve(entry: &Entry, request: &SolveRequest) -> Result<Value, Failure> {
    let reading = request.reading();
    let source = source(&request.instance, &reading)?;
    let mut method = request.method();
    if request.optimal {
        let metric = source.domain.info().metric(reading.metric.as_deref());
        let optimal = source.domain.optimal_solver(metric);
        method.algorithm = Some(optimal.algorithm.into_owned());
        method.heuristic = optimal.heuristic.map(Text::into_owned);
    }
    let limits = entry.limits(request.limits);
    let (request, puzzle) = begin(&source, &reading, &method, limits)?;
    let report = search(&source, puzzle, request, &mut Watch::new(&entry.activity, limits))?;
    in_full(&report, &source.domain, &reading.settings)
}

/// The instances that texts name, all of one domain, found as they are to be read.
pub fn sources(texts: &[String], domain: Option<&str>, reading: &Reading) -> Result<Vec<Source>, Failure> {
    let mut found: Vec<Source> = Vec::new();
    let known = domain.map(heuristics::domain).transpose()?;
    for text in texts {
        let some = instances::without_files(text, known.as_ref(), reading, MOST as u64)
            .map_err(|error| Failure::from(error).field("instances"))?;
        for source in &some {
            desk::drawn(&source.domain).map_err(|error| Failure::from(anyhow!(error)).field("instances"))?;
        }
        found.extend(some);
        if found.len() > MOST {
            return Err(
                Failure::unreadable(format!("these are more than {MOST} instances")).field("instances")
            );
        }
    }
    let wanted = domain.or_else(|| Some(&found.first()?.domain.info().name));
    if let Some(other) = found.iter().find(|source| Some(&*source.domain.info().name) != wanted) {
        let (name, is, wanted) = (&other.name, &other.domain.info().name, wanted.unwrap_or_default());
        return Err(Failure::unreadable(format!("{name} is {is}, not {wanted}")).field("instances"));
    }
    if found.is_empty() {
        return Err(Failure::unreadable("there is no instance")
            .field("instances")
            .help("name some, such as jam:1-10"));
    }
    Ok(found)
}

/// Every method on every instance.
pub fn table(entry: &Entry, request: &TableRequest) -> Result<Value, Failure> {
    let reading = request.reading();
    let sources = sources(&request.instances, None, &reading)?;
    let total = sources.len() * request.methods.len();
    if request.methods.is_empty() || total > MOST {
        let message = format!("a table has from 1 to {MOST} searches, and this would have {total}");
        return Err(Failure::unreadable(message).field("methods"));
    }
    let mut rows = Vec::new();
    for source in &sources {
        for method in &request.methods {
            entry.progress(rows.len(), Some(total), "searches");
            if entry.is_cancelled() {
                return Ok(json!({ "rows": rows }));
            }
            let limits = entry.limits(request.limits);
            let (search_request, puzzle) = begin(source, &reading, method, limits)?;
            let watch = &mut Watch::new(&entry.activity, limits);
            let report = search(source, puzzle, search_request, watch)?;
            rows.push(tidy(report.json()));
        }
    }
    entry.progress(total, Some(total), "searches");
    Ok(json!({ "rows": rows }))
}

/// Enumerates all that can be reached.
pub fn explore(entry: &Entry, request: &ExploreRequest) -> Result<Value, Failure> {
    let reading = request.reading();
    let source = source(&request.instance, &reading)?;
    let mut object =
        explore::explore(&source, &reading, entry.limits(request.limits), &entry.activity)?.json();
    let text = object["hardest"]["text"].as_str().map(str::to_owned);
    if let Some(text) = text {
        let board = desk::board(&source.domain, &text, &reading.settings)
            .map_err(|error| Failure::of_text(&error))?;
        object["hardest"]["board"] = board;
    }
    for list in ["histogram", "depths"] {
        if object[list].is_null() {
            object[list] = json!([]);
        }
    }
    Ok(tidy(object))
}
