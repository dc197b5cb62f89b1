//! The forms of a comparison: text, Markdown, CSV, JSON.

use super::columns;
use crate::terminal::Screen;
use crate::terminal::table::Table;
use anyhow::Result;
use serde_json::Value;
use std::ops::Range;
use unstuck_core::instance::Status;
use unstuck_ops::analysis::format::percent;
use unstuck_ops::compare::{Comparison, STATISTICS, mean_ratio, quality, share_of_first};
use unstuck_ops::instances::shortened;
use unstuck_ops::method::Choice;
use unstuck_ops::solve::Report;
use unstuck_ops::{numbers, origin};

/// Marks a solution that another pair of the row beats.
const LONGER: char = '*';

/// What the pair is called where only heuristics differ, or algorithms do as well.
pub(super) fn title(comparison: &Comparison, pair: usize) -> String {
    let Choice { algorithm, .. } = &comparison.pairs[pair];
    let name = shortened(&comparison.names[pair]);
    match (columns::one_algorithm(comparison), algorithm.heuristic) {
        (true, true) => name,
        (false, true) => format!("{} {name}", algorithm.name),
        (_, false) => algorithm.name.to_owned(),
    }
}

/// How a figure of a pair compares with that of the first.
type Ratio = fn(&[Vec<&Report>], usize, fn(&Report) -> f64) -> Option<f64>;

fn table(comparison: &Comparison, pairs: Range<usize>, depth: bool) -> Table {
    let columns = columns::choose(comparison, depth);
    let mut table = Table::new(1, ["instance"]);
    for pair in pairs.clone() {
        table.group(title(comparison, pair), columns.iter().map(|column| column.name));
    }
    for (name, cells) in &comparison.rows {
        let shortest = cells.iter().flatten().filter_map(Report::length).min();
        let mut row = vec![shortened(name)];
        for cell in &cells[pairs.clone()] {
            row.extend(columns.iter().map(|column| match cell {
                Some(report) => {
                    let mut text = (column.cell)(report);
                    if column.name == "length" && report.length() > shortest {
                        text.push(LONGER);
                    }
                    text
                }
                None => "–".to_owned(),
            }));
        }
        table.row(row);
    }
    let solved = comparison.solved_by_all();
    if comparison.rows.len() > 1 {
        let count = |pair: usize| {
            let reports = comparison.rows.iter().filter_map(move |(_, cells)| cells[pair].as_ref());
            reports.filter(|report| report.solution.status == Status::Solved).count()
        };
        let cells = pairs.clone().flat_map(|pair| {
            let first = format!("{} of {}", count(pair), comparison.rows.len());
            std::iter::once(first).chain(columns.iter().skip(1).map(|_| String::new()))
        });
        table.sum(std::iter::once("solved".to_owned()).chain(cells.collect::<Vec<_>>()));
    }
    if comparison.rows.len() > 1 && !solved.is_empty() {
        let of_pair = |pair: usize| solved.iter().map(|row| row[pair]).collect::<Vec<_>>();
        let sums = |name: &str, sum: fn(&columns::Column, &[&Report]) -> String| {
            let cells = pairs.clone().flat_map(|pair| {
                let reports = of_pair(pair);
                columns.iter().map(move |column| sum(column, &reports)).collect::<Vec<_>>()
            });
            std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
        };
        table.sum(sums("total", |column, reports| (column.total)(reports)));
        table.sum(sums(&format!("mean of {}", solved.len()), |column, reports| (column.mean)(reports)));
        if comparison.pairs.len() > 1 {
            let ratios = |name: &str, ratio: Ratio| {
                let cells = pairs.clone().flat_map(|pair| {
                    let cell = |column: &columns::Column| {
                        let found = column.figure.and_then(|figure| ratio(&solved, pair, figure));
                        found.map_or(String::new(), percent)
                    };
                    columns.iter().map(cell).collect::<Vec<_>>()
                });
                std::iter::once(name.to_owned()).chain(cells).collect::<Vec<_>>()
            };
            table.sum(ratios("share of the first", share_of_first));
            table.sum(ratios("mean of ratios", mean_ratio));
        }
    }
    table
}

/// Coverage and quality of planning tasks by domain, and of all together; nothing for other domains.
fn domains(comparison: &Comparison, pairs: Range<usize>) -> Option<Table> {
    let domains = comparison.domains();
    let mut table = Table::new(1, ["domain", "tasks"]);
    for pair in pairs.clone() {
        table.group(title(comparison, pair), ["solved", "quality"]);
    }
    for domain in &domains {
        let cells = domain.pairs[pairs.clone()]
            .iter()
            .flat_map(|pair| [pair.solved.to_string(), numbers::number(pair.quality)]);
        table.row([domain.domain.clone(), domain.instances.to_string()].into_iter().chain(cells));
    }
    if domains.len() > 1 {
        let tasks: usize = domains.iter().map(|domain| domain.instances).sum();
        let cells = pairs.flat_map(|pair| {
            let own = || domains.iter().map(move |domain| &domain.pairs[pair]);
            let solved: usize = own().map(|pair| pair.solved).sum();
            [solved.to_string(), numbers::number(own().map(|pair| pair.quality).sum())]
        });
        table.sum(["all".to_owned(), tasks.to_string()].into_iter().chain(cells.collect::<Vec<_>>()));
    }
    (!domains.is_empty()).then_some(table)
}

/// Notes next to the figures.
pub(super) fn notes(comparison: &Comparison) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(report) = comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten()).next() {
        let metric = report.puzzle.metric();
        notes.push(if columns::one_algorithm(comparison) {
            let factor = "b* is the effective branching factor";
            format!("{}; lengths in {metric}; states: distinct states stored; {factor}", report.algorithm())
        } else {
            format!("lengths in {metric}; states: distinct states stored")
        });
    }
    let reports = comparison.rows.iter().flat_map(|(_, cells)| cells.iter().flatten());
    let mut tables: Vec<String> =
        reports.filter_map(|r| Some(format!("{}: {}", r.algorithm(), r.table()?))).collect();
    tables.sort();
    tables.dedup();
    notes.extend(tables);
    let longer = comparison.rows.iter().any(|(_, cells)| {
        let lengths: Vec<_> = cells.iter().flatten().filter_map(Report::length).collect();
        lengths.iter().min() != lengths.iter().max()
    });
    if longer {
        notes.push(format!("{LONGER} longer than the shortest of its row"));
    }
    if !comparison.domains().is_empty() {
        notes.push("quality: sum of best cost of the row / cost, 0 where unsolved".to_owned());
    }
    let solved = comparison.solved_by_all().len();
    if comparison.rows.len() > 1 && solved == 0 {
        notes.push("no totals and means: none of the instances was solved by all".to_owned());
    } else if comparison.rows.len() > 1 && solved < comparison.rows.len() {
        let instances = numbers::counted(solved as u64, "instances");
        notes.push(format!("totals and means over the {instances} that all solved"));
    }
    notes
}

/// For a terminal: as many pairs side by side as fit.
pub fn text(comparison: &Comparison, depth: bool, screen: &mut Screen<'_>) -> Result<()> {
    abreast(comparison.pairs.len(), screen, |pairs| {
        let own = table(comparison, pairs.clone(), depth);
        let tables = std::iter::once(own).chain(domains(comparison, pairs));
        tables.map(|table| table.text(None)).collect::<Vec<_>>().join("\n\n")
    })?;
    for note in notes(comparison) {
        screen.line(note)?;
    }
    screen.origin()
}

/// Prints the tables of some pairs each, as many at a time as fit on the terminal.
pub(super) fn abreast(
    count: usize,
    screen: &mut Screen<'_>,
    table: impl Fn(Range<usize>) -> String,
) -> Result<()> {
    let terminal = console::Term::stdout();
    let width = if terminal.is_term() { usize::from(terminal.size().1) } else { usize::MAX };
    let fits = |text: &str| text.lines().all(|line| line.chars().count() <= width);
    for abreast in (1..=count).rev() {
        let starts = (0..count).step_by(abreast);
        let tables: Vec<String> = starts.map(|start| table(start..(start + abreast).min(count))).collect();
        if abreast == 1 || tables.iter().all(|table| fits(table)) {
            return screen.line(tables.join("\n\n"));
        }
    }
    Ok(())
}

/// For a document.
pub fn markdown(comparison: &Comparison, depth: bool, screen: &mut Screen<'_>) -> Result<()> {
    let pairs = 0..comparison.pairs.len();
    screen.line(table(comparison, pairs.clone(), depth).markdown())?;
    if let Some(domains) = domains(comparison, pairs) {
        screen.line(format_args!("\n{}", domains.markdown()))?;
    }
    for note in notes(comparison) {
        screen.line(format_args!("\n{}", note.replace(LONGER, "\\*")))?;
    }
    screen.line(format_args!("\n{}", origin::line()))
}

/// For a spreadsheet: a row for each instance and pair.
pub fn csv(comparison: &Comparison, screen: &mut Screen<'_>) -> Result<()> {
    const FIELDS: [&str; 8] =
        ["instance", "algorithm", "heuristic", "status", "limit", "optimal", "metric", "length"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    let planning = !comparison.domains().is_empty();
    let own: &[&str] = if planning { &["domain", "quality"] } else { &[] };
    let head = FIELDS.into_iter().chain(["depth"]).chain(STATISTICS.map(|(name, _)| name));
    writer.write_record(head.chain(["version", "commit", "cpu"]).chain(own.iter().copied()))?;
    let cells = comparison.rows.iter().flat_map(|(_, cells)| (0..cells.len()).map(move |pair| (cells, pair)));
    for (cells, pair) in cells {
        let Some(report) = &cells[pair] else { continue };
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
        row.extend(STATISTICS.iter().map(|(name, _)| plain(&stats[*name])));
        row.extend([origin::VERSION, origin::commit(), origin::cpu()].map(str::to_owned));
        if planning {
            let quality = quality(cells, pair).unwrap_or(0.0);
            row.extend([report.domain.to_string(), format!("{quality:.4}")]);
        }
        writer.write_record(row)?;
    }
    // In one piece, so that a full disk fails as it does for the other forms.
    Ok(screen.out.write_all(&writer.into_inner()?)?)
}
