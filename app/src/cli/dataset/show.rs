//! `unstuck dataset show`: rows, distances, and how well each feature predicts them.

use crate::sys::exit::Exit;
use crate::terminal::Screen;
use crate::terminal::histogram;
use crate::terminal::table::Table;
use anyhow::Result;
use clap::Args;
use serde_json::json;
use unstuck_evolution::dataset::Summary;
use unstuck_ops::Context;
use unstuck_ops::analysis::format::percent;
use unstuck_ops::dataset::show::{self, Request, Shown};
use unstuck_ops::numbers::{counted, grouped, number};
use unstuck_ops::user_file::{self, FileKind, title};
use unstuck_ops::watch::Activity;

#[derive(Args)]
#[command(after_help = "\
Errors, correlations and overestimates are computed over the rows whose distance is known.

Examples:
  unstuck dataset show boards.csv
  unstuck dataset show published.csv --domain rush-hour
  unstuck dataset generate rush-hour --from jam:1-40 --states 50 | unstuck dataset show - --json")]
pub struct Arguments {
    /// The file; - is standard input
    file: String,
    /// The domain whose features the columns are; only a file without names needs it
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, screen: &mut Screen<'_>) -> Result<Exit> {
    let request = Request {
        csv: user_file::read(&arguments.file, FileKind::INSTANCES)?,
        title: title(&arguments.file).to_owned(),
        domain: arguments.domain.clone(),
    };
    let shown = show::run(&request, &Context::silent(&Activity::default()))?;
    if arguments.json {
        screen.json(&json!(shown.result()))?;
    } else {
        print(&shown, screen)?;
    }
    Ok(Exit::Fine)
}

fn print(shown: &Shown, screen: &mut Screen<'_>) -> Result<()> {
    let Shown { dataset, summary } = shown;
    let paint = screen.paint;
    screen.line(paint.bold(&dataset.name))?;
    if !dataset.description.is_empty() {
        screen.line(&dataset.description)?;
    }
    let rows = dataset.len();
    let mut parts = vec![counted(rows as u64, "rows")];
    if summary.exact < rows {
        parts.push(format!("{} with an estimate of h*", grouped((rows - summary.exact) as u64)));
    }
    if summary.repeated > 0 {
        parts.push(format!("{} with the instance of an earlier one", grouped(summary.repeated as u64)));
    }
    let (low, high) = summary.range;
    parts.push(format!("h* from {} to {}, mean {}", grouped(low), grouped(high), figure(summary.mean)));
    screen.line(parts.join(", "))?;
    screen.line(format_args!("\n{}", paint.bold("rows by h*")))?;
    for line in histogram::draw(&shown.distances()) {
        screen.line(line)?;
    }
    if !summary.columns.is_empty() {
        screen.line(format_args!("\n{}", table(summary).text(None)))?;
    }
    if !dataset.named && !dataset.columns.is_empty() {
        let hint = "the columns have no names; --domain NAME gives them those of its features, in its order";
        screen.line(paint.faint(hint))?;
    }
    Ok(())
}

fn table(summary: &Summary) -> Table {
    let mut table = Table::new(
        1,
        ["feature", "least", "most", "mean", "mean error", "correlation", "above h*", "missing"],
    );
    let none = || "–".to_owned();
    for column in &summary.columns {
        let known = summary.exact.max(1) as f64;
        let above = match (column.mean_error, column.overestimates) {
            (None, _) => none(),
            (_, 0) => "never".to_owned(),
            (_, count) => percent(count as f64 / known),
        };
        table.row([
            column.name.clone(),
            column.range.map_or_else(none, |(low, _)| figure(low)),
            column.range.map_or_else(none, |(_, high)| figure(high)),
            column.range.map_or_else(none, |_| figure(column.mean)),
            column.mean_error.map_or_else(none, figure),
            column.correlation.map_or_else(none, number),
            above,
            if column.missing == 0 { none() } else { grouped(column.missing as u64) },
        ]);
    }
    table
}

/// Whole numbers as they are, others to four digits.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value}") } else { number(value) }
}
