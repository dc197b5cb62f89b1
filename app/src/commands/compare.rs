//! `unstuck compare`: algorithms and heuristics side by side over the same instances.

mod columns;
mod forms;
mod plots;

use super::Screen;
use crate::complaint::complain;
use crate::exit::Exit;
use crate::flags::{InstanceFlags, LimitFlags, ThreadFlags};
use crate::instances;
use crate::interrupt;
use crate::method::{self, Choice, Parameters};
use crate::report::Place;
use crate::solving::{self, Report};
use crate::tables;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::path::PathBuf;
use unstuck_core::domain::Domain;
use unstuck_core::executor::Sequential;
use unstuck_core::language::HeuristicRef;

#[derive(Args)]
#[command(after_help = "\
With one algorithm: nodes (generated), expanded, depth and effective branching factor b* of each heuristic.
With several algorithms: length, expanded and time of each pair. Repeat --algorithm and --heuristic for more.
Without --algorithm it is A*; without --heuristic, all that are declared admissible in the metric.
CSV has a row for each instance and pair; JSON has the objects of 'unstuck solve --json'.

Examples:
  unstuck compare jam
  unstuck compare jam:1-10 --heuristic zero --heuristic blockers --format markdown
  unstuck compare jam -a ida -H blocking -H '2*blockers_two_sided' -H @champions/hand/rush-hour.policy
  unstuck compare unblock:easy --algorithm bfs --algorithm dfs --algorithm iddfs --algorithm astar
  unstuck compare unblock -a bfs -a greedy -a astar -H blockers -H blockers_stuck --plots unblock.html
  unstuck compare jam --metric steps --algorithm ida --limit-seconds 10 --format csv")]
pub struct Arguments {
    /// The instances: a set, a part of one, @FILE …, all of one domain
    #[arg(required = true, value_name = "SET")]
    instances: Vec<String>,
    /// An algorithm; repeat for more ('unstuck algorithms' lists them)
    #[arg(short, long = "algorithm", value_name = "A")]
    algorithms: Vec<String>,
    /// A heuristic: a name, a text, @FILE, or champion; repeat for more ('unstuck heuristics DOMAIN' lists them)
    #[arg(short = 'H', long = "heuristic", value_name = "H")]
    heuristics: Vec<String>,
    /// How to print the table
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write a page with plots of length, time and expanded nodes as well
    #[arg(long, value_name = "FILE")]
    plots: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    naming: InstanceFlags,
    #[command(flatten)]
    parameters: Parameters,
    #[command(flatten)]
    limits: LimitFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Csv,
    Json,
}

/// All reports: a row for each instance, in it one for each pair; `None` where a pair could not be run.
struct Comparison {
    pairs: Vec<Choice>,
    rows: Vec<(String, Vec<Option<Report>>)>,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let reading = arguments.naming.reading();
    let named = instances::resolve(&arguments.instances, arguments.naming.domain()?.as_ref(), &reading)?;
    named.complaints.iter().for_each(|complaint| complain(complaint));
    let mut exit = if named.complaints.is_empty() { Exit::Fine } else { Exit::BadInput };
    let Some(first) = named.sources.first() else { return Ok(exit) };
    let domain = &*first.domain;
    if let Some(other) = named.sources.iter().find(|s| s.domain.info().name != domain.info().name) {
        let (a, b) = (&domain.info().name, &other.domain.info().name);
        bail!("{} is {a} and {} is {b}; compare one domain at a time", first.name, other.name);
    }
    let plots = arguments.plots.clone().map(|path| Place::new(path, "--plots")).transpose()?;
    let pairs = pairs(domain, reading.metric.as_deref(), &arguments)?;
    let heuristics: Vec<&HeuristicRef> = pairs.iter().map(|choice| &choice.heuristic).collect();
    tables::prepare(domain, &heuristics, arguments.threads.count(), false)?;
    let limits = arguments.limits.limits(&arguments.threads, named.sources.len() * pairs.len());
    let requests: Vec<_> =
        pairs.iter().map(|choice| (choice, arguments.parameters.request(choice, limits))).collect();
    let tasks: Vec<_> =
        named.sources.iter().flat_map(|source| requests.iter().map(move |task| (source, task))).collect();
    let mut rows: Vec<(String, Vec<Option<Report>>)> = Vec::new();
    let mut last_error = String::new();
    arguments.threads.workers("comparing", false).each(
        &tasks,
        |(source, (choice, request)), activity| {
            (source.name.clone(), solving::solve(source, &reading, (choice, request), activity, &Sequential))
        },
        |(name, report)| {
            if rows.last().is_none_or(|(last, cells)| *last != name || cells.len() == requests.len()) {
                rows.push((name, Vec::new()));
            }
            let report = report.map_err(|error| {
                // A board that cannot be read fails for every pair alike.
                let message = format!("{error:#}");
                if message != last_error {
                    complain(&message);
                    last_error = message;
                }
                exit = exit.and(Exit::of_error(&error));
            });
            let report = report.ok();
            exit = report.as_ref().map_or(exit, |report| exit.and(report.exit()));
            if let Some((_, cells)) = rows.last_mut() {
                cells.push(report);
            }
            Ok(())
        },
    )?;
    // Rows without a result are no rows; an interrupted row has too few.
    rows.retain(|(_, cells)| cells.iter().any(Option::is_some));
    rows.iter_mut().for_each(|(_, cells)| cells.resize_with(requests.len(), || None));
    let comparison = Comparison { pairs, rows };
    if let Some(place) = plots {
        place.write(&plots::page(&comparison))?;
    }
    match if arguments.json { Format::Json } else { arguments.format } {
        Format::Text => {
            forms::text(&comparison, screen)?;
            if let Some(path) = &arguments.plots {
                screen.line(format_args!("plots in {}", path.display()))?;
            }
        }
        Format::Markdown => forms::markdown(&comparison, screen)?,
        Format::Csv => forms::csv(&comparison, screen)?,
        Format::Json => forms::json(&comparison, screen)?,
    }
    Ok(if interrupt::asked() { exit.and(Exit::Interrupted) } else { exit })
}

/// Every algorithm with every heuristic; blind algorithms once.
fn pairs(domain: &dyn Domain, metric: Option<&str>, arguments: &Arguments) -> Result<Vec<Choice>> {
    let given = arguments.algorithms.iter().map(|name| method::algorithm(name));
    let mut algorithms = given.collect::<Result<Vec<_>>>()?;
    if algorithms.is_empty() {
        algorithms.push(method::algorithm("astar")?);
    }
    arguments.parameters.check(&algorithms)?;
    let given = arguments.heuristics.iter().map(|name| method::heuristic(domain, name));
    let mut heuristics = given.collect::<Result<Vec<_>>>()?;
    method::refuse_if_blind(&algorithms, heuristics.iter().find(|heuristic| !heuristic.is_blind()))?;
    if heuristics.is_empty() && algorithms.len() > 1 {
        // Several algorithms are compared by one heuristic unless more are asked for.
        heuristics.push(method::choose(domain, Some("astar"), None)?.heuristic);
    } else if heuristics.is_empty() {
        heuristics.push(HeuristicRef::Blind);
        for info in method::admissible(domain, domain.info().metric(metric)) {
            let heuristic = method::heuristic(domain, &info.name)?;
            if !heuristic.is_blind() {
                heuristics.push(heuristic);
            }
        }
    }
    let mut pairs: Vec<Choice> = Vec::new();
    let mut seen = BTreeSet::new();
    for algorithm in algorithms {
        let blind = [HeuristicRef::Blind];
        for heuristic in if algorithm.heuristic { &heuristics[..] } else { &blind } {
            if seen.insert((algorithm.name, heuristic.to_string())) {
                pairs.push(Choice::named(algorithm, heuristic.clone()));
            }
        }
    }
    Ok(pairs)
}
