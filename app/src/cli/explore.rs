//! `unstuck explore`: the whole space of an instance.

use super::{Screen, report_errors};
use crate::cli::flags::{InstanceFlags, LimitFlags, ThreadFlags};
use crate::sys::exit::Exit;
use crate::terminal::histogram;
use crate::terminal::progress::progress;
use crate::terminal::table::Table;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_ops::explore::{self, Explored, Report, Request};
use unstuck_ops::instances::shortened;
use unstuck_ops::numbers;
use unstuck_ops::watch::Activity;
use unstuck_ops::wording::limit_name;
use unstuck_ops::{Context, cancel};

#[derive(Args)]
#[command(after_help = "\
Exit code 0: the instance can be solved. 10: it cannot. 11: a limit ended the enumeration.

Examples:
  unstuck explore jam:1
  unstuck explore jam --metric steps
  unstuck explore jam:40 --json")]
pub struct Arguments {
    /// What to explore: SET:ID, a range, DOMAIN:TEXT, @FILE, -, or a board
    #[arg(required = true, value_name = "INSTANCE")]
    instances: Vec<String>,
    /// Print JSON: an object for one instance, an array for several
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    naming: InstanceFlags,
    #[command(flatten)]
    limits: LimitFlags,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let request = Request {
        instances: arguments.instances,
        domain: arguments.naming.domain(),
        reading: arguments.naming.reading(),
        limits: arguments.limits.limits(),
        threads: arguments.threads.count(),
    };
    let activity = Activity::default();
    let Explored { reports, errors, asked } =
        explore::run(&request, &Context::local(progress(false), &activity))?;
    let alone = asked == 1 && errors.is_empty();
    let exit = reports.iter().map(|report| Exit::of_outcome(report.kind())).fold(Exit::Fine, Exit::and);
    let exit = exit.and(report_errors(&errors));
    match &reports[..] {
        [] if asked == 1 || !arguments.json => {}
        [only] if alone && arguments.json => screen.json(&json!(only.result()))?,
        reports if arguments.json => {
            screen.json(&json!(reports.iter().map(Report::result).collect::<Vec<_>>()))?;
        }
        [only] if alone => print(only, screen)?,
        reports => print_table(reports, screen)?,
    }
    if !arguments.json && !reports.is_empty() {
        screen.origin()?;
    }
    Ok(if cancel::requested() { exit.and(Exit::Interrupted) } else { exit })
}

fn print(report: &Report, screen: &mut Screen<'_>) -> Result<()> {
    let paint = screen.paint;
    let metric = report.puzzle.metric();
    screen.line(paint.bold(&shortened(&report.name)))?;
    for row in paint.picture(&report.puzzle.picture()) {
        screen.line(row)?;
    }
    let found = match &report.found {
        Ok(found) => found,
        Err((limit, stats)) => {
            let states = numbers::grouped(stats.stored.max(stats.expanded));
            let text = format!("not enumerated: {} came after {states} states", limit_name(*limit));
            return screen.line(paint.bad(&text));
        }
    };
    let space = &found.space;
    let solvable = space.distances.iter().sum();
    screen.line(match found.distance {
        Some(distance) => {
            paint.good(&format!("{} to the nearest goal", numbers::counted(distance.into(), &metric)))
        }
        None => paint.bad("unsolvable: no goal can be reached"),
    })?;
    screen.line(format_args!(
        "{}: {} solvable, {}, {}{}",
        numbers::counted(space.reachable, "reachable states"),
        numbers::grouped(solvable),
        numbers::counted(space.goals, "goals"),
        numbers::counted(space.dead_ends, "dead ends"),
        found.class.map(|class| format!("; class {class}")).unwrap_or_default(),
    ))?;
    if let Some((distance, text)) = &found.hardest {
        screen.line(format_args!("\n{} {distance} {metric}: {text}", paint.bold("hardest")))?;
        for row in report.hardest.iter().flat_map(|puzzle| paint.picture(&puzzle.picture())) {
            screen.line(row)?;
        }
        screen.line(format_args!("\n{}", paint.bold(&format!("states by {metric} to the nearest goal"))))?;
        for row in histogram::draw(&space.distances) {
            screen.line(row)?;
        }
    }
    let rate = numbers::rough(space.reachable as f64 / report.seconds.max(1e-9));
    let figures = format!(
        "{}, {rate} states/s, {}",
        numbers::seconds(report.seconds),
        numbers::bytes(space.stats.peak_bytes)
    );
    screen.line(paint.faint(&figures))
}

fn print_table(reports: &[Report], screen: &mut Screen<'_>) -> Result<()> {
    let head = ["instance", "distance", "reachable", "goals", "dead ends", "hardest", "class", "time"];
    let mut table = Table::new(1, head);
    for report in reports {
        let name = shortened(&report.name);
        let time = numbers::seconds(report.seconds);
        let none = || "–".to_owned();
        table.row(match &report.found {
            Ok(found) => [
                name,
                found.distance.map_or("unsolvable".to_owned(), |distance| distance.to_string()),
                numbers::grouped(found.space.reachable),
                numbers::grouped(found.space.goals),
                numbers::grouped(found.space.dead_ends),
                found.hardest.as_ref().map_or_else(none, |(distance, _)| distance.to_string()),
                found.class.map_or_else(none, str::to_owned),
                time,
            ],
            Err((_, stats)) => {
                let states = format!("> {}", numbers::grouped(stats.stored.max(stats.expanded)));
                [name, "limit".to_owned(), states, none(), none(), none(), none(), time]
            }
        });
    }
    screen.line(table.text(None))
}
