//! The forms of a comparison of rules and algorithms for an optimisation domain: text, Markdown, CSV.

use crate::terminal::Screen;
use crate::terminal::table::Table;
use anyhow::Result;
use serde_json::Value;
use std::ops::Range;
use unstuck_ops::compare::optimisation::{Comparison, PairSummary};
use unstuck_ops::instances::shortened;
use unstuck_ops::optimise::report::percent;
use unstuck_ops::optimise::summary::Gap;
use unstuck_ops::{numbers, origin};

/// What a pair is called: by its rule where all have the same algorithm.
fn title(comparison: &Comparison, pair: usize) -> String {
    let choice = &comparison.pairs[pair];
    let name = choice.algorithm().name;
    let several = comparison.pairs.iter().any(|other| other.algorithm().name != name);
    if several { choice.name() } else { shortened(&choice.rule.name) }
}

/// A figure of the summary.
type Figure = fn(&PairSummary) -> Option<String>;

/// The rows below the instances.
const FIGURES: [(&str, Figure); 8] = [
    ("mean", |pair| pair.summary.mean_cost.map(numbers::number)),
    ("above the lower bound, mean of ratios", |pair| mean(pair.summary.to_lower_bound)),
    ("above the lower bound, ratio of sums", |pair| of_sums(pair.summary.to_lower_bound)),
    ("above the best known, mean of ratios", |pair| mean(pair.summary.to_best_known)),
    ("above the best known, ratio of sums", |pair| of_sums(pair.summary.to_best_known)),
    ("wins", |pair| Some(pair.wins.to_string())),
    ("CPU time", |pair| Some(numbers::seconds(pair.summary.cpu_seconds))),
    ("difference to the first", |pair| {
        let difference = pair.difference?;
        let [mean, low, high] =
            [difference.mean, difference.low, difference.high].map(|value| format!("{value:+.2}"));
        Some(format!("{mean} ({low} to {high})"))
    }),
];

fn mean(gap: Option<Gap>) -> Option<String> {
    gap.map(|gap| percent(gap.mean))
}

fn of_sums(gap: Option<Gap>) -> Option<String> {
    gap.map(|gap| percent(gap.of_sums))
}

fn table(comparison: &Comparison, pairs: Range<usize>) -> Table {
    let titles = pairs.clone().map(|pair| title(comparison, pair));
    let mut table =
        Table::new(1, ["instance".to_owned(), "lower bound".to_owned()].into_iter().chain(titles));
    for (name, cells) in &comparison.rows {
        let bound = cells.iter().flatten().find_map(|report| report.solved.lower_bound);
        let bound = bound.map_or("–".to_owned(), |bound| bound.to_string());
        let costs = cells[pairs.clone()].iter().map(|cell| match cell {
            Some(report) => report.solved.cost.to_string(),
            None => "–".to_owned(),
        });
        table.row([shortened(name), bound].into_iter().chain(costs));
    }
    let summary = comparison.summary();
    for (name, figure) in FIGURES {
        let cells: Vec<Option<String>> = summary[pairs.clone()].iter().map(figure).collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(Option::unwrap_or_default);
            table.sum([name.to_owned(), String::new()].into_iter().chain(cells));
        }
    }
    table
}

/// Notes next to the figures.
fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    let mut algorithms: Vec<&str> = comparison.pairs.iter().map(|pair| pair.algorithm().name).collect();
    algorithms.dedup();
    notes.push(format!("{}, costs in {}", algorithms.join(", "), comparison.metric));
    notes.push(
        "ratio of sums: (sum of costs − sum of bounds) ÷ sum of bounds; wins: no pair has less".to_owned(),
    );
    if comparison.pairs.len() > 1 {
        notes.push(
            "difference to the first: mean over the instances, with its 95 % bootstrap interval".to_owned(),
        );
    }
    let solved = comparison.solved_by_all().len();
    if solved < comparison.rows.len() {
        let instances = numbers::counted(solved as u64, "instances");
        notes.push(format!("figures over the {instances} that all pairs solved"));
    }
    notes
}

/// For a terminal: as many pairs side by side as fit.
pub fn text(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    super::forms::abreast(comparison.pairs.len(), screen, |pairs| table(comparison, pairs).text(None))?;
    notes(comparison).into_iter().try_for_each(|note| screen.line(note))?;
    screen.origin()
}

/// For a document.
pub fn markdown(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    screen.line(table(comparison, 0..comparison.pairs.len()).markdown())?;
    notes(comparison).into_iter().try_for_each(|note| screen.line(format_args!("\n{note}")))?;
    screen.line(format_args!("\n{}", origin::line()))
}

/// The columns of CSV, as JSON calls them.
const COLUMNS: [&str; 22] = [
    "instance",
    "algorithm",
    "heuristic",
    "name",
    "status",
    "limit",
    "optimal",
    "metric",
    "cost",
    "violations",
    "lower_bound",
    "best_known",
    "gap",
    "seed",
    "constructions",
    "steps",
    "choices",
    "proposals",
    "accepted",
    "effort",
    "seconds",
    "cpu_seconds",
];

/// For a spreadsheet: a row for each instance and pair.
pub fn csv(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS.into_iter().chain(["version", "commit", "cpu"]))?;
    for report in comparison.reports() {
        let found = serde_json::to_value(report.result()?)?;
        let plain = |name: &str| match found.get(name).unwrap_or(&found["stats"][name]) {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let origin = [origin::VERSION, origin::commit(), origin::cpu()].map(str::to_owned);
        writer.write_record(COLUMNS.into_iter().map(plain).chain(origin))?;
    }
    // In one piece, so that a full disk fails as it does for the other forms.
    Ok(screen.out.write_all(&writer.into_inner()?)?)
}
