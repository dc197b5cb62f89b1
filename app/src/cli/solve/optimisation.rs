//! Solutions of optimisation domains as they are printed: pictures, costs and gaps, tables, JSON.

use super::{OutputFlags, interrupt};
use crate::cli::{report_error, report_errors};
use crate::sys::exit::Exit;
use crate::terminal::Screen;
use crate::terminal::table::Table;
use anyhow::{Result, bail};
use serde_json::{Value, json};
use std::path::Path;
use unstuck_ops::instances::shortened;
use unstuck_ops::optimise::Report;
use unstuck_ops::optimise::report::percent;
use unstuck_ops::optimise::summary::Summary;
use unstuck_ops::solve::optimisation::Batch;
use unstuck_ops::{Context, atomic_file, cancel, numbers};

/// Solves and prints.
pub fn run(
    batch: &Batch,
    flags: &OutputFlags,
    context: &Context<'_>,
    screen: &mut Screen<'_>,
) -> Result<Exit> {
    if flags.animate {
        bail!("--animate plays plans of searches; the solutions of optimisation domains have no moves");
    }
    if flags.plan_file.is_some() {
        interrupt::end_at_sigterm();
    }
    let mut exit = report_errors(&batch.errors);
    let alone = batch.len() == 1 && exit == Exit::Fine;
    let mut printer = Printer { flags, alone, reports: Vec::new(), printed: 0 };
    batch.run(context, |report| match report {
        Ok(report) => {
            exit = exit.and(Exit::of_outcome(report.kind()));
            flags.plan_file.as_deref().map_or(Ok(()), |file| save(file, &report))?;
            printer.print(report, screen)
        }
        Err(error) => {
            exit = exit.and(report_error(&error));
            Ok(())
        }
    })?;
    printer.finish(batch.len(), screen)?;
    Ok(if cancel::requested() { exit.and(Exit::Interrupted) } else { exit })
}

fn save(file: &Path, report: &Report) -> Result<()> {
    atomic_file::save(file, |out| writeln!(out, "{}", report.solved.text.trim_end()))
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

impl Printer<'_> {
    fn print(&mut self, report: Report, screen: &mut Screen<'_>) -> Result<()> {
        let flags = self.flags;
        let solution = report.solved.text.trim_end();
        if flags.jsonl {
            screen.line(json!(report.result()?))?;
        } else if flags.quiet && self.alone {
            screen.line(solution)?;
        } else if flags.quiet {
            screen.line(format_args!("# {}\n{solution}", shortened(&report.instance)))?;
        } else if !flags.json && (self.alone || flags.verbose) {
            if self.printed > 0 {
                screen.line("")?;
            }
            in_full(&report, flags.verbose, screen)?;
        } else {
            self.reports.push(report);
            return Ok(());
        }
        self.printed += 1;
        // Others may be waiting for each line.
        Ok(screen.out.flush()?)
    }

    fn finish(&self, asked: usize, screen: &mut Screen<'_>) -> Result<()> {
        if self.flags.json {
            return match &self.reports[..] {
                [only] if self.alone => screen.json(&json!(only.result()?)),
                [] if self.alone => Ok(()),
                reports => {
                    let json = |report: &Report| Ok(json!(report.result()?));
                    screen.json(&reports.iter().map(json).collect::<Result<Value>>()?)
                }
            };
        }
        if !self.reports.is_empty() {
            table(&self.reports, asked, screen)?;
        }
        let is_text = !self.flags.jsonl && !self.flags.quiet;
        if is_text && (self.printed > 0 || !self.reports.is_empty()) {
            screen.origin()?;
        }
        Ok(())
    }
}

/// Everything about one instance.
fn in_full(report: &Report, verbose: bool, screen: &mut Screen<'_>) -> Result<()> {
    let paint = screen.paint;
    let shown = report.problem.show(&report.solved.text)?;
    screen.line(paint.bold(&shortened(&report.instance)))?;
    for row in paint.picture(&shown.picture) {
        screen.line(row)?;
    }
    if verbose {
        for one in &shown.components {
            screen.line(format_args!("{:>6}  {}", one.cost.to_string(), one.name))?;
        }
    }
    let verdict = report.verdict();
    screen.line(if report.is_feasible() { paint.good(&verdict) } else { paint.bad(&verdict) })?;
    screen.line(paint.faint(&report.statistics_line()))
}

fn table(reports: &[Report], asked: usize, screen: &mut Screen<'_>) -> Result<()> {
    let metric = reports[0].problem.metric().to_string();
    let head = ["instance", &metric, "lower bound", "best known", "gap", "result", "effort", "CPU time"];
    let mut table = Table::new(1, head);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    for report in reports {
        table.row([
            shortened(&report.instance),
            report.solved.cost.to_string(),
            or_dash(report.solved.lower_bound.map(|bound| bound.to_string())),
            or_dash(report.problem.best_known().map(|cost| cost.to_string())),
            or_dash(report.gap().map(percent)),
            report.word().to_owned(),
            numbers::rough(report.solved.stats.effort as f64),
            numbers::seconds(report.cpu_seconds()),
        ]);
    }
    screen.line(table.text(None))?;
    let mut methods: Vec<String> = reports.iter().map(|report| report.choice.name()).collect();
    methods.dedup();
    let summary = Summary::of(&reports.iter().collect::<Vec<_>>());
    let Summary { feasible, optimal, mean_cost, seconds, cpu_seconds, .. } = summary;
    let mean = mean_cost.map_or(String::new(), |mean| format!(", mean {} {metric}", numbers::number(mean)));
    screen.line(format_args!(
        "{}: {feasible} of {asked} solved, {optimal} of them optimal{mean}; {}, CPU time {}",
        methods.join(", "),
        numbers::seconds(seconds),
        numbers::seconds(cpu_seconds),
    ))?;
    summary.gaps().into_iter().try_for_each(|gap| screen.line(gap))
}
