//! `unstuck dataset generate`: instances with their distances and features.

mod labour;
mod way;

use super::output::OutputFlags;
use crate::commands::{Screen, generate as instances_command};
use crate::complaint::complain;
use crate::exit::Exit;
use crate::figures::{counted, parse_count, parse_seed};
use crate::flags::{LimitFlags, Parameters, ReadingFlags, ThreadFlags};
use crate::instances::{self, Reading};
use crate::interrupt;
use crate::origin;
use crate::tables;
use crate::watch::{Activity, Watch};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use labour::{Labour, Start, State};
use std::collections::HashSet;
use unstuck_core::domain::{Domain, DomainRef, GenerateError, Request, Settings};
use unstuck_core::feature::FeatureInfo;
use unstuck_core::search::Limits;
use unstuck_core::suggest::nearest;
use unstuck_evolution::dataset::{Column, Dataset, Form};
use way::Way;

pub use labour::{lower_bound, one_line};

#[derive(Args)]
#[command(after_help = "\
Instances are fresh ones of a generator ('unstuck domains' lists them), or those that --from names. Of each, the row
is the instance itself, or with
  --all            every solvable state that can be reached from it
  --from … --states N   N of these states, drawn evenly
  --from … --walk M     states up to M random moves from its goal (--states says how many, 1 unless said)
Enumerated states have exact distances; others are solved optimally within the limits (1M nodes unless said), and
beyond them h* is the largest admissible feature, marked as an estimate. Instances without a solution are left out.
The same flags, seed and version give the same file, with any number of threads.

Examples:
  unstuck dataset generate tiles --size 3 --all --output eight.csv
  unstuck dataset generate rush-hour random --size 6 --count 200 --seed 7 --output boards.csv
  unstuck dataset generate rush-hour --from jam:1-40 --states 50 --metric steps --output jams.csv
  unstuck dataset generate rush-hour --from jam:40 --walk 60 --states 100
  unstuck dataset generate tiles --size 4 --walk 30 --count 500")]
pub struct Arguments {
    /// The domain
    domain: String,
    /// The generator [default: the domain's first]
    #[arg(conflicts_with = "from")]
    generator: Option<String>,
    /// Instances to begin with: SET:ID, a range, DOMAIN:TEXT, @FILE, @-; repeat for more
    #[arg(long, value_name = "INSTANCE")]
    from: Vec<String>,
    /// All solvable states that can be reached from each instance
    #[arg(long)]
    all: bool,
    /// How many instances the generator makes [default: 100, or 1 with --all]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    #[arg(conflicts_with = "from")]
    count: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", value_parser = parse_seed, default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// A feature to be a column; repeat for more [default: all that a state alone determines without large tables]
    #[arg(long = "feature", value_name = "F")]
    features: Vec<String>,
    /// The dataset's name [default: the file's, or the domain's]
    #[arg(long, value_name = "TEXT")]
    name: Option<String>,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    output: OutputFlags,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    reading: ReadingFlags,
    #[command(flatten)]
    limits: LimitFlags,
    #[command(flatten)]
    parameters: Parameters,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    arguments.output.check()?;
    let domain = instances::domain(&arguments.domain)?;
    let reading = checked_reading(&*domain, arguments.reading.reading())?;
    let columns = columns(&*domain, &arguments.features)?;
    let way = Way::of(&*domain, &arguments, &reading)?;
    let named: Vec<&str> = arguments.features.iter().map(String::as_str).collect();
    tables::prepare_features(&*domain, &named, arguments.threads.count(), arguments.quiet)?;
    let mut exit = Exit::Fine;
    let starts = starts(&domain, &way, &arguments, &reading, &mut exit)?;
    if interrupt::asked() {
        return Ok(stopped());
    }
    let labour = Labour {
        domain: domain.clone(),
        reading: &reading,
        way: &way,
        limits: arguments.limits.limits(&arguments.threads, starts.len()),
        seed: arguments.seed,
    };
    let mut tally = Tally::default();
    arguments.threads.workers("making rows", arguments.quiet).each(
        &starts,
        |start, activity| labour.states(start, activity),
        |states| {
            match states {
                Ok(states) => tally.add(states),
                Err(_) if interrupt::asked() => {}
                Err(error) => {
                    complain(&labour::words(&error));
                    exit = exit.and(Exit::of_error(&error));
                }
            }
            Ok(())
        },
    )?;
    if interrupt::asked() {
        return Ok(stopped());
    }
    if tally.states.is_empty() {
        if exit != Exit::Fine {
            return Ok(exit);
        }
        bail!("there is no row to write: {}", tally.notes().join(", "));
    }
    let stem = arguments.output.output.as_ref().and_then(|path| path.file_stem());
    let usual = stem.map_or(domain.info().name.to_string(), |stem| stem.to_string_lossy().into_owned());
    let name = arguments.name.clone().unwrap_or(usual);
    let description = way.description(&*domain, &reading, arguments.seed);
    let dataset = assemble(name, description, &columns, &tally.states, !arguments.features.is_empty())?;
    let delivered = arguments.output.deliver(&dataset, Form::Named, &tally.notes(), screen)?;
    Ok(exit.and(delivered))
}

/// Ctrl-C leaves nothing behind.
fn stopped() -> Exit {
    complain("stopped; nothing was written");
    Exit::Interrupted
}

/// What has been made, every state once.
#[derive(Default)]
struct Tally {
    states: Vec<State>,
    texts: HashSet<String>,
    repeated: u64,
    unsolvable: u64,
}

impl Tally {
    fn add(&mut self, states: Vec<Option<State>>) {
        for state in states {
            match state {
                None => self.unsolvable += 1,
                Some(state) if self.texts.insert(state.text.clone()) => self.states.push(state),
                Some(_) => self.repeated += 1,
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let left_out =
            [(self.repeated, "states were there already"), (self.unsolvable, "instances have no solution")];
        left_out
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, why)| format!("left out: {count} {why}"))
            .collect()
    }
}

/// Refuses a metric or a setting that the domain does not have, before anything is made.
fn checked_reading(domain: &dyn Domain, reading: Reading) -> Result<Reading> {
    let info = domain.info();
    if let Some(metric) =
        reading.metric.as_ref().filter(|metric| !info.metric_names().any(|name| name == **metric))
    {
        let names: Vec<&str> = info.metric_names().collect();
        bail!("{} has no metric '{metric}'; its metrics are {}", info.name, names.join(", "));
    }
    match reading.settings.keys().find(|name| !info.settings.iter().any(|setting| setting.name == *name)) {
        Some(name) => bail!("{} has no setting --{name}", info.name),
        None => Ok(reading),
    }
}

/// The features that become columns, with their places in the domain's table.
fn columns(domain: &dyn Domain, asked: &[String]) -> Result<Vec<(usize, FeatureInfo)>> {
    let table = domain.features();
    let domain = &domain.info().name;
    let all = table.features().iter().cloned().enumerate().filter(|(_, info)| info.is_tabulated());
    if asked.is_empty() {
        return Ok(all.collect());
    }
    let one = |name: &String| {
        let index = table.index(name).ok_or_else(|| match nearest(name, table.names()) {
            Some(near) => anyhow!("{domain} has no feature '{name}'; did you mean '{near}'?"),
            None => anyhow!("{domain} has no feature '{name}'; 'unstuck heuristics {domain}' lists them"),
        })?;
        let (index, info) = (usize::from(index), table.features()[usize::from(index)].clone());
        if !info.needs.state_only() {
            bail!(
                "'{name}' reads the path to a state, so that a state alone has no value of it; leave it out"
            );
        }
        Ok((index, info))
    };
    asked.iter().map(one).collect()
}

/// The instances to begin with.
fn starts(
    domain: &DomainRef,
    way: &Way,
    arguments: &Arguments,
    reading: &Reading,
    exit: &mut Exit,
) -> Result<Vec<Start>> {
    let Some((generator, count)) = way.generator else {
        let named = instances::resolve(&arguments.from, Some(domain), reading)?;
        named.complaints.iter().for_each(|complaint| complain(complaint));
        if !named.complaints.is_empty() {
            *exit = Exit::BadInput;
        }
        if let Some(other) = named.sources.iter().find(|s| s.domain.info().name != domain.info().name) {
            bail!("{} is {}, not {}", other.name, other.domain.info().name, domain.info().name);
        }
        return Ok(named.sources.into_iter().map(Start::Named).collect());
    };
    let mut texts = Vec::new();
    let request = Request { generator, parameters: &way.parameters, count, seed: arguments.seed };
    let activity = Activity::default();
    let mut watch = Watch::new(&activity, Limits::default());
    let made = unstuck_core::domain::generate(&**domain, &request, &mut watch, &mut |text| texts.push(text));
    match made {
        Ok(()) => {}
        Err(GenerateError::Stopped(_)) => return Ok(Vec::new()),
        Err(GenerateError::Request(error)) => bail!(error),
        Err(GenerateError::Impossible(why)) if texts.is_empty() => bail!(why),
        Err(GenerateError::Impossible(why)) => {
            complain(&format!("{why}; {} are there", counted(texts.len() as u64, "instances")));
            *exit = Exit::GaveUp;
        }
    }
    Ok(texts.into_iter().map(Start::Made).collect())
}

/// The parameters that a generator reads; refuses those of another.
fn parameters(
    domain: &dyn Domain,
    generator: &str,
    arguments: &Arguments,
    reading: &Reading,
) -> Result<Settings> {
    let info = domain.info();
    let generator = instances_command::generator(info, Some(generator))?;
    let has = |name: &str| generator.parameters.iter().any(|(known, ..)| *known == name);
    let mut parameters = arguments.parameters.0.clone();
    // Metric and settings tell how instances are read; a generator may want to know.
    parameters.retain(|name, _| has(name) || !(name == "metric" || reading.settings.contains_key(name)));
    generator.check(&info.name, &parameters).map_err(|error| {
        match parameters.keys().map(String::as_str).find(|name| !has(name)) {
            Some(name @ ("walk" | "states")) => {
                anyhow!("{error}; with --from, --{name} is about the states of instances")
            }
            _ => anyhow!(error),
        }
    })?;
    Ok(parameters)
}

/// Puts the states together. A column that no state has a value for is left out, unless it was asked for.
fn assemble(
    name: String,
    description: String,
    columns: &[(usize, FeatureInfo)],
    states: &[State],
    asked: bool,
) -> Result<Dataset> {
    let there = |index: usize| states.iter().any(|state| state.values[index].is_some());
    if let Some((_, info)) = columns.iter().find(|(index, _)| asked && !there(*index)) {
        bail!("the feature '{}' does not exist for these instances", info.name);
    }
    let columns: Vec<&(usize, FeatureInfo)> = columns.iter().filter(|(index, _)| there(*index)).collect();
    let empty =
        |info: &FeatureInfo| Column { name: info.name.to_string(), values: Vec::with_capacity(states.len()) };
    let mut dataset = Dataset {
        name,
        description: format!("{description}; unstuck {}", origin::LONG_VERSION),
        columns: columns.iter().map(|(_, info)| empty(info)).collect(),
        named: true,
        ..Dataset::default()
    };
    for state in states {
        let values = columns.iter().map(|(index, _)| state.values[*index].unwrap_or(f64::NAN));
        dataset.push(state.text.clone(), state.distance, values);
    }
    Ok(dataset)
}
