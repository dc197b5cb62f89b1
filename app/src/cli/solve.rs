//! `unstuck solve`: the moves, and what it took to find them.

mod optimisation;
mod plan_files;

use super::value::solution_text;
use super::{Screen, report_error, report_errors};
use crate::cli::flags::{InstanceFlags, LimitFlags, SearchFlags, ThreadFlags};
use crate::sys::exit::Exit;
use crate::sys::interrupt;
use crate::terminal::animation;
use crate::terminal::progress::progress;
use crate::terminal::table::Table;
use anyhow::{Result, bail};
use clap::Args;
use plan_files::PlanFiles;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use unstuck_core::feature::Text;
use unstuck_core::instance::Status;
use unstuck_ops::instances::shortened;
use unstuck_ops::method::Method;
use unstuck_ops::numbers::{self, parse_positive, parse_seed};
use unstuck_ops::sheet::{self, Item};
use unstuck_ops::solve::{Batch, Report, Request, Solves};
use unstuck_ops::watch::Activity;
use unstuck_ops::{Context, atomic_file, cancel};

#[derive(Args)]
#[command(after_help = "\
Without --algorithm and --heuristic the domain's own solver is used; with --heuristic alone, A*, or quick \
in planning if it is not admissible. Every plan is replayed by an independent validator before it is \
shown.

Optimisation domains: the solution, its cost, the lower bound and the gap. Without --algorithm and --heuristic \
the domain's choice; anytime algorithms without a limit end after 1 second.

Examples:
  unstuck solve jam:1
  unstuck solve jam:40 --algorithm ida --heuristic blockers --metric steps
  unstuck solve jam:40 --heuristic 'max(blockers_deep, 0.5*hybrid)'
  unstuck solve jam --threads 4 --jsonl
  unstuck solve jam:8 --animate --speed 4
  unstuck solve freecell:617 --shortest --limit-seconds 5
  unstuck solve @boards.txt --limit-seconds 10 --json
  unstuck solve jam:1-12 --sheet cards.html
  unstuck solve domain.pddl p01.pddl --plan-file sas_plan
  unstuck solve or-u120:1-20 --algorithm anneal --hot 0.5 --limit-seconds 2
  unstuck solve '150: 42 69 67 57 93 90 38' --online --heuristic '-after'
  unstuck solve IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")]
pub struct Arguments {
    /// What to solve: SET:ID, a range, DOMAIN:TEXT, @FILE, -, a board, PDDL files, or a folder of them
    #[arg(required = true, value_name = "INSTANCE")]
    instances: Vec<String>,
    /// The algorithm ('unstuck algorithms' lists them)
    #[arg(short, long, value_name = "A")]
    algorithm: Option<String>,
    /// The heuristic or rule: a name, a text, @FILE, or champion ('unstuck heuristics DOMAIN' lists them)
    #[arg(short = 'H', long, value_name = "H", allow_hyphen_values = true)]
    heuristic: Option<String>,
    /// Spend the time limit on ever shorter solutions (the algorithm 'shortest') [default time limit: 1 second]
    #[arg(long, conflicts_with_all = ["algorithm", "optimal"])]
    shortest: bool,
    /// Prove a shortest solution, by the algorithm and heuristic that the domain finds best for it
    #[arg(long, conflicts_with_all = ["algorithm", "heuristic"])]
    optimal: bool,
    /// Seed of the random numbers, of optimisation domains [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Start from the solution in a file, or - for standard input; the result is never worse (optimisation domains)
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    #[command(flatten)]
    threads: ThreadFlags,
    #[command(flatten)]
    naming: InstanceFlags,
    #[command(flatten)]
    parameters: SearchFlags,
    #[command(flatten)]
    limits: LimitFlags,
    /// Most CPU seconds of the command, all instances and threads together (searches only)
    #[arg(
        long,
        value_name = "S",
        value_parser = parse_positive,
        allow_negative_numbers = true,
        help_heading = "Limits (of each search)"
    )]
    limit_cpu_seconds: Option<f64>,
    #[command(flatten)]
    output: OutputFlags,
}

#[derive(Args)]
#[command(next_help_heading = "Output")]
struct OutputFlags {
    /// Print JSON: an object for one instance, an array for several
    #[arg(long, conflicts_with_all = ["jsonl", "animate", "quiet"])]
    json: bool,
    /// Print JSON, an object a line, as results come in
    #[arg(long, conflicts_with_all = ["animate", "quiet"])]
    jsonl: bool,
    /// Write every move in words; for several instances, show each in full; in JSON, add every position
    #[arg(short, long, conflicts_with = "quiet")]
    verbose: bool,
    /// Print the plan or solution only, and no progress
    #[arg(short, long)]
    quiet: bool,
    /// Play the solution in the terminal
    #[arg(long, conflicts_with = "quiet")]
    animate: bool,
    /// Write the plan of the one instance to a file; with --shortest also every plan on the way, to FILE.1, FILE.2 …
    #[arg(long, visible_alias = "solution-file", value_name = "FILE")]
    plan_file: Option<PathBuf>,
    /// Write a sheet to print: the boards in a grid, numbered, with their difficulty, and the solutions at the end (HTML)
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// Moves a second of --animate
    #[arg(
        long,
        value_name = "N",
        value_parser = parse_positive,
        default_value = "3",
        requires = "animate",
        allow_negative_numbers = true
    )]
    speed: f64,
}

impl Arguments {
    fn request(&mut self) -> Result<Request> {
        Ok(Request {
            instances: std::mem::take(&mut self.instances),
            domain: self.naming.domain(),
            reading: self.naming.reading(),
            limits: self.limits.limits(),
            threads: self.threads.count(),
            optimal: self.optimal,
            shortest: self.shortest,
            seed: self.seed,
            from: self.from.as_deref().map(solution_text).transpose()?,
            method: Method {
                algorithm: self.algorithm.take(),
                heuristic: self.heuristic.take(),
                parameters: self.parameters.0.clone(),
            },
        })
    }
}

/// Runs the command.
pub fn run(mut arguments: Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let (request, activity) = (arguments.request()?, Activity::default());
    let (flags, context) = (&arguments.output, Context::local(progress(arguments.output.quiet), &activity));
    if let Some(seconds) = arguments.limit_cpu_seconds {
        activity.limit_cpu(seconds);
    }
    let solves = Solves::new(&request, &context)?;
    if flags.animate && solves.len() != 1 {
        bail!("--animate plays one solution, but {} instances are named", solves.len());
    }
    if flags.plan_file.is_some() && solves.len() != 1 {
        bail!("--plan-file writes one plan, but {} instances are named", solves.len());
    }
    match solves {
        Solves::Searches(batch) => searches(&batch, &request.instances.join(" "), flags, &context, screen),
        Solves::Optimisations(_) if arguments.limit_cpu_seconds.is_some() => {
            bail!("--limit-cpu-seconds is for searches, not for optimisation domains; write --limit-seconds")
        }
        Solves::Optimisations(_) if flags.sheet.is_some() => {
            bail!("--sheet prints boards and plans; optimisation domains have none")
        }
        Solves::Optimisations(batch) => optimisation::run(&batch, flags, &context, screen),
    }
}

/// Writes a sheet to print.
pub fn write_sheet(path: &Path, page: &str) -> Result<()> {
    atomic_file::save(path, |out| out.write_all(page.as_bytes()))
}

fn searches(
    batch: &Batch,
    title: &str,
    flags: &OutputFlags,
    context: &Context<'_>,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    let mut exit = report_errors(&batch.errors);
    let plans = flags.plan_file.as_deref().map(PlanFiles::new);
    if let Some(plans) = &plans {
        interrupt::end_at_sigterm();
        let plans = plans.clone();
        let _ = context.activity.plans.set(Box::new(move |found| plans.add(&found.text)));
    }
    let mut printer = Printer::new(flags, batch.len() == 1 && exit == Exit::Fine);
    let mut items = Vec::new();
    batch.run(context, |report| match report {
        Ok(report) => {
            if flags.sheet.is_some() {
                items.push(Item::new(&report, context));
            }
            exit = exit.and(Exit::of_outcome(report.kind()));
            if let Some(plans) = &plans {
                plans.finish((report.solution.status == Status::Solved).then(|| report.plan_text()))?;
            }
            printer.print(report, screen)
        }
        Err(error) => {
            exit = exit.and(report_error(&error));
            Ok(())
        }
    })?;
    printer.finish(batch.len(), screen)?;
    if let Some(path) = &flags.sheet {
        write_sheet(path, &sheet::html(title, &items))?;
    }
    Ok(if cancel::requested() { exit.and(Exit::Interrupted) } else { exit })
}

/// Prints reports in the form asked for.
struct Printer<'a> {
    flags: &'a OutputFlags,
    /// There is one instance, and it is all there is to show.
    alone: bool,
    /// For forms that need all reports before they begin.
    reports: Vec<Report>,
    printed: usize,
}

impl<'a> Printer<'a> {
    fn new(flags: &'a OutputFlags, alone: bool) -> Self {
        Self { flags, alone, reports: Vec::new(), printed: 0 }
    }

    fn print(&mut self, report: Report, screen: &mut Screen<'_>) -> Result<()> {
        let flags = self.flags;
        if flags.jsonl {
            screen.line(self.json(&report)?)?;
        } else if flags.quiet {
            self.plan(&report, screen)?;
        } else if !flags.json && (self.alone || flags.verbose) {
            if self.printed > 0 {
                screen.line("")?;
            }
            in_full(&report, flags, screen)?;
        } else {
            self.reports.push(report);
            return Ok(());
        }
        self.printed += 1;
        // Others may be waiting for each line.
        Ok(screen.out.flush()?)
    }

    fn json(&self, report: &Report) -> Result<Value> {
        let mut object = report.json();
        if self.flags.verbose {
            object["positions"] = json!(report.positions()?);
        }
        Ok(object)
    }

    fn plan(&self, report: &Report, screen: &mut Screen<'_>) -> Result<()> {
        let solved = report.solution.status == Status::Solved;
        let what = if solved { report.plan_text() } else { report.word().to_owned() };
        match what.contains('\n') {
            _ if self.alone => screen.line(what),
            true => screen.line(format_args!("; {}\n{what}", report.instance)),
            false => screen.line(format_args!("{}\t{what}", report.instance)),
        }
    }

    fn finish(&self, asked: usize, screen: &mut Screen<'_>) -> Result<()> {
        if self.flags.json {
            return match &self.reports[..] {
                [only] if self.alone => screen.json(&self.json(only)?),
                [] if self.alone => Ok(()),
                reports => {
                    screen.json(&reports.iter().map(|report| self.json(report)).collect::<Result<Value>>()?)
                }
            };
        }
        let is_text = !self.flags.jsonl && !self.flags.quiet;
        if !self.reports.is_empty() {
            self.table(asked, screen)?;
        }
        if is_text && (self.printed > 0 || !self.reports.is_empty()) {
            screen.origin()?;
        }
        Ok(())
    }

    fn table(&self, asked: usize, screen: &mut Screen<'_>) -> Result<()> {
        let mut table = Table::new(1, ["instance", "length", "result", "expanded", "generated", "time"]);
        for report in &self.reports {
            let stats = &report.solution.stats;
            table.row([
                shortened(&report.instance),
                report.length().map_or("–".to_owned(), |length| length.to_string()),
                report.word().to_owned(),
                numbers::grouped(stats.expanded),
                numbers::grouped(stats.generated),
                numbers::seconds(stats.seconds),
            ]);
        }
        screen.line(table.text(None))?;
        let summary = summary(&self.reports, asked);
        screen.line(summary)
    }
}

/// Everything about one instance.
fn in_full(report: &Report, flags: &OutputFlags, screen: &mut Screen<'_>) -> Result<()> {
    let paint = screen.paint;
    let solution = &report.solution;
    let solved = solution.status == Status::Solved;
    screen.line(paint.bold(&shortened(&report.instance)))?;
    let replay = (solved && (flags.animate || flags.verbose)).then(|| report.puzzle.replay(&solution.plan));
    let frames = replay.transpose()?.map(|replay| replay.frames).unwrap_or_default();
    if flags.animate && solved {
        animation::play(&frames, &solution.plan, flags.speed, screen)?;
    } else {
        for row in paint.picture(&report.puzzle.picture()) {
            screen.line(row)?;
        }
    }
    if flags.verbose && frames.len() == solution.plan.len() + 1 {
        for ((action, frame), number) in solution.plan.iter().zip(frames.iter().skip(1)).zip(1..) {
            screen.line(format_args!("{number:3}. {action}  {}", paint.faint(&frame.words)))?;
        }
    } else if solved {
        screen.line(report.plan_text())?;
    } else if let Some(best) = report.unproved.as_ref().and_then(|unproved| unproved.best.as_ref()) {
        screen.line(best.plan_text())?;
    }
    let verdict = report.verdict();
    screen.line(if solved { paint.good(&verdict) } else { paint.bad(&verdict) })?;
    screen.line(paint.faint(&report.statistics_line()))
}

/// The line under the table.
fn summary(reports: &[Report], asked: usize) -> String {
    let solved = reports.iter().filter(|report| report.solution.status == Status::Solved).count();
    let optimal = reports.iter().filter(|report| report.solution.optimal).count();
    let length: u64 = reports.iter().filter_map(Report::length).sum();
    let expanded: u64 = reports.iter().map(|report| report.solution.stats.expanded).sum();
    let time: f64 = reports.iter().map(|report| report.solution.stats.seconds).sum();
    let mut methods: Vec<String> = reports.iter().map(Report::method).collect();
    methods.dedup();
    let mut tables: Vec<String> = reports.iter().filter_map(Report::table).collect();
    tables.sort();
    tables.dedup();
    let mut metrics: Vec<Text> = reports.iter().map(|report| report.puzzle.metric()).collect();
    metrics.dedup();
    format!(
        "{}: {solved} of {asked} solved, {optimal} of them optimal; {} {} in all, {} expanded, {}{}",
        methods.join(", "),
        numbers::grouped(length),
        if let [metric] = &metrics[..] { &**metric } else { "moves" },
        numbers::grouped(expanded),
        numbers::seconds(time),
        tables.iter().map(|table| format!(", {table}")).collect::<String>(),
    )
}
