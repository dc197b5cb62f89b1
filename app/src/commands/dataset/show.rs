//! `unstuck dataset show`: rows, distances, and how well each feature tells them.

use crate::commands::Screen;
use crate::exit::Exit;
use crate::figures::{counted, grouped, number};
use crate::histogram;
use crate::instances;
use crate::origin;
use crate::table::Table;
use anyhow::{Result, anyhow};
use clap::Args;
use serde_json::{Value, json};
use unstuck_evolution::dataset::{ColumnSummary, Dataset, Summary};

/// Distances that a histogram tells one by one; beyond, the file is of another kind.
const FARTHEST: u64 = 100_000;

#[derive(Args)]
#[command(after_help = "\
Errors, correlations and overestimates are told over the rows whose distance is known.

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
    let mut dataset = super::read(&arguments.file)?;
    if let Some(domain) = &arguments.domain {
        let domain = instances::domain(domain)?;
        dataset.name_columns(&*domain).map_err(|error| anyhow!("{}: {error}", arguments.file))?;
    }
    let summary = dataset.summary();
    if arguments.json {
        screen.json(&document(&dataset, &summary))?;
    } else {
        print(&dataset, &summary, screen)?;
    }
    Ok(Exit::Fine)
}

/// How many rows lie at each distance.
fn distances(dataset: &Dataset, farthest: u64) -> Vec<u64> {
    let mut counts = vec![0; farthest.min(FARTHEST) as usize + 1];
    for distance in &dataset.distances {
        if let Some(count) = usize::try_from(distance.cost).ok().and_then(|cost| counts.get_mut(cost)) {
            *count += 1;
        }
    }
    counts
}

fn document(dataset: &Dataset, summary: &Summary) -> Value {
    let column = |column: &ColumnSummary| {
        json!({
            "feature": column.name,
            "missing": column.missing,
            "range": column.range.map(|(low, high)| [low, high]),
            "mean": column.mean,
            "mean_error": column.mean_error,
            "correlation": column.correlation,
            "overestimates": column.overestimates,
        })
    };
    json!({
        "name": dataset.name,
        "description": dataset.description,
        "rows": dataset.len(),
        "exact": summary.exact,
        "repeated": summary.repeated,
        "range": [summary.range.0, summary.range.1],
        "mean": summary.mean,
        "histogram": distances(dataset, summary.range.1),
        "columns": summary.columns.iter().map(column).collect::<Vec<Value>>(),
        "unstuck": origin::json(),
    })
}

fn print(dataset: &Dataset, summary: &Summary, screen: &mut Screen<'_>) -> Result<()> {
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
    for line in histogram::draw(&distances(dataset, high)) {
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
            (_, count) => format!("{:.1} %", 100.0 * count as f64 / known),
        };
        table.row([
            column.name.clone(),
            column.range.map_or_else(none, |(low, _)| figure(low)),
            column.range.map_or_else(none, |(_, high)| figure(high)),
            column.range.map_or_else(none, |_| figure(column.mean)),
            column.mean_error.map_or_else(none, figure),
            column.correlation.map_or_else(none, |correlation| format!("{correlation:.3}")),
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
