//! Searches: one, a table of them, and whole spaces.

use super::job::JobProgress;
use super::{Job, MEMORY};
use crate::server::access::context;
use crate::server::desk;
use crate::server::failure::Failure;
use serde_json::{Value, json};
use std::time::Instant;
use unstuck_core::domain::{Domain, DomainRef, Settings};
use unstuck_core::error::ParseError;
use unstuck_core::executor::Sequential;
use unstuck_core::instance::{Instance, SearchRequest};
use unstuck_core::search::{self, Observer};
use unstuck_ops::instances::{Reading, Source};
use unstuck_ops::method::{Choice, Method};
use unstuck_ops::progress::Silent;
use unstuck_ops::solve::Report;
use unstuck_ops::watch::Activity;
use unstuck_ops::{compare, explore, pattern_databases, solve};

/// Moves of a plan that are told and drawn: searches that do not care for length find plans of millions.
const MOVES: usize = 1_000;

/// What a method runs on an instance, and the instance itself. Defaults of the domain give way to what the instance
/// supports.
pub fn begin(
    source: &Source,
    reading: &Reading,
    method: &Method,
    limits: search::Limits,
) -> Result<(SearchRequest, Box<dyn Instance>), Failure> {
    let (choice, mut request) = chosen(&*source.domain, method, limits)?;
    pattern_databases::prepare(&*source.domain, &[&request.heuristic], 1, &Silent)?;
    let puzzle = source.read(reading)?;
    choice.adapt(&*source.domain, &*puzzle, &mut request)?;
    Ok((request, puzzle))
}

/// What a method runs on instances of a domain.
pub fn chosen(
    domain: &dyn Domain,
    method: &Method,
    limits: search::Limits,
) -> Result<(Choice, SearchRequest), Failure> {
    let activity = Activity::default();
    let choice = method.choose(domain, &context(&Silent, &activity))?;
    method.check(&choice)?;
    let mut parameters = method.parameters.clone();
    parameters.cap_bytes(MEMORY);
    let request = parameters.request(&choice, limits);
    Ok((choice, request))
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
pub fn solve(job: &Job, mut request: solve::Request) -> Result<Value, Failure> {
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    // The table counts as memory of the job.
    request.method.parameters.cap_bytes(MEMORY);
    let told = JobProgress { job, unit: "searches" };
    let context = context(&told, &job.activity);
    let plan = solve::Plan::single(&request, &context)?;
    let report = plan.run_here(&context, &Sequential)?;
    match plan.origin() {
        Some((domain, reading)) => in_full(&report, domain, &reading.settings),
        None => Ok(tidy(report.json())),
    }
}

/// The instances that texts name, all of one domain, found as they are to be read.
pub fn sources(texts: &[String], domain: &DomainRef, reading: &Reading) -> Result<Vec<Source>, Failure> {
    let activity = Activity::default();
    Ok(context(&Silent, &activity).resolve_of(domain, texts, reading, "instances")?.sources)
}

/// Every method on every instance.
pub fn table(job: &Job, mut request: compare::Request) -> Result<Value, Failure> {
    if request.methods.is_empty() {
        return Err(Failure::unreadable("a table has from 1 to 4000 searches, and this would have 0")
            .field("methods"));
    }
    request.limits = job.request_limits(request.limits);
    request.threads = 1;
    request.methods.iter_mut().for_each(|method| method.parameters.cap_bytes(MEMORY));
    let told = JobProgress { job, unit: "searches" };
    let comparison = compare::run(&request, &context(&told, &job.activity))?;
    if let Some(error) = comparison.errors.into_iter().next() {
        return Err(error.into());
    }
    let cells = comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
    Ok(json!({ "rows": cells.map(|report| tidy(report.json())).collect::<Vec<_>>() }))
}

/// Enumerates all that can be reached.
pub fn explore(job: &Job, mut request: explore::Request) -> Result<Value, Failure> {
    request.limits = job.request_limits(request.limits);
    let told = JobProgress { job, unit: "instances" };
    let (report, reading) = explore::run_here(&request, &context(&told, &job.activity))?;
    let mut object = json!(report.result());
    let text = object["hardest"]["text"].as_str().map(str::to_owned);
    if let Some(text) = text {
        let board = desk::board(&report.domain, &text, &reading.settings)
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
