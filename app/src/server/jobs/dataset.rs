//! New datasets, made by the command itself and kept beside the store.

use super::Entry;
use super::request::{DatasetRequest, Source};
use crate::commands::generate::generator;
use crate::program;
use crate::server::App;
use crate::server::datasets::shelf::{self, About};
use crate::server::failure::Failure;
use crate::server::heuristics::domain;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use unstuck_evolution::dataset::Dataset;

/// How often the process is looked after.
const PACE: Duration = Duration::from_millis(20);
/// Most instances and states of a dataset that is made here.
const MOST: usize = 100_000;

/// Most bytes of its table.
const BYTES: u64 = 64 << 20;

/// Makes a dataset.
pub fn dataset(app: &App, entry: &Entry, request: &DatasetRequest) -> Result<Value, Failure> {
    let reserved = shelf::reserve(app, &request.name)?;
    let mut line = vec!["dataset".to_owned(), "generate".to_owned()];
    line.extend(words(request)?);
    entry.say("making rows");
    let limits = entry.limits(request.limits);
    let seconds = limits.seconds.unwrap_or(super::SECONDS);
    line.push(format!("--limit-seconds={seconds}"));
    line.push(format!("--limit-memory={}", limits.memory.unwrap_or(super::MEMORY)));
    line.extend(["--quiet".to_owned(), "--threads=1".to_owned(), format!("--name={}", reserved.name)]);
    let file = reserved.making();
    let complaints = print(&line, &file, entry, seconds)?;
    let text = std::fs::read_to_string(&file).map_err(|error| broken(&error))?;
    // Complaints about single instances do not matter where others could be made.
    let dataset = Dataset::read(&text).map_err(|_| {
        let why = complaints.lines().map(str::trim).rfind(|line| !line.is_empty());
        let why = why.map(|line| line.trim_start_matches("unstuck: ").trim_start_matches("error: "));
        Failure::unreadable(why.unwrap_or("no dataset was made: there is no row to write").to_owned())
    })?;
    drop(text);
    let about = About {
        domain: &request.domain,
        metric: request.metric.as_deref(),
        settings: request.reading().settings,
        description: request.description.as_deref(),
    };
    Ok(json!({ "dataset": reserved.keep(&dataset, about)?["name"] }))
}

fn broken(error: &std::io::Error) -> Failure {
    Failure::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the rows cannot be made: {error}"))
}

/// Lets this program print into a file, run with some words; what it complains of comes back. It runs as a process
/// of its own, so that it ends at once when nobody wants the result any more or its time is up, whatever it is doing.
fn print(words: &[String], file: &Path, entry: &Entry, seconds: f64) -> Result<String, Failure> {
    let told = |error: std::io::Error| broken(&error);
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut child = program::command()
        .map_err(told)?
        .args(words)
        .stdin(Stdio::null())
        .stdout(File::create(file).map_err(told)?)
        .stderr(Stdio::piped())
        .spawn()
        .map_err(told)?;
    let pipe = child.stderr.take();
    std::thread::scope(|scope| {
        let complaints = scope.spawn(|| text(pipe));
        let mut refusal = None;
        while child.try_wait().map_err(told)?.is_none() {
            let size = std::fs::metadata(file).map_or(0, |file| file.len());
            refusal = refusal.or_else(|| unfit(size, entry.is_cancelled(), until));
            if refusal.is_some() {
                child.kill().map_err(told)?;
            }
            std::thread::sleep(PACE);
        }
        let complaints = complaints.join().unwrap_or_default();
        refusal.map_or(Ok(complaints), Err)
    })
}

/// Why a table is not made to its end.
fn unfit(size: u64, cancelled: bool, until: Instant) -> Option<Failure> {
    let less = "ask for fewer instances or states";
    if cancelled {
        return Some(Failure::conflict("cancelled"));
    }
    if size > BYTES {
        let message = format!("the table is larger than {} MiB", BYTES >> 20);
        return Some(Failure::unreadable(message).help(less));
    }
    let late = Instant::now() >= until;
    late.then(|| Failure::unreadable("the table was not made in the time that the job has").help(less))
}

/// Everything that comes through a pipe.
fn text(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What breaks off is no table, which its reader notices.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The words of the command line. Names of settings and parameters are checked first, so that nobody can slip in a
/// flag.
fn words(request: &DatasetRequest) -> Result<Vec<String>, Failure> {
    let domain = domain(&request.domain)?;
    let info = domain.info();
    let reading = request.reading();
    if let Some(name) =
        reading.settings.keys().find(|name| !info.settings.iter().any(|known| known.name == *name))
    {
        return Err(Failure::unreadable(format!("{} has no setting '{name}'", info.name)).field("settings"));
    }
    let generator = generator(info, request.generator.as_deref())
        .map_err(|error| Failure::from(error).field("generator"))?;
    generator
        .check(&info.name, &request.parameters)
        .map_err(|error| Failure::of_text(&error).field("parameters"))?;
    let within = |number: Option<usize>, field: &str| match number {
        Some(number) if !(1..=MOST).contains(&number) => {
            Err(Failure::bad(format!("{field} is a number from 1 to {MOST}")).field(field))
        }
        number => Ok(number),
    };
    let (count, states) = (within(request.count, "count")?, within(request.states, "states")?);
    let mut words = vec![request.domain.clone()];
    let flag = |words: &mut Vec<String>, name: &str, value: &str| words.push(format!("--{name}={value}"));
    if let Some(metric) = &reading.metric {
        flag(&mut words, "metric", metric);
    }
    // A setting may be a parameter of the generator as well; its flag is given once.
    let parameters = request.parameters.iter().filter(|(name, _)| !reading.settings.contains_key(*name));
    for (name, value) in reading.settings.iter().chain(parameters) {
        let setting = info.settings.iter().find(|known| known.name == name);
        match setting.filter(|setting| setting.values.is_empty()) {
            Some(switch) => words.push(format!("--{}", switch.name)),
            None => flag(&mut words, name, value),
        }
    }
    if let Some(seed) = request.seed {
        flag(&mut words, "seed", &seed.to_string());
    }
    let named = !request.instances.is_empty();
    if named {
        // Checked here, since the command would read files.
        super::solve::sources(&request.instances, Some(&request.domain), &reading)?;
        request.instances.iter().for_each(|instance| flag(&mut words, "from", instance));
    } else if let Some(count) = count {
        flag(&mut words, "count", &count.to_string());
    }
    match request.source {
        Source::All => words.push("--all".to_owned()),
        Source::Sample if named => words.push(format!("--states={}", states.unwrap_or(100))),
        Source::Walk if named => {
            words.push(format!("--walk={}", states.unwrap_or(50)));
            words.push(format!("--states={}", count.unwrap_or(100)));
        }
        Source::Sample | Source::Walk => {
            return Err(Failure::bad("name the instances whose states are wanted").field("instances"));
        }
        Source::Random => {}
    }
    if !named {
        words.insert(1, generator.name.to_owned());
    }
    Ok(words)
}
