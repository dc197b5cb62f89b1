//! New datasets, made by the command itself and kept beside the store.

use super::Entry;
use super::request::{DatasetRequest, Source};
use crate::commands::generate::{check, generator};
use crate::server::App;
use crate::server::datasets::shelf;
use crate::server::failure::Failure;
use crate::server::heuristics::family;
use axum::http::StatusCode;
use serde_json::{Value, json};
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;
use unstuck_evolution::dataset::Dataset;

/// How often the process is looked after.
const PACE: Duration = Duration::from_millis(20);
/// Most instances and states of a dataset that is made here.
const MOST: usize = 100_000;

/// Makes a dataset.
pub fn dataset(app: &App, entry: &Entry, request: &DatasetRequest) -> Result<Value, Failure> {
    let name = shelf::free_name(app, &request.name)?;
    let mut line = vec!["dataset".to_owned(), "generate".to_owned()];
    line.extend(words(request)?);
    entry.say("making rows");
    let limits = entry.limits(request.limits);
    line.push(format!("--limit-seconds={}", limits.seconds.unwrap_or(super::SECONDS)));
    line.push(format!("--limit-memory={}", limits.memory.unwrap_or(super::MEMORY)));
    line.extend(["--quiet".to_owned(), "--threads=1".to_owned(), format!("--name={name}")]);
    let Printed { table, complaints } = printed(&line, entry)?;
    // Complaints about single instances do not matter where others could be made.
    let dataset = Dataset::read(&table).map_err(|_| {
        let why = complaints.lines().map(str::trim).rfind(|line| !line.is_empty());
        let why = why.map(|line| line.trim_start_matches("unstuck: ").trim_start_matches("error: "));
        Failure::unreadable(why.unwrap_or("no dataset was made: there is no row to write").to_owned())
    })?;
    shelf::put(app, &dataset, &request.domain, request.metric.as_deref(), request.description.clone())?;
    Ok(json!({ "dataset": name }))
}

struct Printed {
    table: String,
    complaints: String,
}

/// What this program prints when it is run with some words. It runs as a process of its own, so that it ends at once
/// when nobody wants the result any more, whatever it is doing.
fn printed(words: &[String], entry: &Entry) -> Result<Printed, Failure> {
    let broken = |error: std::io::Error| {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, format!("the rows cannot be made: {error}"))
    };
    let mut child = Command::new(std::env::current_exe().map_err(broken)?)
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(broken)?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        let table = scope.spawn(|| text(out));
        let complaints = scope.spawn(|| text(err));
        while child.try_wait().map_err(broken)?.is_none() {
            if entry.is_cancelled() {
                child.kill().map_err(broken)?;
            }
            std::thread::sleep(PACE);
        }
        let (table, complaints) = (table.join().unwrap_or_default(), complaints.join().unwrap_or_default());
        Ok(Printed { table, complaints })
    })
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
    let family = family(&request.domain)?;
    let info = family.info();
    let reading = request.reading();
    if let Some(name) =
        reading.settings.keys().find(|name| !info.settings.iter().any(|known| known.name == *name))
    {
        return Err(Failure::unreadable(format!("{} has no setting '{name}'", info.name)).field("settings"));
    }
    let generator = generator(info, request.generator.as_deref())
        .map_err(|error| Failure::from(error).field("generator"))?;
    check(info, generator, &request.parameters).map_err(|error| Failure::from(error).field("parameters"))?;
    let within = |number: Option<usize>, field: &str| match number {
        Some(number) if !(1..=MOST).contains(&number) => {
            Err(Failure::bad(format!("{field} is a number from 1 to {MOST}")).field(field))
        }
        number => Ok(number),
    };
    let (count, states) = (within(request.count, "count")?, within(request.states, "states")?);
    let mut words = vec![request.domain.clone()];
    let mut flag = |name: &str, value: String| words.push(format!("--{name}={value}"));
    if let Some(metric) = reading.metric {
        flag("metric", metric);
    }
    for (name, value) in reading.settings.iter().chain(&request.parameters) {
        flag(name, value.clone());
    }
    if let Some(seed) = request.seed {
        flag("seed", seed.to_string());
    }
    let named = !request.instances.is_empty();
    if named {
        // Checked here, since the command would read files.
        super::solve::sources(&request.instances, Some(&request.domain))?;
        request.instances.iter().for_each(|instance| flag("from", instance.clone()));
    } else if let Some(count) = count {
        flag("count", count.to_string());
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
