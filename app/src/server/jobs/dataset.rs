//! New datasets, made by the command's own code and kept beside the store.

use super::Entry;
use super::request::{DatasetRequest, Source};
use crate::commands::generate::{check, generator};
use crate::commands::{Cli, Screen, run};
use crate::paint::{Colour, Paint};
use crate::server::App;
use crate::server::datasets;
use crate::server::failure::Failure;
use crate::server::heuristics::family;
use clap::Parser;
use serde_json::{Value, json};

/// Most instances and states of a dataset that is made here.
const MOST: usize = 100_000;

/// Makes a dataset.
pub fn dataset(app: &App, entry: &Entry, request: &DatasetRequest) -> Result<Value, Failure> {
    let name = datasets::free_name(app, &request.name)?;
    let path = datasets::path(app, &name);
    let mut line = vec!["unstuck".to_owned(), "dataset".to_owned(), "generate".to_owned()];
    line.extend(words(request)?);
    entry.say("making rows");
    let limits = entry.limits(request.limits);
    line.push(format!("--limit-seconds={}", limits.seconds.unwrap_or(super::SECONDS)));
    line.push(format!("--limit-memory={}", limits.memory.unwrap_or(super::MEMORY)));
    line.extend(["--quiet".to_owned(), "--threads=1".to_owned(), format!("--name={name}")]);
    line.push(format!("--output={}", path.to_string_lossy()));
    let cli = Cli::try_parse_from(&line).map_err(|error| {
        let text = error.render().to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned();
        Failure::unreadable(first)
    })?;
    let mut out = Vec::new();
    let mut screen = Screen { out: &mut out, paint: Paint::new(Colour::Never) };
    // Complaints about single instances are in the server's terminal; what could be made was made.
    run(cli.command, &mut screen)?;
    if !path.is_file() {
        return Err(Failure::unreadable(
            "no dataset was made: a limit came first, or there is no row to write",
        ));
    }
    let description = request.description.clone();
    datasets::note(app, &name, &request.domain, request.metric.as_deref(), description)?;
    Ok(json!({ "dataset": name }))
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
