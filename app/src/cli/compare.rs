//! `unstuck compare`: algorithms and heuristics side by side over the same instances.

mod columns;
mod forms;
mod optimisation;
mod plots;

use super::{Screen, report_errors};
use crate::cli::flags::{InstanceFlags, LimitFlags, SearchFlags, ThreadFlags};
use crate::report::Place;
use crate::sys::exit::Exit;
use crate::terminal::progress::progress;
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use unstuck_ops::compare::{self, Compared, Comparison, Request};
use unstuck_ops::numbers::parse_seed;
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, cancel};

#[derive(Args)]
#[command(after_help = "\
With one algorithm: length in the metric, nodes (generated), expanded, distinct states, effective branching \
factor b* and time of each heuristic. With several algorithms: length, expanded, states and time of each pair. \
--plies adds the depth of the plans in actions of the search. Repeat --algorithm and --heuristic for more.

Below the instances: how many each pair solved; over those that all solved the total, the mean, the total \
as a share of the first pair's, and the mean of the ratios to the first pair instance by instance.

Without --algorithm it is A*, or quick in planning for heuristics that are not admissible; without \
--heuristic, all that are declared admissible in the metric.

Optimisation domains: the cost of each algorithm with each rule; by default constructions by all named \
rules. Below: the mean, how much the costs are above the lower bounds and the best known ones, wins, CPU \
time, and the difference to the first pair with its 95 % interval.

CSV has a row for each instance and pair; JSON has the objects of 'unstuck solve --json'.

Examples:
  unstuck compare jam
  unstuck compare jam:1-10 --heuristic zero --heuristic blockers --format markdown
  unstuck compare jam -a ida -H blocking -H '2*blockers_two_sided' -H @domains/rush-hour/hand.policy
  unstuck compare unblock:easy --algorithm bfs --algorithm dfs --algorithm iddfs --algorithm astar
  unstuck compare unblock -a bfs -a greedy -a astar -H blockers -H blockers_stuck --plots unblock.html
  unstuck compare jam --metric steps --algorithm ida --limit-seconds 10 --format csv
  unstuck compare weibull-5k-funsearch --online -H best_fit -H sum_of_squares -H 'count_before - count_after'")]
pub struct Arguments {
    /// The instances: a set, a part of one, @FILE …, all of one domain
    #[arg(required = true, value_name = "SET")]
    instances: Vec<String>,
    /// An algorithm; repeat for more ('unstuck algorithms' lists them)
    #[arg(short, long = "algorithm", value_name = "A")]
    algorithms: Vec<String>,
    /// A heuristic or rule: a name, a text, @FILE, or champion; repeat for more ('unstuck heuristics DOMAIN' lists them)
    #[arg(short = 'H', long = "heuristic", value_name = "H", allow_hyphen_values = true)]
    heuristics: Vec<String>,
    /// Seed of the random numbers, of optimisation domains [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How to print the table
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: Format,
    /// Add a column with the depth of each plan, in actions of the search, to the tables
    #[arg(long)]
    plies: bool,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write one HTML file with plots of length, time and expanded nodes as well
    #[arg(long, value_name = "FILE")]
    plots: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    naming: InstanceFlags,
    #[command(flatten)]
    parameters: SearchFlags,
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

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let request = Request {
        instances: arguments.instances,
        algorithms: arguments.algorithms,
        heuristics: arguments.heuristics,
        parameters: arguments.parameters.0,
        methods: Vec::new(),
        domain: arguments.naming.domain(),
        reading: arguments.naming.reading(),
        limits: arguments.limits.limits(),
        threads: arguments.threads.count(),
        seed: arguments.seed,
    };
    let plots = arguments.plots.clone().map(|path| Place::new(path, "--plots")).transpose()?;
    let activity = Activity::default();
    let format = if arguments.json { Format::Json } else { arguments.format };
    let exit = match compare::run(&request, &Context::local(progress(false), &activity))? {
        Compared::Searches(comparison) => {
            searches(&comparison, (format, arguments.plies), plots.zip(arguments.plots), screen)?
        }
        Compared::Optimisations(_) if plots.is_some() => {
            bail!(
                "--plots draws comparisons of searches; --format csv has the figures of optimisation domains"
            )
        }
        Compared::Optimisations(comparison) => optimisations(&comparison, format, screen)?,
    };
    Ok(if cancel::requested() { exit.and(Exit::Interrupted) } else { exit })
}

fn searches(
    comparison: &Comparison,
    (format, depth): (Format, bool),
    plots: Option<(Place, PathBuf)>,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let exits = comparison.reports().map(|report| Exit::of_outcome(report.kind()));
    let exit = exits.fold(report_errors(&comparison.errors), Exit::and);
    if comparison.pairs.is_empty() {
        return Ok(exit);
    }
    if let Some((place, _)) = &plots {
        place.write(&plots::document(comparison))?;
    }
    match format {
        Format::Text => {
            forms::text(comparison, depth, screen)?;
            if let Some((_, path)) = &plots {
                screen.line(format_args!("plots in {}", path.display()))?;
            }
        }
        Format::Markdown => forms::markdown(comparison, depth, screen)?,
        Format::Csv => forms::csv(comparison, screen)?,
        Format::Json => screen.json(&json!(comparison.result()))?,
    }
    Ok(exit)
}

fn optimisations(
    comparison: &compare::optimisation::Comparison,
    format: Format,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let exits = comparison.reports().map(|report| Exit::of_outcome(report.kind()));
    let exit = exits.fold(report_errors(&comparison.errors), Exit::and);
    match format {
        _ if comparison.rows.is_empty() => {}
        Format::Text => optimisation::text(comparison, screen)?,
        Format::Markdown => optimisation::markdown(comparison, screen)?,
        Format::Csv => optimisation::csv(comparison, screen)?,
        Format::Json => screen.json(&json!(comparison.result()?))?,
    }
    Ok(exit)
}
