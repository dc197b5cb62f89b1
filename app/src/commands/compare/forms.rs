//! The forms of a comparison: text, Markdown, CSV, JSON.

use super::columns::{self, mean};
use super::{Comparison, Screen};
use crate::figures;
use crate::instances::shortened;
use crate::method::Choice;
use crate::origin;
use crate::solving::{Report, method};
use crate::table::Table;
use anyhow::Result;
use serde_json::{Map, Value, json};
use std::ops::Range;
use unstuck_core::instance::Status;

/// Marks a solution that another pair of the row beats.
const LONGER: char = '*';

/// A figure's name and where a report has it.
pub(super) type Figure = (&'static str, fn(&Report) -> f64);

/// The figures of a search, as the columns of CSV and the means of JSON name them.
const FIGURES: [Figure; 11] = [
    ("generated", |r| r.solution.stats.generated as f64),
    ("expanded", |r| r.solution.stats.expanded as f64),
    ("evaluated", |r| r.solution.stats.evaluated as f64),
    ("stored", |r| r.solution.stats.stored as f64),
    ("reopened", |r| r.solution.stats.reopened as f64),
    ("max_open", |r| r.solution.stats.max_open as f64),
    ("iterations", |r| f64::from(r.solution.stats.iterations)),
    ("branching_factor", |r| r.solution.stats.branching_factor().unwrap_or(0.0)),
    ("seconds", |r| r.solution.stats.seconds),
    ("peak_bytes", |r| r.solution.stats.peak_bytes as f64),
    ("table_bytes", |r| r.solution.stats.table_bytes as f64),
];

impl Comparison {
    /// What the pair is called where only heuristics differ, or algorithms do as well.
    pub(super) fn title(&self, pair: usize) -> String {
        let Choice { algorithm, heuristic, .. } = &self.pairs[pair];
        if columns::one_algorithm(self) && algorithm.heuristic {
            shortened(&heuristic.to_string())
        } else {
            method(algorithm, heuristic)
        }
    }

    /// The instances that every pair solved: only over them are sums and means comparable.
    fn solved_by_all(&self) -> Vec<Vec<&Report>> {
        let rows = self.rows.iter().map(|(_, cells)| cells.iter().flatten().collect::<Vec<_>>());
        let solved = |report: &&Report| report.solution.status == Status::Solved;
        rows.filter(|row| row.len() == self.pairs.len() && row.iter().all(solved)).collect()
    }

    fn table(&self, pairs: Range<usize>) -> Table {
        let columns = columns::choose(self);
        let mut table = Table::new(1, ["instance"]);
        for pair in pairs.clone() {
            table.group(self.title(pair), columns.iter().map(|column| column.name));
        }
        for (name, cells) in &self.rows {
            let shortest = cells.iter().flatten().filter_map(Report::length).min();
            let mut row = vec![shortened(name)];
            for cell in &cells[pairs.clone()] {
                row.extend(columns.iter().map(|column| match cell {
                    Some(report) => {
                        let mut text = (column.cell)(report);
                        if matches!(column.name, "depth" | "length") && report.length() > shortest {
                            text.push(LONGER);
                        }
                        text
                    }
                    None => "–".to_owned(),
                }));
            }
            table.row(row);
        }
        let solved = self.solved_by_all();
        if self.rows.len() > 1 && !solved.is_empty() {
            let of_pair = |pair: usize| solved.iter().map(|row| row[pair]).collect::<Vec<_>>();
            let sums = |name: &str, sum: fn(&columns::Column, &[&Report]) -> String| {
                let cells = pairs.clone().flat_map(|pair| {
                    let reports = of_pair(pair);
                    columns.iter().map(move |column| sum(column, &reports)).collect::<Vec<_>>()
                });
                std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
            };
            table.sum(sums("total", |column, reports| (column.total)(reports)));
            table.sum(sums("mean", |column, reports| (column.mean)(reports)));
        }
        table
    }

    /// What has to be said beside the figures.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(report) = self.rows.iter().flat_map(|(_, cells)| cells.iter().flatten()).next() {
            let metric = report.puzzle.metric();
            notes.push(if columns::one_algorithm(self) {
                format!("{} in {metric}; b* is the effective branching factor", report.algorithm())
            } else {
                format!("lengths in {metric}")
            });
        }
        let reports = self.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
        let mut tables: Vec<String> =
            reports.filter_map(|r| Some(format!("{}: {}", r.algorithm(), r.table()?))).collect();
        tables.sort();
        tables.dedup();
        notes.extend(tables);
        let longer = self.rows.iter().any(|(_, cells)| {
            let lengths: Vec<_> = cells.iter().flatten().filter_map(Report::length).collect();
            lengths.iter().min() != lengths.iter().max()
        });
        if longer {
            notes.push(format!("{LONGER} longer than the shortest of its row"));
        }
        let solved = self.solved_by_all().len();
        if self.rows.len() > 1 && solved == 0 {
            notes.push("no totals and means: none of the instances was solved by all".to_owned());
        } else if self.rows.len() > 1 && solved < self.rows.len() {
            let instances = figures::counted(solved as u64, "instances");
            notes.push(format!("totals and means over the {instances} that all solved"));
        }
        notes
    }
}

/// For a terminal: as many pairs beside each other as fit.
pub fn text(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    let count = comparison.pairs.len();
    let terminal = console::Term::stdout();
    let width = if terminal.is_term() { usize::from(terminal.size().1) } else { usize::MAX };
    let fits = |text: &str| text.lines().all(|line| line.chars().count() <= width);
    for beside in (1..=count).rev() {
        let starts = (0..count).step_by(beside);
        let tables: Vec<String> =
            starts.map(|start| comparison.table(start..(start + beside).min(count)).text(None)).collect();
        if beside == 1 || tables.iter().all(|table| fits(table)) {
            screen.line(tables.join("\n\n"))?;
            break;
        }
    }
    for note in comparison.notes() {
        screen.line(note)?;
    }
    screen.origin()
}

/// For a document.
pub fn markdown(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    screen.line(comparison.table(0..comparison.pairs.len()).markdown())?;
    for note in comparison.notes() {
        screen.line(format_args!("\n{}", note.replace(LONGER, "\\*")))?;
    }
    screen.line(format_args!("\n{}", origin::line()))
}

/// For a spreadsheet: a row for each instance and pair.
pub fn csv(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    const FIELDS: [&str; 8] =
        ["instance", "algorithm", "heuristic", "status", "limit", "optimal", "metric", "length"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = FIELDS.into_iter().chain(["depth"]).chain(FIGURES.map(|(name, _)| name));
    writer.write_record(head.chain(["version", "commit", "cpu"]))?;
    for report in comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten()) {
        let object = report.json();
        let plain = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let stats = &object["stats"];
        let solved = report.solution.status == Status::Solved;
        let mut row: Vec<String> = FIELDS.iter().map(|name| plain(&object[*name])).collect();
        row.push(if solved { plain(&stats["depth"]) } else { String::new() });
        row.extend(FIGURES.iter().map(|(name, _)| plain(&stats[*name])));
        row.extend([origin::VERSION, origin::COMMIT, origin::cpu()].map(str::to_owned));
        writer.write_record(row)?;
    }
    // In one piece, so that a full disk fails as it does for the other forms.
    Ok(screen.out.write_all(&writer.into_inner()?)?)
}

/// For a program: the objects of the solves, and a summary of each pair.
pub fn json(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    let results: Vec<Value> =
        comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten().map(Report::json)).collect();
    let solved = comparison.solved_by_all();
    let summary = |(pair, choice): (usize, &Choice)| {
        let all: Vec<&Report> =
            comparison.rows.iter().filter_map(|(_, cells)| cells[pair].as_ref()).collect();
        let common: Vec<&Report> = solved.iter().map(|row| row[pair]).collect();
        let average = |figure: fn(&Report) -> f64| (!common.is_empty()).then(|| mean(&common, figure));
        let mut means: Map<String, Value> =
            FIGURES.iter().map(|&(name, figure)| (name.to_owned(), json!(average(figure)))).collect();
        means.insert("length".to_owned(), json!(average(|r| r.length().unwrap_or(0) as f64)));
        json!({
            "algorithm": choice.algorithm.name,
            "heuristic": choice.heuristic.to_string(),
            "instances": all.len(),
            "solved": all.iter().filter(|report| report.solution.status == Status::Solved).count(),
            "solved_by_all": common.len(),
            "mean": means,
        })
    };
    let summaries: Vec<Value> = comparison.pairs.iter().enumerate().map(summary).collect();
    screen.json(&json!({ "results": results, "summary": summaries, "unstuck": origin::json() }))
}
