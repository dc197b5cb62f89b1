//! `unstuck explore`: the whole space of an instance.

use super::Screen;
use crate::complaint::complain;
use crate::exit::Exit;
use crate::figures;
use crate::flags::{InstanceFlags, LimitFlags, ThreadFlags};
use crate::histogram;
use crate::instances::{self, Reading, Source, shortened};
use crate::interrupt;
use crate::origin;
use crate::solving::limit_words;
use crate::table::Table;
use crate::watch::{Activity, Watch};
use anyhow::{Context, Result};
use clap::Args;
use serde_json::{Value, json};
use unstuck_core::feature::Text;
use unstuck_core::instance::{Exploration, Instance, SpaceError, Status};
use unstuck_core::language::BLIND;
use unstuck_core::search::{Limit, Limits, Stats};

#[derive(Args)]
#[command(after_help = "\
Exit code 0: the instance can be solved. 10: it cannot. 11: a limit ended the enumeration.

Examples:
  unstuck explore jam:1
  unstuck explore jam --metric steps
  unstuck explore jam:40 --json")]
pub struct Arguments {
    /// What to explore: SET:ID, a range, DOMAIN:TEXT, @FILE, @-, or a board
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

/// What came of an enumeration.
pub struct Report {
    name: String,
    domain: Text,
    puzzle: Box<dyn Instance>,
    found: Result<Exploration, (Limit, Stats)>,
    seconds: f64,
    /// The hardest board, to be drawn.
    hardest: Option<Box<dyn Instance>>,
}

/// Runs the command.
pub fn run(arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let reading = arguments.naming.reading();
    let named = instances::resolve(&arguments.instances, arguments.naming.domain()?.as_ref(), &reading)?;
    named.complaints.iter().for_each(|complaint| complain(complaint));
    let mut exit = if named.complaints.is_empty() { Exit::Fine } else { Exit::BadInput };
    let alone = named.sources.len() == 1 && exit == Exit::Fine;
    let limits = arguments.limits.limits(&arguments.threads, named.sources.len());
    let mut reports = Vec::new();
    arguments.threads.workers("exploring", false).each(
        &named.sources,
        |source, activity| explore(source, &reading, limits, activity),
        |report| {
            match report {
                Ok(report) => {
                    exit = exit.and(report.exit());
                    reports.push(report);
                }
                Err(error) => {
                    exit = exit.and(Exit::of_error(&error));
                    complain(&format!("{error:#}"));
                }
            }
            Ok(())
        },
    )?;
    match &reports[..] {
        [] if alone || !arguments.json => {}
        [only] if alone && arguments.json => screen.json(&only.json())?,
        reports if arguments.json => screen.json(&reports.iter().map(Report::json).collect())?,
        [only] if alone => only.print(screen)?,
        reports => print_table(reports, screen)?,
    }
    if !arguments.json && !reports.is_empty() {
        screen.origin()?;
    }
    Ok(if interrupt::asked() { exit.and(Exit::Interrupted) } else { exit })
}

/// Reads and enumerates.
pub fn explore(source: &Source, reading: &Reading, limits: Limits, activity: &Activity) -> Result<Report> {
    let mut watch = Watch::new(activity, limits);
    let puzzle = source.read(reading)?;
    let found = match puzzle.explore(limits, &mut watch) {
        Ok(found) => Ok(found),
        Err(SpaceError::Limit(limit, stats)) => Err((limit, stats)),
        Err(error) => return Err(error).with_context(|| source.name.clone()),
    };
    let seconds = watch.seconds();
    let text = found.as_ref().ok().and_then(|found| found.hardest.as_ref()).map(|(_, text)| text);
    let metric = puzzle.metric();
    let hardest = text.and_then(|text| {
        unstuck_core::domain::read(&*source.domain, text, Some(&metric), &reading.settings).ok()
    });
    let domain = source.domain.info().name.clone();
    Ok(Report { name: source.name.clone(), domain, puzzle, found, seconds, hardest })
}

impl Report {
    fn exit(&self) -> Exit {
        match &self.found {
            Ok(found) if found.distance.is_some() => Exit::Fine,
            Ok(_) => Exit::Unsolvable,
            Err((limit, _)) => Exit::of_limit(*limit),
        }
    }

    /// The object of a solve, as far as an enumeration knows it, and the figures of the space.
    pub fn json(&self) -> Value {
        let (found, limit) = match &self.found {
            Ok(found) => (Some(found), None),
            Err((limit, _)) => (None, Some(*limit)),
        };
        let distance = found.and_then(|found| found.distance);
        let status = match (found, distance) {
            (None, _) => Status::Limit,
            (_, None) => Status::Unsolvable,
            _ => Status::Solved,
        };
        let mut stats = match &self.found {
            Ok(found) => found.space.stats,
            Err((_, stats)) => *stats,
        };
        stats.seconds = self.seconds;
        let space = found.map(|found| &found.space);
        json!({
            "instance": self.name,
            "domain": self.domain,
            "status": status,
            "limit": limit,
            "optimal": distance.is_some(),
            "metric": self.puzzle.metric(),
            "length": distance,
            "lengths": distance.map(|distance| json!({ self.puzzle.metric(): distance })),
            "plan": Value::Null,
            "algorithm": "explore",
            "heuristic": BLIND,
            "stats": stats,
            "reachable": space.map(|space| space.reachable),
            "solvable": space.map(|space| space.distances.iter().sum::<u64>()),
            "goals": space.map(|space| space.goals),
            "dead_ends": space.map(|space| space.dead_ends),
            "histogram": space.map(|space| &space.distances),
            "depths": space.map(|space| &space.depths),
            "hardest": found.and_then(|found| found.hardest.as_ref()).map(|(distance, text)| json!({
                "distance": distance,
                "text": text,
            })),
            "class": found.and_then(|found| found.class),
            "text": self.puzzle.text(),
            "unstuck": origin::json(),
        })
    }

    fn print(&self, screen: &mut Screen<'_>) -> Result<()> {
        let paint = screen.paint;
        let metric = self.puzzle.metric();
        screen.line(paint.bold(&shortened(&self.name)))?;
        for row in paint.picture(&self.puzzle.picture()) {
            screen.line(row)?;
        }
        let found = match &self.found {
            Ok(found) => found,
            Err((limit, stats)) => {
                let states = figures::grouped(stats.stored.max(stats.expanded));
                let text = format!("not enumerated: {} came after {states} states", limit_words(*limit));
                return screen.line(paint.bad(&text));
            }
        };
        let space = &found.space;
        let solvable = space.distances.iter().sum();
        screen.line(match found.distance {
            Some(distance) => {
                paint.good(&format!("{} to the nearest goal", figures::counted(distance.into(), &metric)))
            }
            None => paint.bad("unsolvable: no goal can be reached"),
        })?;
        screen.line(format_args!(
            "{}: {} solvable, {}, {}{}",
            figures::counted(space.reachable, "reachable states"),
            figures::grouped(solvable),
            figures::counted(space.goals, "goals"),
            figures::counted(space.dead_ends, "dead ends"),
            found.class.map(|class| format!("; class {class}")).unwrap_or_default(),
        ))?;
        if let Some((distance, text)) = &found.hardest {
            screen.line(format_args!("\n{} {distance} {metric}: {text}", paint.bold("hardest")))?;
            for row in self.hardest.iter().flat_map(|puzzle| paint.picture(&puzzle.picture())) {
                screen.line(row)?;
            }
            screen
                .line(format_args!("\n{}", paint.bold(&format!("states by {metric} to the nearest goal"))))?;
            for row in histogram::draw(&space.distances) {
                screen.line(row)?;
            }
        }
        let rate = figures::rough(space.reachable as f64 / self.seconds.max(1e-9));
        let figures = format!(
            "{}, {rate} states/s, {}",
            figures::seconds(self.seconds),
            figures::bytes(space.stats.peak_bytes)
        );
        screen.line(paint.faint(&figures))
    }
}

fn print_table(reports: &[Report], screen: &mut Screen<'_>) -> Result<()> {
    let head = ["instance", "distance", "reachable", "goals", "dead ends", "hardest", "class", "time"];
    let mut table = Table::new(1, head);
    for report in reports {
        let name = shortened(&report.name);
        let time = figures::seconds(report.seconds);
        let none = || "–".to_owned();
        table.row(match &report.found {
            Ok(found) => [
                name,
                found.distance.map_or("unsolvable".to_owned(), |distance| distance.to_string()),
                figures::grouped(found.space.reachable),
                figures::grouped(found.space.goals),
                figures::grouped(found.space.dead_ends),
                found.hardest.as_ref().map_or_else(none, |(distance, _)| distance.to_string()),
                found.class.map_or_else(none, str::to_owned),
                time,
            ],
            Err((_, stats)) => {
                let states = format!("> {}", figures::grouped(stats.stored.max(stats.expanded)));
                [name, "limit".to_owned(), states, none(), none(), none(), none(), time]
            }
        });
    }
    screen.line(table.text(None))
}
